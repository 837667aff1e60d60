import { spawnSync } from 'node:child_process';
import {
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  realpathSync,
  statfsSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { SettingError, toFolderError } from './setting-error.ts';

/**
 * The flags with which `open` itself takes the lock. Node has no names for them. macOS: `O_EXLOCK` with `O_NONBLOCK`,
 * see open(2). Windows: libuv's `UV_FS_O_EXLOCK`, which opens the file exclusively.
 */
const LOCKING_FLAGS: Partial<Record<NodeJS.Platform, number>> = {
  darwin: 0x20 | constants.O_NONBLOCK,
  win32: 0x1000_0000,
};
/** The errors of an `open` with these flags while another process has the lock. */
const HELD = /^(EAGAIN|EWOULDBLOCK|EBUSY)$/;
/** The kernel's folders. Opening a file there may never return. */
const KERNEL_FOLDER = /^\/(proc|sys|dev)(\/|$)/;
/** PostgreSQL extends its log in files of 16 MB, and may need a second file to replay the first. */
const LEAST_ROOM_BYTES = 32 * 2 ** 20;

/** The error of a data folder that another process has locked. */
export class UsedFolderError extends SettingError {}

/** Returns whether a path leads into a folder of the kernel. */
export function isKernelFolder(path: string): boolean {
  return KERNEL_FOLDER.test(resolve(path));
}

/** Returns the folder of a database in a data folder. */
export function toDatabaseFolder(folder: string, name: string): string {
  return join(folder, name);
}

/** Returns whether all of these databases exist in a data folder. */
export async function hasDatabases(folder: string, names: readonly string[]): Promise<boolean> {
  return names.every((name) => existsSync(toDatabaseFolder(folder, name)));
}

/** Returns whether the disk has too little room for the database in this folder. */
export function isDiskFull(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dirname(folder));
    return bavail * bsize < LEAST_ROOM_BYTES;
  } catch {
    return false;
  }
}

/**
 * Locks a data folder for this process, because two processes on one folder would destroy it. Returns a function that
 * releases the lock. The operating system holds the lock: it ends with the process, and applies to all containers of
 * the machine. The lock file is never removed, because a lock on a removed file would exclude nobody.
 * @throws {UsedFolderError} if another process has the folder.
 * @throws {SettingError} if the folder cannot be used.
 */
export function holdDataFolder(folder: string): () => void {
  let file: string;
  let lock: number | null;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    file = join(realpathSync(folder), 'lock');
    lock = takeLock(file);
  } catch (error) {
    throw error instanceof SettingError ? error : toFolderError(error);
  }
  if (lock !== null) return () => closeSync(lock);
  throw new UsedFolderError(
    `DATABASE_URL: another process uses the folder (it has locked ${file}). Stop it first.`,
  );
}

/** Returns the open file that holds the lock; `null` if another process has it. */
function takeLock(file: string): number | null {
  const flags = LOCKING_FLAGS[process.platform];
  try {
    const lock = openSync(file, constants.O_RDWR | constants.O_CREAT | (flags ?? 0), 0o600);
    if (flags !== undefined || runFlock(lock)) return lock;
    closeSync(lock);
    return null;
  } catch (error) {
    if (HELD.test((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}

/**
 * Locks an open file on Linux. Node does not offer flock(2), but the command `flock` locks a file that it inherits. The
 * file stays locked until this process closes it.
 */
function runFlock(lock: number): boolean {
  const { status } = spawnSync('flock', ['-n', '3'], {
    stdio: ['ignore', 'ignore', 'ignore', lock],
  });
  if (status === 0 || status === 1) return status === 0;
  closeSync(lock);
  throw new SettingError(
    'DATABASE_URL: a folder needs the command flock (from util-linux or BusyBox), which cannot be run.',
  );
}
