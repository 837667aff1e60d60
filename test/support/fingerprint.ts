import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Returns a hash of the names and contents of files, and of all files in folders. */
export function fingerprint(paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of paths.flatMap(listFiles)) {
    const content = createHash('sha256').update(readFileSync(path)).digest('hex');
    hash.update(`${content} ${path}\n`);
  }
  return hash.digest('hex');
}

function listFiles(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  const entries = readdirSync(path, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted();
}
