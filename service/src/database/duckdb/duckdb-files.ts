import type { Stats } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { toFileError } from './duckdb-errors.ts';
import type { DuckdbFiles, TableFile } from './duckdb-messages.ts';

/** Files at one time. */
export interface FoundFiles extends DuckdbFiles {
  /** A text that changes if one of the files is changed, replaced, added or removed. */
  version: string;
}

/** Matches the files of a folder that are tables. */
const TABLE = /^(?<name>[^.].*)\.(csv|parquet)$/i;

/**
 * Finds the database file, or the tables of the folder, with this real path. Throws {@link DatabaseError} if there is no
 * such file, or a link has taken its place. A link of a folder counts only if its real path lies inside.
 */
export async function findFiles(path: string): Promise<FoundFiles> {
  try {
    if ((await realpath(path)) !== path) throw new Error('The path leads to another file.');
    const found = await stat(path);
    if (found.isFile()) return { database: path, tables: [], version: toVersion(path, found) };
    if (found.isDirectory()) return await findTables(path);
  } catch {
    // The error of the operating system names the path.
  }
  throw toFileError('3D000', 'There is no such file or folder.');
}

/** If several files have one name, a Parquet file is the table. */
async function findTables(folder: string): Promise<FoundFiles> {
  const tables = new Map<string, TableFile>();
  const versions: string[] = [];
  for (const file of (await readdir(folder)).toSorted()) {
    const { name } = TABLE.exec(file)?.groups ?? {};
    const path = name && (await realpath(join(folder, file)).catch(() => null));
    if (!name || !path || dirname(path) !== folder) continue;
    const found = await stat(path);
    if (!found.isFile()) continue;
    versions.push(toVersion(path, found));
    tables.set(name.toLowerCase(), { name, path });
  }
  return { database: null, tables: [...tables.values()], version: versions.join('\n') };
}

function toVersion(path: string, { dev, ino, size, mtimeMs, ctimeMs }: Stats): string {
  return [path, dev, ino, size, mtimeMs, ctimeMs].join(' ');
}
