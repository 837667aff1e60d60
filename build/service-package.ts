import { execFileSync } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { PAGE_STYLES } from '../service/src/start/page-assets.ts';
import {
  bundleScript,
  LICENSES_FILE,
  PAGE_SCRIPTS,
  toCompiled,
} from '../service/src/start/find-script.ts';

const SERVICE = 'service';
const SOURCES = `${SERVICE}/src`;
/** The folder to pack and publish. */
const PACKAGE = `${SERVICE}/dist`;
const CODE = `${PACKAGE}/lib`;

/** Turns the package.json of the sources into that of the published package. */
function toPublished(manifest: Record<string, unknown>): Record<string, unknown> {
  const { private: _, scripts: __, devDependencies: ___, exports: ____, ...rest } = manifest;
  return {
    ...rest,
    files: ['lib', LICENSES_FILE],
    bin: { 'embedded-dashboard-service': './lib/main.js' },
    exports: {
      '.': { types: './lib/index.d.ts', default: './lib/index.js' },
      './package.json': './package.json',
    },
  };
}

/** Returns the license of a library, and its notice if it has one. */
function readLicense(library: string): string {
  const folder = `node_modules/${library}`;
  const files = readdirSync(folder).filter((name) =>
    /^(licen[sc]e|notice)(\.(txt|md))?$/i.test(name),
  );
  if (files.length === 0) throw new Error(`${library} has no license file.`);
  const texts = files.toSorted().map((name) => readFileSync(`${folder}/${name}`, 'utf8').trim());
  return `${library}\n\n${texts.join('\n\n')}\n`;
}

rmSync(PACKAGE, { recursive: true, force: true });
execFileSync(
  process.execPath,
  ['node_modules/typescript/bin/tsc', '-p', `${SERVICE}/tsconfig.build.json`],
  {
    stdio: 'inherit',
  },
);
for (const path of readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })) {
  if (path.endsWith('.css')) copyFileSync(`${SOURCES}/${path}`, `${CODE}/${path}`);
}
const libraries = new Set<string>();
// Replace the compiled modules, which pages could not load, by bundles.
for (const path of Object.values(PAGE_SCRIPTS)) {
  const script = await bundleScript(`${SOURCES}/${path}`);
  writeFileSync(`${CODE}/${toCompiled(path)}`, script.code);
  for (const library of script.libraries) libraries.add(library);
}
const licenses = [...libraries].toSorted().map(readLicense);
writeFileSync(`${PACKAGE}/${LICENSES_FILE}`, licenses.join(`\n${'-'.repeat(80)}\n\n`));
const manifest = JSON.parse(readFileSync(`${SERVICE}/package.json`, 'utf8')) as Record<
  string,
  unknown
>;
writeFileSync(`${PACKAGE}/package.json`, `${JSON.stringify(toPublished(manifest), null, 2)}\n`);
copyFileSync(`${SERVICE}/README.md`, `${PACKAGE}/README.md`);
copyFileSync('LICENSE', `${PACKAGE}/LICENSE`);

printPageWeight();

/** Prints the size of the files of a dashboard page. */
function printPageWeight(): void {
  const files = { script: [toCompiled(PAGE_SCRIPTS.dashboard)], styles: PAGE_STYLES.dashboard };
  for (const [name, paths] of Object.entries(files)) {
    const content = Buffer.concat(paths.map((path) => readFileSync(`${CODE}/${path}`)));
    console.log(`The page's ${name}: ${(gzipSync(content).length / 1000).toFixed(1)} kB gzipped`);
  }
}
