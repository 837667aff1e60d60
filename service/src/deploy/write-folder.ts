import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Dashboard } from '../dashboard/definition.ts';
import { toFiles } from './dashboard-files.ts';
import { FileNamer } from './file-namer.ts';
import { MAX_FILE_BYTES } from './plain-file.ts';
import { MAX_BYTES, MAX_ENTRIES } from './read-folder.ts';
import { DeployRefusal } from './refusal.ts';

/**
 * Writes dashboards into a new or an empty folder. Returns the names of their folders.
 * @throws {DeployRefusal} for any other folder, and for files that are larger or more than those that are read.
 */
export function writeFolder(folder: string, dashboards: readonly Dashboard[]): string[] {
  const namer = new FileNamer();
  let left = MAX_BYTES;
  const folders = dashboards.map((dashboard) => {
    const files = toFiles(dashboard);
    const sizes = [...files.values()].map((text) => Buffer.byteLength(text));
    if (sizes.some((size) => size > MAX_FILE_BYTES)) {
      throw new DeployRefusal(`${dashboard.title}: a file would have more than 1 MiB.`);
    }
    left -= sizes.reduce((sum, size) => sum + size, 0);
    return { name: namer.name(dashboard.title), files };
  });
  if (left < 0) throw new DeployRefusal('The files would have more than 128 MiB together.');
  if (folders.length > MAX_ENTRIES) {
    throw new DeployRefusal(`The company has more than ${MAX_ENTRIES} dashboards.`);
  }
  try {
    mkdirSync(folder, { recursive: true });
    if (readdirSync(folder).length > 0) throw new DeployRefusal(`${folder}: is not empty.`);
    for (const { name, files } of folders) {
      mkdirSync(join(folder, name));
      for (const [file, text] of files)
        writeFileSync(join(folder, name, file), text, { flag: 'wx' });
    }
  } catch (error) {
    if (error instanceof DeployRefusal) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new DeployRefusal(`${folder}: cannot be written (${code}).`);
  }
  return folders.map(({ name }) => name);
}
