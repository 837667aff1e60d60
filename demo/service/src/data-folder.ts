import { mkdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SettingError } from './setting-error.ts';

/** No process takes longer to write its lock, or to take one over; what is older was left by a crash. */
const TAKING_MS = 2000;

const held = new Set<string>();

/**
 * Takes a data folder for this process: two on one folder would destroy it. Answers how to let go of it.
 * Throws {@link SettingError} while another process has it.
 */
export function holdDataFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(realpathSync(folder), 'lock');
  if (held.has(file) || !writeLock(file)) {
    const owner = held.has(file) ? `process ${process.pid}` : readOwner(file);
    if (owner !== null || !takeOver(file)) {
      throw new SettingError(
        `DATABASE_URL: the folder is in use by ${owner ?? 'another process'} (see ${file}).`,
      );
    }
  }
  held.add(file);
  return () => {
    held.delete(file);
    rmSync(file, { force: true });
  };
}

/**
 * Takes the lock of a dead process. One at a time does, and looks once more: whoever had the turn before may live
 * behind the lock by now. Answers `false` where somebody else was faster.
 */
function takeOver(file: string): boolean {
  const turn = `${file}-turn`;
  if (!writeLock(turn)) {
    if (isOld(turn)) rmSync(turn, { force: true });
    return false;
  }
  try {
    if (readOwner(file) !== null) return false;
    rmSync(file, { force: true });
    return writeLock(file);
  } finally {
    rmSync(turn, { force: true });
  }
}

/** Answers `false` where there is a lock: of two that write at once one comes first. */
function writeLock(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** The living process that a lock names. One with our own number is a leftover: in a container numbers come again. */
function readOwner(file: string): string | null {
  const text = readLock(file);
  // Between a lock's making and its writing it names nobody.
  if (text === '' && !isOld(file)) return 'another process';
  const owner = Number(text);
  if (!Number.isInteger(owner) || owner <= 0 || owner === process.pid) return null;
  return isAlive(owner) ? `process ${owner}` : null;
}

function readLock(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

/** What is gone is not old: somebody was there just now. */
function isOld(file: string): boolean {
  const { mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? {};
  return mtimeMs !== undefined && Date.now() - mtimeMs > TAKING_MS;
}

function isAlive(owner: number): boolean {
  try {
    process.kill(owner, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
