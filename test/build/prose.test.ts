import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lintProse, rateProse } from '../../build/prose/lint-prose.ts';
import { findHits } from '../../build/prose/rules.ts';
import { hasGit } from '../support/has-git.ts';

/** Files, each with the hits in its lines. */
const FILES: [title: string, path: string, lines: string[], hits: string[]][] = [
  [
    'the opener of each comment, and no later word',
    'a.ts',
    ['/** What it is. */', 'f(); // where it is', '', '// It is', '// what it was.'],
    ['1: What', '2: where'],
  ],
  [
    'the opener of a tag description',
    'a.ts',
    ['/**', ' * A part.', ' * @csspart box - What is shown.', ' */'],
    ['3: What'],
  ],
  [
    'words over the line ends of a comment',
    'a.ts',
    ['/**', ' * It comes by', ' * itself.', ' */', '// as it is', '// told'],
    ['2: by itself', '5: is told'],
  ],
  [
    'no names, paths and code in comments',
    'a.ts',
    [
      '// `anew`, mend(), till.ts, a-till, x.anew, /beside, {@link anew}, besides http://a/till',
      'const anew = { beside: till };',
    ],
    [],
  ],
  [
    'words in strings and templates, apart from names',
    'a.ts',
    ["it('begins anew', run);", "f('beside', `${a} beside ${b} till`, `run \\nanew`);"],
    ['1: anew', '2: beside', '2: till', '2: anew'],
  ],
  [
    'comments next to strings, templates and regular expressions',
    'a.ts',
    ["f('http://x // What'); // Who", 'g(`/* What ${1 /* Where */} */`);', '/[/]/* What/;'],
    ['1: Who', '2: Where'],
  ],
  [
    'words between tags of TSX',
    'a.tsx',
    ['const a = (', '  <p title="run anew">', '    // who <b>Mend</b>', '  </p>', ');'],
    ['2: anew', '3: Mend'],
  ],
  [
    'Markdown without its code, addresses and generated sections',
    'a.md',
    [
      'What `anew` _till_ ``x ` anew`` is [it](mend "mend") <a href="anew">,',
      'by',
      'itself.',
      '',
      '  ```ts',
      '  run(); // comes anew',
      '',
      '  go(); // comes anew',
      '  ```',
      '<!-- events --> | till | <!-- /events -->',
      '<!-- Where it',
      'is told of -->',
    ],
    ['1: till', '1: mend', '2: by itself', '11: Where', '12: told of'],
  ],
  [
    'the texts, scripts and styles of HTML',
    'a.html',
    [
      '<!-- Who --><p class="run anew" title="a > till">Beside <code>anew</code></p>',
      '<script>if (1 < 2) run("http://anew till"); // What',
      '</script><style>',
      '.anew { color: red /* Where */ }',
      '</style>anew',
    ],
    ['1: Who', '1: till', '1: Beside', '2: till', '2: What', '4: Where', '5: anew'],
  ],
  [
    'comments and strings of CSS',
    'a.css',
    ['/* What */ .beside { content: "by itself"; } /* an', '   old till */'],
    ['1: What', '1: by itself', '2: till'],
  ],
  [
    'comments and strings of Python',
    'a.py',
    ['#!/usr/bin/env till', 'x = "# What" # Where', "print('run it till')"],
    ['2: Where', '3: till'],
  ],
  [
    'comments and strings of a shell',
    '.ci/run',
    ['# Whose', 'echo "${#x} told of" # anew', 'x=a#anew'],
    ['1: Whose', '2: told of', '2: anew'],
  ],
  [
    'comments and strings of Java',
    'a.java',
    ['// What', 'String a = "// stands in \\" anew"; /* Who', ' */'],
    ['1: What', '2: stands in', '2: anew', '2: Who'],
  ],
  ['no word of JSON', 'a.json', ['{ "a": "run anew" }'], []],
  [
    'no word of good English',
    'a.md',
    ['There is no page. It is no longer shown. Besides, tell her. It stands out. Until then'],
    [],
  ],
];

it.each(FILES)('finds %s', (_, path, lines, hits) => {
  const found = findHits(path, lines.join('\n')).map(({ line, word }) => `${line}: ${word}`);
  expect(found).toEqual(hits);
});

describe.skipIf(!hasGit)('the check of a project (skipped without git)', () => {
  let folder: string;

  function write(path: string, text: string): void {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'prose-'));
    execFileSync('git', ['init', '--quiet'], { cwd: folder });
    write('.gitignore', 'dist/\n');
    write('dist/a.ts', '// What is built\n');
    write('src/element/deep/a.ts', '// What is old\n\n// It is good English\n');
    write('docs/a.md', 'It begins anew.\n');
    write('README.md', 'It begins again.\n');
    symlinkSync('src', join(folder, 'link'));
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  it('names every stilted word, but not in files that git ignores', () => {
    expect(lintProse(folder)).toEqual([
      'docs/a.md:1: anew — write “again” instead',
      'src/element/deep/a.ts:1: What — write the noun first, or a verb in the third person instead',
    ]);
  });

  it('names those of a folder or a file', () => {
    const [hit] = lintProse(folder);
    expect(lintProse(folder, 'docs/')).toEqual([hit]);
    expect(lintProse(folder, 'docs/a.md')).toEqual([hit]);
    expect(lintProse(folder, 'doc')).toEqual([]);
  });

  it('counts words and stilted words by folder', () => {
    expect(rateProse(folder)).toEqual({
      '.gitignore': { words: 0, hits: 0 },
      'README.md': { words: 3, hits: 0 },
      docs: { words: 3, hits: 1 },
      'src/element': { words: 7, hits: 1 },
    });
  });
});
