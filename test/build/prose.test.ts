import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lintProse, rateProse } from '../../build/prose/lint-prose.ts';
import { findHits } from '../../build/prose/rules.ts';
import { hasGit } from '../support/has-git.ts';

/** The hits of a text, each as `line: word`. */
function hitsOf(path: string, ...lines: string[]): string[] {
  return findHits(path, lines.join('\n')).map(({ line, word }) => `${line}: ${word}`);
}

describe('scripts', () => {
  it('finds the opener of each comment, and no later word', () => {
    const code = ['/** What it is. */', 'f(); // where it is', '', '// It is', '// what it was.'];
    expect(hitsOf('a.ts', ...code)).toEqual(['1: What', '2: where']);
  });

  it('finds the opener of a tag description', () => {
    expect(hitsOf('a.ts', '/**', ' * A part.', ' * @csspart box - What is shown.', ' */')).toEqual([
      '3: What',
    ]);
  });

  it('finds words over the line ends of a comment', () => {
    const code = ['/**', ' * It comes by', ' * itself.', ' */', '// as it is', '// told'];
    expect(hitsOf('a.ts', ...code)).toEqual(['2: by itself', '5: is told']);
  });

  it('ignores names, paths and code in comments', () => {
    const code = [
      '// `anew`, mend(), till.ts, a-till, x.anew, /beside, {@link anew}, besides http://a/till',
    ];
    expect(hitsOf('a.ts', ...code, 'const anew = { beside: till };')).toEqual([]);
  });

  it('finds words in strings and templates, apart from names', () => {
    const code = [
      "it('begins anew', run);",
      "f('beside', `${a} beside ${b} till`, `run \\nanew`);",
    ];
    expect(hitsOf('a.ts', ...code)).toEqual(['1: anew', '2: beside', '2: till', '2: anew']);
  });

  it('distinguishes comments from strings, templates and regular expressions', () => {
    const code = [
      "f('http://x // What'); // Who",
      'g(`/* What ${1 /* Where */} */`);',
      '/[/]/* What/;',
    ];
    expect(hitsOf('a.ts', ...code)).toEqual(['1: Who', '2: Where']);
  });

  it('finds words between tags of TSX', () => {
    const code = [
      'const a = (',
      '  <p title="run anew">',
      '    // who <b>Mend</b>',
      '  </p>',
      ');',
    ];
    expect(hitsOf('a.tsx', ...code)).toEqual(['2: anew', '3: Mend']);
  });
});

describe('pages', () => {
  it('reads Markdown without its code, addresses and generated sections', () => {
    const page = [
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
    ];
    expect(hitsOf('a.md', ...page)).toEqual([
      '1: till',
      '1: mend',
      '2: by itself',
      '11: Where',
      '12: told of',
    ]);
  });

  it('reads the texts, scripts and styles of HTML', () => {
    const page = [
      '<!-- Who --><p class="run anew" title="a > till">Beside <code>anew</code></p>',
      '<script>if (1 < 2) run("http://anew till"); // What',
      '</script><style>',
      '.anew { color: red /* Where */ }',
      '</style>anew',
    ];
    expect(hitsOf('a.html', ...page)).toEqual([
      '1: Who',
      '1: till',
      '1: Beside',
      '2: till',
      '2: What',
      '4: Where',
      '5: anew',
    ]);
  });
});

it.each([
  {
    path: 'a.css',
    lines: ['/* What */ .beside { content: "by itself"; } /* an', '   old till */'],
    found: ['1: What', '1: by itself', '2: till'],
  },
  {
    path: 'a.py',
    lines: ['#!/usr/bin/env till', 'x = "# What" # Where', "print('run it till')"],
    found: ['2: Where', '3: till'],
  },
  {
    path: '.ci/run',
    lines: ['# Whose', 'echo "${#x} told of" # anew', 'x=a#anew'],
    found: ['1: Whose', '2: told of', '2: anew'],
  },
  {
    path: 'a.java',
    lines: ['// What', 'String a = "// stands in \\" anew"; /* Who', ' */'],
    found: ['1: What', '2: stands in', '2: anew', '2: Who'],
  },
  { path: 'a.json', lines: ['{ "a": "run anew" }'], found: [] },
])('reads the comments and strings of $path', ({ path, lines, found }) => {
  expect(hitsOf(path, ...lines)).toEqual(found);
});

it('accepts good English', () => {
  const good =
    'There is no page. It is no longer shown. Besides, tell her. It stands out. Until then';
  expect(hitsOf('a.md', good)).toEqual([]);
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
