import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { toPublicApi } from '../public-api.ts';
import { toIntegrity } from '../weigh-and-hash.ts';
import { findChangedApi, findTableDifferences } from './api-tables.ts';
import { buildCommit } from './build-commit.ts';
import {
  type Bundle,
  findMissingLicenses,
  readBundles,
  readPageBundles,
} from './bundled-libraries.ts';
import { findStaleChangelog, findUnreleased } from './changelog.ts';
import { findUntagged } from './commit.ts';
import { findDifferences } from './compare-folders.ts';
import { lintPackage } from './lint-package.ts';
import { findUnsetValues, OWNER } from './owner.ts';
import { type PackedPackage, packPackage } from './pack-package.ts';
import { readSbom, toPackageSbom } from './sbom.ts';

// `npm run release` builds both packages twice from the last commit, checks them, and writes the tarballs to publish.
// `--check` writes no tarballs, and only prints what the release still lacks. With `--use-dist`, the files that this folder
// has built replace the second build.
const { check, 'use-dist': usesDist } = parseArgs({
  options: { check: { type: 'boolean' }, 'use-dist': { type: 'boolean' } },
}).values;
const OUTPUT = 'release';
/** The folders with the `package.json` of each package after a build. */
const SOURCES = ['', 'service/dist'] as const;
const work = mkdtempSync(join(tmpdir(), 'release-'));
// Names of the same length would hide a difference. npm takes the name of an SBOM from the folder.
const clone = join(work, 'embedded-dashboard');
const second = usesDist ? '.' : join(work, 'another/place/embedded-dashboard');

try {
  if (usesDist && !['dist', SOURCES[1]].every((path) => existsSync(path))) {
    throw new Error('Run `npm run build && npm run build:service` first.');
  }
  for (const folder of usesDist ? [clone] : [clone, second]) {
    buildCommit(folder, { isFresh: !check });
  }
  const packages = packAll(clone, 'first');
  const [main] = packages;
  const bundles = [readBundles(main.folder), await readPageBundles(clone)];
  const findings = [
    ...packAll(second, 'second').flatMap(({ folder }, index) =>
      findDifferences(packages[index]!.folder, folder),
    ),
    ...packages.flatMap(lintPackage),
    ...packages.flatMap(({ folder }, index) => findMissingLicenses(folder, bundles[index]!, clone)),
    ...findDifferentVersions(packages),
    ...findOtherHash(main.folder),
    ...findStaleChangelog(read('CHANGELOG.md'), main.manifest.version),
    ...findChangedApi(read('generated/public-api.txt'), toPublicApi(clone)),
    ...findTableDifferences(read('generated/public-api.txt'), read),
  ];
  printHashes(main.folder);
  report(findings, [
    ...findUnsetValues(OWNER),
    ...findUnreleased(read('CHANGELOG.md'), main.manifest.version),
    ...findUntagged(main.manifest.version),
    ...findOldFixture(),
  ]);
  writeOutput(packages, bundles);
} finally {
  rmSync(work, { recursive: true });
}

function read(path: string): string {
  return readFileSync(join(clone, path), 'utf8');
}

/** Packs the package and the service of a folder. */
function packAll(folder: string, name: string): [main: PackedPackage, service: PackedPackage] {
  const [main, service] = SOURCES.map((path) =>
    packPackage(join(folder, path), join(work, name), OWNER, dirname(path)),
  );
  return [main!, service!];
}

/** Both packages share the changelog. */
function findDifferentVersions([main, service]: readonly PackedPackage[]): string[] {
  const [version, other] = [main, service].map((packed) => packed!.manifest.version);
  return version === other ? [] : [`service/package.json: set \`version\` to ${version}.`];
}

/** Browsers refuse the file if the docs have another hash. */
function findOtherHash(folder: string): string[] {
  const page = 'docs/quick-start.md';
  const hash = toIntegrity(readFileSync(join(folder, 'dist/embedded-dashboard.min.js')));
  return read(page).includes(hash) ? [] : [`${page}: run \`npm run build && npm run docs\`.`];
}

/** The next builds must not break an application of this release. */
function findOldFixture(): string[] {
  const [released, current] = ['test/upgrade', 'generated'].map((folder) =>
    read(`${folder}/public-api.txt`),
  );
  return released === current
    ? []
    : ['test/upgrade: renew the application, as its README.md says.'];
}

/** Prints the hash of each file that pages load from a CDN. */
function printHashes(folder: string): void {
  const files = JSON.parse(readFileSync(join(folder, 'dist/integrity.json'), 'utf8')) as object;
  for (const file of Object.keys(files)) {
    console.log(`${toIntegrity(readFileSync(join(folder, 'dist', file)))} ${file}`);
  }
}

/** Prints the findings. A value that only a release needs is not an error before it. */
function report(findings: readonly string[], atRelease: readonly string[]): void {
  for (const text of check ? atRelease : []) console.log(`Before the release: ${text}`);
  const errors = check ? findings : [...findings, ...atRelease];
  for (const text of errors) console.error(`❌ ${text}`);
  console.log(errors.length ? `${errors.length} findings` : 'The packages are ready.');
  process.exitCode = Number(errors.length > 0);
}

/** Writes a list of the libraries of each package, and the tarballs if they may be published. */
function writeOutput(
  packages: readonly PackedPackage[],
  bundles: readonly (readonly Bundle[])[],
): void {
  rmSync(OUTPUT, { recursive: true, force: true });
  mkdirSync(OUTPUT);
  const all = readSbom(clone);
  for (const [index, { tarball, manifest }] of packages.entries()) {
    const libraries = bundles[index]!.flatMap((bundle) => bundle.libraries);
    const bundled = libraries.map((library) => join(clone, library));
    const sbom = toPackageSbom(all, manifest, bundled, join(clone, SOURCES[index]!));
    const file = `${OUTPUT}/${manifest.name}.cdx.json`;
    writeFileSync(file, `${JSON.stringify(sbom, null, 2)}\n`);
    console.log(`${file}: the SBOM, with ${sbom.components.length} libraries`);
    if (!check && !process.exitCode) copyFileSync(tarball, join(OUTPUT, basename(tarball)));
  }
}
