import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The folders of the table, without the apps and packages that are shown or measured. */
const FOLDERS = ['root', 'command', 'service', 'bench', 'site', 'test/package'];

/** Returns the development dependencies of a folder's `package.json`, as `folder: package`. */
function declaredIn(folder: string): string[] {
  const path = folder === 'root' ? 'package.json' : `${folder}/package.json`;
  const { devDependencies } = JSON.parse(readFileSync(path, 'utf8')) as Record<string, object>;
  return Object.keys(devDependencies!).map((name) => `${folder}: ${name}`);
}

/** Returns the rows of the table in build/dependencies.md: packages, folders and reason. */
function readRows(): string[][] {
  const text = readFileSync('build/dependencies.md', 'utf8');
  const lines = text.split('\n').filter((line) => line.startsWith('| `'));
  return lines
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map((row) => row.slice(1, 4));
}

test('each development dependency is in the table once, with its reason', () => {
  const rows = readRows();
  const named = rows.flatMap(([packages, folders]) =>
    Array.from(packages!.matchAll(/`(.+?)`/g), ([, name]) =>
      folders!.split(', ').map((folder) => `${folder}: ${name}`),
    ).flat(),
  );
  expect(named.toSorted()).toEqual(FOLDERS.flatMap(declaredIn).toSorted());
  expect(rows.filter(([, , reason]) => !reason)).toEqual([]);
});
