import { realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, sep } from 'node:path';
import { SettingError } from '../process/setting-error.ts';

/** A folder whose files connection strings may name. */
export interface AllowedFolder {
  /** The number of the only company that may read it, as in the address of its page; `null` for all. */
  companyId: number | null;
  folder: string;
}

/** Returns the real path of a file that a company may read; `null` if it is not allowed. */
export type FindFile = (path: string, companyId: number) => string | null;

/** Matches `*=folder` and `1=folder`. */
const FOLDER = /^(?<company>\*|[1-9]\d{0,8})=(?<folder>.+)$/s;

/**
 * Parses the folders that a connection string may name, each `*=folder` or, for one company, `1=folder` with its number.
 * @throws {SettingError} for anything else, and for relative folders.
 */
export function parseConnectionFiles(folders: readonly string[]): AllowedFolder[] {
  return folders.map((text) => {
    const { company, folder } = FOLDER.exec(text)?.groups ?? {};
    if (company && folder && isAbsolute(folder)) {
      return { companyId: company === '*' ? null : Number(company), folder };
    }
    throw new SettingError(
      'SERVICE_CONNECTION_FILES (connectionFiles) must be *=folder or number=folder, with the number of a company and the whole path of a folder.',
    );
  });
}

/**
 * Returns how connection strings find files. Links are followed: the real path must lie inside an allowed folder, and
 * outside the service's own ones. A missing file belongs to its folder.
 */
export function allowFiles(folders: readonly AllowedFolder[], own: readonly string[]): FindFile {
  return (path, companyId) => {
    const found = isAbsolute(path) ? toRealPath(path) : null;
    if (!found || own.some((folder) => isInside(found, folder))) return null;
    const isAllowed = folders.some(
      (each) =>
        (each.companyId === null || each.companyId === companyId) && isInside(found, each.folder),
    );
    return isAllowed ? found : null;
  };
}

function isInside(path: string, folder: string): boolean {
  const real = toRealPath(folder);
  if (real === null) return false;
  return path === real || path.startsWith(real.endsWith(sep) ? real : `${real}${sep}`);
}

/** Returns `null` if neither the path nor its folder exists. */
function toRealPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? toMissingPath(path) : null;
  }
}

/** A link that leads nowhere counts as a missing file of its own folder. Reading it fails, also once its target exists. */
function toMissingPath(path: string): string | null {
  try {
    return join(realpathSync(dirname(path)), basename(path));
  } catch {
    return null;
  }
}
