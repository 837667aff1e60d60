import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Texts in other languages than English: `de.ts`, `zh-CN.ts`. */
const TRANSLATION = /\/(locales|words)\/[a-z]{2}(-[a-z]{2})?\.ts$/i;

/** Returns the files of the project in `root`, without translations and files that git ignores. */
export function listFiles(root: string): string[] {
  const files = git(
    root,
    'ls-files',
    '--deduplicate',
    '--cached',
    '--others',
    '--exclude-standard',
    '-z',
  );
  return files
    .split('\0')
    .filter((path) => path && !TRANSLATION.test(path) && existsSync(join(root, path)))
    .toSorted();
}

/** Returns a function that checks if a line in `folders` is newer than the last commit of the file `since`. */
export function findAddedLines(
  root: string,
  since: string,
  folders: string[],
): (path: string, line: number) => boolean {
  const commit = git(root, 'log', '-1', '--format=%H', '--', since).trim();
  if (!commit) return () => false;
  const added = new Set(
    git(root, 'ls-files', '--deduplicate', '--others', '--exclude-standard', '-z').split('\0'),
  );
  let path = '';
  const patch = git(root, 'diff-index', '-p', '-U0', '--no-prefix', commit, '--', ...folders);
  for (const line of patch.split('\n')) {
    path = /^\+\+\+ (.*?)\t?$/.exec(line)?.[1] ?? path;
    const [, first, length = '1'] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
    for (let offset = 0; first && offset < Number(length); offset++)
      added.add(`${path}:${Number(first) + offset}`);
  }
  return (file, line) => added.has(file) || added.has(`${file}:${line}`);
}

function git(root: string, ...args: string[]): string {
  // A container may run this as another user than the owner of the clone.
  const settings = ['-c', 'safe.directory=*', '-c', 'core.quotePath=off'];
  return execFileSync('git', [...settings, ...args], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
}
