import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';

/** Texts in other languages than English: `de.ts`, `zh-CN.ts`. */
const TRANSLATION = /\/(locales|words)\/[a-z]{2}(-[a-z]{2})?\.ts$/i;
/** All files that git does not ignore. A container may run this as another user than the owner of the clone. */
const LIST = '-c safe.directory=* -c core.quotePath=off ls-files --deduplicate --cached --others';

/** Returns the files of the project in `root`, without translations and files that git ignores. */
export function listFiles(root: string): string[] {
  const args = [...LIST.split(' '), '--exclude-standard', '-z'];
  const files = execFileSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return files
    .split('\0')
    .filter((path) => path && !TRANSLATION.test(path) && isFile(join(root, path)))
    .toSorted();
}

/** Git lists deleted files, and links to folders. */
function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
