import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lintProse, listProse } from '../../build/prose/lint-prose.ts';
import { findHits } from '../../build/prose/rules.ts';

const BASELINE = 'build/prose/baseline.json';

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

describe('the baseline', () => {
  let folder: string;

  function write(path: string, text: string): void {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }

  function git(...args: string[]): void {
    const author = ['-c', 'user.name=A', '-c', 'user.email=a@example.com'];
    execFileSync('git', [...author, ...args], { cwd: folder });
  }

  function readBaseline(): unknown {
    return JSON.parse(readFileSync(join(folder, BASELINE), 'utf8'));
  }

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'prose-'));
    write('.gitignore', 'dist/\n');
    write('dist/a.ts', '// What is built\n');
    write('src/a.ts', '// What is old\n\n// Where it is\n');
    write('docs/deep/er/and/deepest/a.md', 'It begins anew.\n');
    write('README.md', 'It begins anew.\n');
    write(BASELINE, '{ "README.md": 1, "docs/deep/er/and": 1, "src": 2 }');
    git('init', '--quiet');
    git('add', '.');
    git('commit', '--quiet', '--message', 'Begin');
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  it('passes without added hits', () => {
    expect(lintProse(folder)).toEqual([]);
  });

  it('fails for added lines and new files, and names only these', () => {
    write('src/a.ts', '// What is old\n\n// Who is new\n\n// Where it is\n');
    git('commit', '--quiet', '--all', '--message', 'Add');
    write('src/b.ts', "f('till then');\n");
    expect(lintProse(folder)).toEqual([
      'src/a.ts:3: Who — write the noun first, or a verb in the third person instead',
      'src/b.ts:1: till — write “until” instead',
      'src: 4 hits, at most 2',
    ]);
  });

  it('names the lines of a moved file', () => {
    git('mv', 'src/a.ts', 'docs/deep/er/and/a.ts');
    git('commit', '--quiet', '--message', 'Move');
    expect(lintProse(folder)).toEqual([
      expect.stringMatching('docs/deep/er/and/a.ts:1: What'),
      expect.stringMatching('docs/deep/er/and/a.ts:3: Where'),
      'docs/deep/er/and: 3 hits, at most 1',
      expect.stringMatching('src: 0 hits, fewer than its 2'),
    ]);
  });

  it('fails for a hit in a new folder', () => {
    write('src/new/a.ts', '// It begins anew\n');
    const faults = ['src/new/a.ts:1: anew — write “again” instead', 'src/new: 1 hits, at most 0'];
    expect(lintProse(folder)).toEqual(faults);
    expect(lintProse(folder, { isUpdate: true })).toEqual(faults);
  });

  it('names every hit of a folder if no line is added', () => {
    write(BASELINE, '{ "README.md": 1, "docs/deep/er/and": 1, "src": 1 }');
    expect(lintProse(folder)).toEqual([
      expect.stringMatching('src/a.ts:1: What'),
      expect.stringMatching('src/a.ts:3: Where'),
      'src: 2 hits, at most 1',
    ]);
  });

  it('fails for fewer hits until it is lowered', () => {
    write('src/a.ts', '// Where it is\n');
    rmSync(join(folder, 'docs'), { recursive: true });
    expect(lintProse(folder)).toEqual([
      expect.stringMatching('docs/deep/er/and: 0 hits, fewer than its 1; .* --update'),
      expect.stringMatching('src: 1 hits, fewer than its 2; .* --update'),
    ]);
    expect(lintProse(folder, { isUpdate: true })).toEqual([]);
    expect(readBaseline()).toEqual({ 'README.md': 1, src: 1 });
    expect(lintProse(folder)).toEqual([]);
  });

  it('is never raised, while other folders are lowered', () => {
    write('src/a.ts', '// What\n\n// Who\n\n// Where\n');
    write('docs/deep/er/and/deepest/a.md', 'It begins again.\n');
    expect(lintProse(folder, { isUpdate: true })).toContain('src: 3 hits, at most 2');
    expect(readBaseline()).toEqual({ 'README.md': 1, src: 2 });
  });

  it('lists the hits of a folder or a file', () => {
    const hit = 'docs/deep/er/and/deepest/a.md:1: anew — write “again” instead';
    expect(listProse(folder, 'docs/')).toEqual([hit]);
    expect(listProse(folder, 'docs/deep/er/and/deepest/a.md')).toEqual([hit]);
    expect(listProse(folder, 'doc')).toEqual([]);
    expect(listProse(folder, '.')).toHaveLength(4);
  });
});
