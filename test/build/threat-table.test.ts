import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Returns the rows of the threat model in SECURITY.md: asset, attacker, defense and tests. */
function readRows(): string[][] {
  const text = readFileSync('SECURITY.md', 'utf8');
  const [, section = ''] = /^## The threat model$(.*?)^## /ms.exec(text)!;
  return section
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2)
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map((cells) => cells.slice(1, -1));
}

test('each threat has a defense, and tests that exist', () => {
  const rows = readRows();
  expect(rows.length).toBeGreaterThan(10);
  for (const [asset, attacker, defense, tests = ''] of rows) {
    expect([asset, attacker, defense].every(Boolean)).toBe(true);
    const paths = Array.from(tests.matchAll(/\]\((test\/[^)]+\.test\.ts)\)/g), ([, path]) => path!);
    expect(paths, asset).not.toEqual([]);
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
  }
});
