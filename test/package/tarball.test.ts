import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire, SourceMap, type SourceMapPayload, type SourceMapping } from 'node:module';
import { publint } from 'publint';
import { describe, expect, it } from 'vitest';
import { APPLICATION, INSTALLED, TARBALL } from './packed-package.ts';

const FILES = readdirSync(INSTALLED, { recursive: true, encoding: 'utf8' })
  .filter((path) => statSync(`${INSTALLED}/${path}`).isFile())
  .toSorted();

function read(path: string): string {
  return readFileSync(`${INSTALLED}/${path}`, 'utf8');
}

it('holds what its users and their editors read, and nothing else', () => {
  const wanted = [
    /^(package|custom-elements|vscode\.html-custom-data|web-types)\.json$/,
    /^(CHANGELOG\.md|LICENSE|README\.md)$/,
    /^dist\/(integrity\.json|[\w.-]+\.js(\.map)?|types\/.*\.d\.ts)$/,
  ];
  expect(FILES.filter((path) => !wanted.some((pattern) => pattern.test(path)))).toEqual([]);
});

it.for([
  'dist/embedded-dashboard.min.js',
  'dist/integrity.json',
  'custom-elements.json',
  'vscode.html-custom-data.json',
  'web-types.json',
  'package.json',
])('lets a server or an editor find %s by the name of the package', (path) => {
  const { resolve } = createRequire(`${APPLICATION}/server.js`);
  expect(resolve(`embedded-dashboard/${path}`)).toBe(`${INSTALLED}/${path}`);
});

it('leads those who do not read its exports to what registers the tag', () => {
  const { main, exports } = JSON.parse(read('package.json'));
  expect(main).toBe(exports['.'].default);
});

it('gives publint nothing to say', async () => {
  const { messages } = await publint({ pkgDir: INSTALLED, pack: false, strict: true });
  expect(messages).toEqual([]);
});

it('has types that are right for each way to import', () => {
  const command = 'test/package/node_modules/.bin/attw';
  // Which is served to pages, and not imported.
  const script = ['--exclude-entrypoints', 'dist/embedded-dashboard.min.js'];
  const args = [TARBALL, '--profile', 'esm-only', ...script];
  const run = (): string => execFileSync(command, args, { encoding: 'utf8', stdio: 'pipe' });
  expect(run).not.toThrow();
});

describe('the source maps', () => {
  const modules = FILES.filter((path) => FILES.includes(`${path}.map`));

  it('stand behind all that is more than a list of exports', () => {
    const others = FILES.filter((path) => path.endsWith('.js') && !modules.includes(path));
    expect(others).toEqual(['dist/element.js', 'dist/frameworks.js']);
  });

  it.for(modules)('lead from %s to its sources', (path) => {
    const code = read(path);
    const payload = JSON.parse(read(`${path}.map`)) as SourceMapPayload;
    const map = new SourceMap(payload);
    expect(code).toMatch(new RegExp(`//# sourceMappingURL=${path.replace('dist/', '')}.map\\s*$`));
    expect(payload.sources.filter((source) => !source.startsWith('../'))).toEqual([]);
    // The sources are no files of the package.
    expect(payload.sourcesContent.every(Boolean)).toBe(true);
    for (const { line, column, text } of textsOf(code)) {
      const origin = map.findEntry(line, column) as SourceMapping;
      const source = payload.sourcesContent[payload.sources.indexOf(origin.originalSource)];
      const original = source?.split('\n')[origin.originalLine]?.slice(origin.originalColumn + 1);
      expect(original?.slice(0, text.length), `${path}:${line}:${column}`).toBe(text);
    }
  });
});

/** The sentences in some code, which no minifier changes, and where they begin. */
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
