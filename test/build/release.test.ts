import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { findChangedApi, findTableDifferences } from '../../build/release/api-tables.ts';
import { findMissingLicenses, readBundles } from '../../build/release/bundled-libraries.ts';
import { findStaleChangelog, findUnreleased } from '../../build/release/changelog.ts';
import { findDifferences } from '../../build/release/compare-folders.ts';
import { findUnsetValues, OWNER } from '../../build/release/owner.ts';
import { packPackage } from '../../build/release/pack-package.ts';
import { linkDocuments } from '../../build/release/packed-links.ts';
import { toPackageSbom } from '../../build/release/sbom.ts';

const MANIFEST = {
  name: 'small',
  version: '1.2.0',
  files: ['dist'],
  exports: { '.': './dist/index.js' },
  dependencies: { direct: '^3.0.0' },
};
const LICENSE = 'Copyright of the library';
const MAP = { sources: ['../src/index.ts', '../node_modules/outer/node_modules/inner/index.js'] };

/** The files of a small package, whose script contains a library. */
const FILES = {
  'package.json': JSON.stringify(MANIFEST),
  'dist/index.js': 'export const size = 1;',
  'dist/index.js.map': JSON.stringify(MAP),
  'dist/index.js.LICENSE.txt': `## inner\n\n${LICENSE}\n`,
  'node_modules/outer/node_modules/inner/LICENSE': `${LICENSE}\n`,
  'node_modules/outer/node_modules/inner/package.json': '{ "name": "inner", "version": "2.0.0" }',
  'node_modules/direct/package.json': '{ "name": "direct", "version": "3.1.0" }',
};

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** Writes the small package with some other files into a new folder. */
function write(others: Record<string, string> = {}): string {
  const root = mkdtempSync(join(tmpdir(), 'release-test-'));
  folders.push(root);
  for (const [path, text] of Object.entries({ ...FILES, ...others })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

it('compares two builds by the bytes of each file, and shows the first difference', () => {
  expect(findDifferences(write(), write())).toEqual([]);
  const changed = write({ 'dist/index.js': 'export const size = 2;' });
  expect(findDifferences(write(), changed)).toEqual([
    expect.stringContaining('dist/index.js: two builds differ at byte 20'),
  ]);
  const longer = write({ 'dist/index.js': `${FILES['dist/index.js']}\n`, 'dist/new.js': '' });
  expect(findDifferences(longer, write())).toEqual([
    expect.stringContaining('dist/index.js: two builds differ at byte 22'),
    expect.stringContaining('dist/new.js: only one'),
  ]);
});

describe('the licenses', () => {
  const find = (root: string): string[] => findMissingLicenses(root, readBundles(root), root);

  it('are complete if the file next to a script has those of its libraries', () => {
    expect(find(write())).toEqual([]);
    expect(find(write({ 'dist/index.js.LICENSE.txt': '## inner' }))).toEqual([
      'dist/index.js.LICENSE.txt: add the license of inner, which is in dist/index.js.',
    ]);
    const root = write();
    rmSync(join(root, 'node_modules/outer/node_modules/inner/LICENSE'));
    expect(find(root)).toHaveLength(1);
  });
});

describe('the changelog', () => {
  const change = '- A change.\n';

  it.for([
    `# Changelog\n\n## Unreleased\n\n${change}`,
    `## 1.2.0 (2026-11-26)\n\n${change}`,
    `## Unreleased\n\n${change}## 1.1.0\n`,
  ])('is right with the version or the next one: %j', (text) => {
    expect(findStaleChangelog(text, '1.2.0')).toEqual([]);
  });

  it.for(['', '# Changelog', `## 1.1.0\n\n${change}`, '## 1.2.0\n\n## 1.1.0\n'])(
    'is stale without them, and without a change: %j',
    (text) => {
      expect(findStaleChangelog(text, '1.2.0')).toHaveLength(1);
    },
  );

  it('must start with the version at a release', () => {
    expect(findUnreleased(`## 1.2.0\n\n${change}`, '1.2.0')).toEqual([]);
    expect(findUnreleased(`## Unreleased\n\n${change}## 1.2.0`, '1.2.0')).toEqual([
      'CHANGELOG.md: rename the first heading to “## 1.2.0”.',
    ]);
  });
});

describe('the public API', () => {
  const saved = readFileSync('generated/public-api.txt', 'utf8');
  const read = (path: string): string => readFileSync(path, 'utf8');

  it('differs from a build with another type', () => {
    expect(findChangedApi(saved, saved)).toEqual([]);
    expect(findChangedApi(saved, saved.replace('basePath?: string;', ''))).toEqual([
      expect.stringContaining('embedded-dashboard/host differs from the build'),
    ]);
  });

  it('agrees with the tables of the docs', () => {
    expect(findTableDifferences(saved, read)).toEqual([]);
  });

  it.for([
    ["'dashboard-load': Dash", "'dashboard-loaded': Dash", 'docs/events.md', 'dashboard-load'],
    ["'config' | 'network'", "'network'", 'docs/troubleshooting.md', 'config'],
    ['readonly theme: {};', '', 'docs/element.md', 'theme'],
    ['reload(): Promise<void>;', '', 'docs/element.md', 'reload'],
    ['basePath?: string;', '', 'docs/host-api.md', 'basePath'],
    ['apiKey: string | undefined;', '', 'docs/host-api.md', 'apiKey'],
    ["'config' | 'unauthenticated'", "'config'", 'docs/host-api.md', 'unauthenticated'],
    ['# embedded-dashboard/vue', '# embedded-dashboard/view', 'docs/versions.md', '/vue'],
  ] as const)('differs from the tables without %j', ([from, to, page, name]) => {
    const found = findTableDifferences(saved.replaceAll(from, to), read);
    expect(found.some((text) => text.startsWith(page) && text.includes(`${name}\``))).toBe(true);
  });
});

it('asks for each value that the owner has not set, and puts the others into the package', () => {
  const owner = { ...OWNER, homepage: 'https://docs.example', bugs: 'https://bugs.example' };
  const asked = findUnsetValues({ ...owner, repository: null });
  expect(asked).toContain('Set `repository` in build/release/owner.ts.');
  expect(asked.join('\n')).not.toContain('homepage');
  const root = write();
  const { folder, manifest } = packPackage(root, join(root, 'packed'), owner);
  expect(findDifferences(join(root, 'dist'), join(folder, 'dist'))).toEqual([]);
  expect(manifest).toMatchObject({ name: 'small', version: '1.2.0' });
  expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).toMatchObject({
    name: 'small',
    homepage: 'https://docs.example',
    bugs: 'https://bugs.example',
  });
});

describe('the links of a packed document', () => {
  const documents = {
    'README.md': [
      'See [here](CHANGELOG.md#1), [the docs](docs/a.md#b) and [the web](https://web.example).',
      '![A picture](docs/a.png) [![Linked](docs/b.png)](docs/b.md) [below](#below)',
      '```sh',
      '[code](docs/a.md)',
      '```',
    ].join('\n'),
    'CHANGELOG.md': 'See [the docs](docs/a.md).\n',
  };

  const linksOf = (repository: string | null, place: string): string => {
    const folder = write(documents);
    linkDocuments({ folder, place, repository });
    return readFileSync(join(folder, 'README.md'), 'utf8');
  };

  it('lead to the repository, unless the package has their files', () => {
    const base = 'https://forge.example/team/project/blob/HEAD/service/docs';
    expect(linksOf('git+https://forge.example/team/project.git', 'service').split('\n')).toEqual([
      `See [here](CHANGELOG.md#1), [the docs](${base}/a.md#b) and [the web](https://web.example).`,
      `![A picture](${base}/a.png?raw=true) [![Linked](${base}/b.png?raw=true)](${base}/b.md) [below](#below)`,
      ...['```sh', '[code](docs/a.md)', '```'],
    ]);
  });

  it('are left out without an address of the repository', () => {
    expect(linksOf(null, '.').split('\n').slice(0, 2)).toEqual([
      'See [here](CHANGELOG.md#1), the docs and [the web](https://web.example).',
      'A picture Linked [below](#below)',
    ]);
  });
});

it('lists dependencies with theirs, and bundled libraries, but no tools', () => {
  const root = write();
  const refs = ['direct@3.1.0', 'below@1.0.0', 'inner@2.0.0', 'tool@1.0.0'];
  const all = {
    metadata: { component: { 'bom-ref': 'small@1.2.0' } },
    components: refs.map((ref) => ({ 'bom-ref': ref, properties: ['development'] })),
    dependencies: [
      { ref: 'small@1.2.0', dependsOn: refs },
      { ref: 'direct@3.1.0', dependsOn: ['below@1.0.0'] },
    ],
  };
  const bundled = [join(root, 'node_modules/outer/node_modules/inner')];
  const sbom = toPackageSbom(all, MANIFEST, bundled, root);
  expect(sbom.components.map((entry) => entry['bom-ref'])).toEqual(refs.slice(0, 3));
  expect(sbom.dependencies[0]).toEqual({
    ref: 'small@1.2.0',
    dependsOn: ['direct@3.1.0', 'inner@2.0.0'],
  });
});
