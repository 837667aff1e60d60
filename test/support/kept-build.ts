import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fingerprint } from './fingerprint.ts';

/** The files of a build, by their paths in its folder. */
export type BuiltFiles = ReadonlyMap<string, Uint8Array | string>;

/** The sources of the service, and the versions of its libraries and tools. */
export const SERVICE_SOURCES = [
  'service/src',
  'src/page',
  'service/package.json',
  'package-lock.json',
];

/**
 * Returns the folder of a build of `sources`, which are files and folders. Only the first test run after a change makes
 * it. `home` is the folder whose `node_modules` keeps it.
 */
export async function keepBuild(
  name: string,
  { home, sources }: { home: string; sources: readonly string[] },
  make: () => Promise<BuiltFiles>,
): Promise<string> {
  const folder = toFolder(home, name, fingerprint(sources));
  if (!existsSync(folder)) write(folder, await make());
  return folder;
}

/** Returns the folder of files, named after their content. */
export function keepFiles(name: string, home: string, files: BuiltFiles): string {
  const hash = createHash('sha256');
  for (const [path, content] of files) hash.update(path).update(content);
  const folder = toFolder(home, name, hash.digest('hex'));
  if (!existsSync(folder)) write(folder, files);
  return folder;
}

function toFolder(home: string, name: string, hash: string): string {
  return resolve(home, 'node_modules/.cache/test-bundles', `${name}-${hash}`);
}

/** Writes all files or none: several workers may write the same build. */
function write(folder: string, files: BuiltFiles): void {
  const part = `${folder}.${randomUUID()}`;
  for (const [path, content] of files) {
    mkdirSync(dirname(join(part, path)), { recursive: true });
    writeFileSync(join(part, path), content);
  }
  try {
    renameSync(part, folder);
  } catch (error) {
    rmSync(part, { recursive: true });
    // Another worker was faster.
    if (!existsSync(folder)) throw error;
  }
}
