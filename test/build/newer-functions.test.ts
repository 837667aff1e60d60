import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, it } from 'vitest';

/** The modules of the scripts that pages load. */
const ENTRIES = ['src/cdn.ts', 'src/frame/cdn.ts', 'src/page/index.ts'];
/** “Do you need to change your target library?” */
const NEWER = new Set([2550, 2583]);

it('the scripts for pages use of ECMAScript after 2022 exactly the functions that the docs list', () => {
  const program = ts.createProgram(ENTRIES, {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: [],
    strict: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    noEmit: true,
  });
  const used = ts
    .getPreEmitDiagnostics(program)
    .filter(({ code }) => NEWER.has(code))
    .map(
      ({ messageText }) => /'(\w+)'/.exec(ts.flattenDiagnosticMessageText(messageText, ' '))![1],
    );
  const page = readFileSync('docs/versions.md', 'utf8');
  const [, list = ''] = /these newer\s+functions: (.*?)\./s.exec(page)!;
  const listed = Array.from(list.matchAll(/`(\w+)`/g), ([, name]) => name);
  expect(new Set(used)).toEqual(new Set(listed));
});
