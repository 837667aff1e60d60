import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Dashboard } from '../dashboard/definition.ts';
import { toFiles } from './dashboard-files.ts';
import { FileNamer } from './file-namer.ts';
import { MAX_FILE_BYTES } from './read-folder.ts';
import { DeployRefusal } from './refusal.ts';

/**
 * Writes dashboards into a new or an empty folder. Returns the names of their folders.
 * @throws {DeployRefusal} for any other folder, and for a file that is larger than those that are read.
 */
export function writeFolder(folder: string, dashboards: readonly Dashboard[]): string[] {
  const namer = new FileNamer();
  const folders = dashboards.map((dashboard) => {
    const files = toFiles(dashboard);
    const isLarge = [...files.values()].some((text) => Buffer.byteLength(text) > MAX_FILE_BYTES);
    if (isLarge) throw new DeployRefusal(`${dashboard.title}: a file would have more than 1 MiB.`);
    return { name: namer.name(dashboard.title), files };
  });
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
