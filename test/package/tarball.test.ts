import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire, SourceMap, type SourceMapPayload, type SourceMapping } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { publint } from 'publint';
import { describe, expect, it } from 'vitest';
import { findLostLinks } from './lost-links.ts';
import { APPLICATION, INSTALLED, TARBALL } from './packed-package.ts';

const FILES = readdirSync(INSTALLED, { recursive: true, encoding: 'utf8' })
  .filter((path) => statSync(`${INSTALLED}/${path}`).isFile())
  .toSorted();

function read(path: string): string {
  return readFileSync(`${INSTALLED}/${path}`, 'utf8');
}

function readMap(path: string): SourceMapPayload {
  return JSON.parse(read(`${path}.map`)) as SourceMapPayload;
}

/** Matches the file of one language's texts, which is bundled and has no map. */
const LOCALE = /^dist\/locales\/[a-z]{2}(-[A-Z]{2})?\.js$/;

it('contains only what its users and their editors read', () => {
  const wanted = [
    /^(package|custom-elements|vscode\.html-custom-data|web-types)\.json$/,
    /^(CHANGELOG|README|docs\/doctor)\.md$|^LICENSE$/,
    /^dist\/(embedded-dashboard\.min|command|host)\.js(\.map|\.LICENSE\.txt)?$/,
    // These two contain no library.
    /^dist\/embedded-dashboard-(frame|page)\.min\.js(\.map)?$/,
    /^dist\/((doctor|element|frame|frameworks|host(\/\w+)?|locales|page|protocol)\/[\w.-]+|index)\.d\.ts(\.map)?$/,
    /^dist\/((doctor|element|frame|frameworks|page|protocol)\/[\w.-]+|locales\/dashboard-texts|index)\.js(\.map)?$/,
    LOCALE,
    /^dist\/integrity\.json$/,
    /^(command\/)?src\/([\w-]+\/){0,2}[\w.-]+\.ts$/,
  ];
  expect(FILES.filter((path) => !wanted.some((pattern) => pattern.test(path)))).toEqual([]);
});

it.for([
  'dist/embedded-dashboard.min.js',
  'dist/embedded-dashboard-frame.min.js',
  'dist/embedded-dashboard-page.min.js',
  'dist/integrity.json',
  'custom-elements.json',
  'vscode.html-custom-data.json',
  'web-types.json',
  'package.json',
])('lets servers and editors find %s by the name of the package', (path) => {
  const { resolve } = createRequire(`${APPLICATION}/server.js`);
  expect(resolve(`embedded-dashboard/${path}`)).toBe(`${INSTALLED}/${path}`);
});

it('has a file for each language, which imports nothing and has a hash', () => {
  const files = FILES.filter((path) => LOCALE.test(path));
  expect(files.length).toBeGreaterThanOrEqual(24);
  const hashes = JSON.parse(read('dist/integrity.json')) as Record<string, string>;
  for (const file of files) {
    expect(read(file)).not.toMatch(/\bimport\b/);
    expect(hashes[file.replace('dist/', '')]).toMatch(/^sha384-/);
  }
});

it('leads tools that do not read its exports to the module that registers the tag', () => {
  const { main, exports } = JSON.parse(read('package.json'));
  expect(main).toBe(exports['.']);
});

it('has no relative link to a file that is not in it', () => {
  const documents = FILES.filter((path) => path.endsWith('.md'));
  expect(documents).toEqual(['CHANGELOG.md', 'README.md', 'docs/doctor.md']);
  const lost = documents.flatMap((path) => findLostLinks(INSTALLED, path));
  expect(lost).toEqual([]);
});

it('passes publint', async () => {
  const { messages } = await publint({ pkgDir: INSTALLED, pack: false, strict: true });
  expect(messages).toEqual([]);
});

it('has correct types for each way to import', () => {
  const command = 'test/package/node_modules/.bin/attw';
  // These files are served to pages, not imported.
  const scripts = FILES.filter((path) => path.endsWith('.min.js'));
  const args = [TARBALL, '--profile', 'esm-only', '--exclude-entrypoints', ...scripts];
  const run = (): string => execFileSync(command, args, { encoding: 'utf8', stdio: 'pipe' });
  expect(run).not.toThrow();
});

/** The packages whose code each bundle contains. */
const BUNDLED = {
  'embedded-dashboard.min.js': ['@lit/reactive-element'],
  'command.js': ['@babel/parser', 'entities', 'parse5'],
  'host.js': ['@noble/hashes'],
};

it.for(Object.entries(BUNDLED))('names in %s the file with all its licenses', ([file, names]) => {
  const code = read(`dist/${file}`);
  const [, list = ''] = /^(?:#!.+\n)?\/\*! Licenses: (\S+) \*\/\n/.exec(code) ?? [];
  const texts = read(`dist/${list}`).split(/^## /m).slice(1);
  expect(texts.map((text) => text.split(' ')[0])).toEqual(names);
  const folders = foldersIn(readMap(`dist/${file}`));
  expect([...folders.keys()].toSorted()).toEqual(names);
  for (const [index, name] of names.entries()) {
    const license = readFileSync(join('dist', folders.get(name)!, 'LICENSE'), 'utf8').trim();
    expect(texts[index]).toContain(license);
  }
});

/** Returns the bundled packages, with their folders relative to the map. */
function foldersIn({ sources }: SourceMapPayload): Map<string, string> {
  const found = sources.map((source) => /^.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source));
  return new Map(found.flatMap((match) => (match ? [[match[1]!, match[0]]] : [])));
}

describe('the source maps', () => {
  const mapped = FILES.filter((path) => FILES.includes(`${path}.map`));

  it('exist for every script and for all compiled typings', () => {
    const others = FILES.filter(
      (path) => /^dist.*\.(js|d\.ts)$/.test(path) && !mapped.includes(path) && !LOCALE.test(path),
    );
    const byHand = readdirSync('src/frameworks').filter((name) => name.endsWith('.d.ts'));
    expect(others).toEqual(byHand.map((name) => `dist/frameworks/${name}`));
  });

  it('lead to files of the package, and to libraries', () => {
    for (const path of mapped) {
      const { sources } = readMap(path);
      const own = sources.filter((source) => !source.includes('node_modules'));
      expect(FILES, path).toEqual(
        expect.arrayContaining(own.map((source) => join(dirname(path), source))),
      );
      expect(read(path).trimEnd().split('\n').at(-1)).toBe(
        `//# sourceMappingURL=${basename(path)}.map`,
      );
    }
  });

  it('contain the source of each text in a script', () => {
    // In `command.js` the bundler inlines constants, and maps each text to the use of its constant.
    const scripts = mapped.filter((name) => name.endsWith('.js') && name !== 'dist/command.js');
    for (const path of scripts) {
      const payload = readMap(path);
      const map = new SourceMap(payload);
      expect(payload.sourcesContent.every(Boolean), path).toBe(true);
      for (const { line, column, text } of textsOf(read(path))) {
        const origin = map.findEntry(line, column) as SourceMapping;
        const source = payload.sourcesContent[payload.sources.indexOf(origin.originalSource)];
        const original = source?.split('\n')[origin.originalLine]?.slice(origin.originalColumn + 1);
        expect(original?.slice(0, text.length), `${path}:${line}:${column}`).toBe(text);
      }
    }
  });
});

/** Returns the sentences in the code, which minifiers do not change, with their positions. */
function textsOf(code: string): { line: number; column: number; text: string }[] {
  const sentence = /(["'`])([A-Za-z][\w-]* [\w ;,.’-]{8,})\1/g;
  return code.split('\n').flatMap((content, line) => {
    if (/^\s*(\*|\/)/.test(content)) return [];
    return Array.from(content.matchAll(sentence), ({ index, 2: text = '' }) => ({
      line,
      column: index,
      text,
    }));
  });
}
