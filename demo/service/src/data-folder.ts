import { spawnSync } from 'node:child_process';
import { closeSync, constants, mkdirSync, openSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { SettingError, toFolderError } from './setting-error.ts';

/**
 * Flags with which `open` itself takes the lock; Node has no names for them. macOS: `O_EXLOCK` with `O_NONBLOCK`, see
 * open(2). Windows: libuv's `UV_FS_O_EXLOCK`, which shares the file with nobody.
 */
const LOCKING_FLAGS: Partial<Record<NodeJS.Platform, number>> = {
  darwin: 0x20 | constants.O_NONBLOCK,
  win32: 0x1000_0000,
};
/** Errors of an `open` with these flags while somebody else has the lock. */
const HELD = /^(EAGAIN|EWOULDBLOCK|EBUSY)$/;

/**
 * Takes a data folder for this process, because two on one folder would destroy it, and returns a function that frees
 * it. The lock is the operating system's: it ends with the process, and it reaches into all containers of the machine.
 * The file stays, because a lock on a removed file would keep nobody out.
 * @throws {SettingError} while somebody else has the folder, and for a folder that cannot be used.
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
  throw new SettingError(`DATABASE_URL: another process uses the folder (it has locked ${file}).`);
}

/** Returns the open file that holds the lock; `null` while somebody else has it. */
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
 * Linux locks an open file with flock(2), which Node does not offer. The command of that name locks the file that it
 * inherits, and what it has locked stays locked for as long as this process keeps the file open.
 */
function runFlock(lock: number): boolean {
  const { status } = spawnSync('flock', ['-n', '3'], {
    stdio: ['ignore', 'ignore', 'ignore', lock],
  });
  if (status === 0 || status === 1) return status === 0;
  closeSync(lock);
  throw new SettingError(
    'DATABASE_URL: a folder needs the command flock (of util-linux or BusyBox), which cannot be run.',
  );
}
