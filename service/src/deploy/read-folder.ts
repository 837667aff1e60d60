import { type Dirent, opendirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { DASHBOARD_FILE, type DashboardFiles } from './dashboard-files.ts';
import { MAX_FILE_BYTES, readPlainFile } from './plain-file.ts';
import { DeployRefusal } from './refusal.ts';

/** The size limit of all files, which are in memory together. */
export const MAX_BYTES = 128 * MAX_FILE_BYTES;
/** The largest number of entries in a folder. A dashboard has fewer files, and a company fewer dashboards. */
export const MAX_ENTRIES = 10_000;

/**
 * Reads the dashboards of a folder: their files by the names of their folders, sorted. Only plain files and folders at their
 * real paths count, so nothing outside is read. Names that start with a dot are left out, and files next to the folders.
 * @throws {DeployRefusal} for anything else in the folder, and for a file that cannot be read.
 */
export function readFolder(folder: string): Map<string, DashboardFiles> {
  const reader = new FolderReader();
  const root = reader.findRoot(folder);
  const inside = reader.list(root, '');
  const folders = inside.filter((entry) => !entry.isFile());
  if (folders.length === 0) throw new DeployRefusal(`${folder}: the folder has no dashboards.`);
  return new Map(folders.map((entry) => [entry.name, reader.readDashboard(root, entry)]));
}

class FolderReader {
  #left = MAX_BYTES;

  /** Returns the real path of the folder itself, which may be a link. */
  findRoot(folder: string): string {
    try {
      return realpathSync(folder);
    } catch (error) {
      throw toRefusal(folder, error);
    }
  }

  readDashboard(root: string, folder: Dirent): DashboardFiles {
    const { name } = folder;
    if (!folder.isDirectory())
      throw new DeployRefusal(
        `${name}: this is neither a plain file nor a folder. Links are not followed.`,
      );
    const path = join(root, name);
    const entries = this.list(path, `${name}/`);
    if (!entries.some((entry) => entry.name === DASHBOARD_FILE)) {
      throw new DeployRefusal(`${name}: the folder has no ${DASHBOARD_FILE}.`);
    }
    return new Map(
      entries.map((entry) => {
        const shown = `${name}/${entry.name}`;
        if (!entry.isFile())
          throw new DeployRefusal(`${shown}: this is not a plain file. Links are not followed.`);
        return [entry.name, this.#readText(join(path, entry.name), shown)];
      }),
    );
  }

  /** Lists a folder, sorted by name. */
  list(path: string, shown: string): Dirent[] {
    const entries: Dirent[] = [];
    try {
      const open = opendirSync(path);
      for (let entry = open.readSync(); entry; entry = open.readSync()) {
        if (entry.name.startsWith('.')) continue;
        entries.push(entry);
        if (entries.length > MAX_ENTRIES) break;
      }
      open.closeSync();
    } catch (error) {
      throw toRefusal(shown || path, error);
    }
    if (entries.length > MAX_ENTRIES) {
      throw new DeployRefusal(`${shown || path}: there are more than ${MAX_ENTRIES} entries.`);
    }
    return entries.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  }

  #readText(path: string, shown: string): string {
    let bytes: Buffer | null;
    try {
      bytes = readPlainFile(path);
    } catch (error) {
      throw toRefusal(shown, error);
    }
    if (!bytes) throw new DeployRefusal(`${shown}: this is not a plain file of at most 1 MiB.`);
    this.#left -= bytes.length;
    if (this.#left < 0) throw new DeployRefusal('The files have more than 128 MiB together.');
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch {
      throw new DeployRefusal(`${shown}: this is not text in UTF-8.`);
    }
  }
}

function toRefusal(shown: string, error: unknown): DeployRefusal {
  return new DeployRefusal(`${shown}: cannot be read (${(error as NodeJS.ErrnoException).code}).`);
}
