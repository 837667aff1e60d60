import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

/** The name of each row, which is in the first column, and the text of the last column. */
function rowsOf(folder: string): [row: string, heldBy: string][] {
  const rows = read(`${folder}/README.md`).matchAll(/^\| (\w\d+) .*\| (.*?) *\|$/gm);
  return Array.from(rows, ([, row, heldBy]) => [row!, heldBy!]);
}

/** The tests that a row names. The name of a file applies until the next one. */
function testsIn(folder: string, heldBy: string): [file: string, title: string][] {
  const tests: [string, string][] = [];
  let file = '';
  for (const [, name, title] of heldBy.matchAll(/`([\w./-]+)`: |“(.+?)”/g)) {
    if (name) file = `${name.includes('/') ? name : `${folder}/${name}`}.test.ts`;
    else tests.push([file, title!.replaceAll('`', '')]);
  }
  return tests;
}

describe.for(['element', 'host'])('the table of test/%s', (folder) => {
  const rows = rowsOf(folder);

  test('has unique names of rows, and a test or a reason in each row', () => {
    const names = rows.map(([row]) => row);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThanOrEqual(40);
    const empty = rows.filter(
      ([, heldBy]) => !heldBy.startsWith('Left out. ') && !testsIn(folder, heldBy).length,
    );
    expect(empty).toEqual([]);
  });

  test('names existing tests', () => {
    const lost: string[] = [];
    for (const [row, heldBy] of rows) {
      for (const [file, title] of testsIn(folder, heldBy)) {
        const source = read(file);
        const isThere = ["'", '"', '`'].some((quote) => source.includes(quote + title + quote));
        if (!isThere) lost.push(`${row}: ${file}: ${title}`);
      }
    }
    expect(lost).toEqual([]);
  });
});
