import { mkdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SettingError } from './setting-error.ts';

/** No process takes longer to write its lock; an empty one that is older was left by a crash. */
const WRITING_MS = 2000;

const held = new Set<string>();

/**
 * Takes a data folder for this process: two on one folder would destroy it. Answers how to let go of it.
 * Throws {@link SettingError} while another process has it.
 */
export function holdDataFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true });
  const file = join(realpathSync(folder), 'lock');
  if (held.has(file) || !writeLock(file)) {
    const owner = held.has(file) ? `process ${process.pid}` : readOwner(file);
    if (owner === null) rmSync(file, { force: true });
    if (owner !== null || !writeLock(file)) {
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
  if (text === '' && isNew(file)) return 'another process';
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

function isNew(file: string): boolean {
  const { mtimeMs = 0 } = statSync(file, { throwIfNoEntry: false }) ?? {};
  return Date.now() - mtimeMs < WRITING_MS;
}

function isAlive(owner: number): boolean {
  try {
    process.kill(owner, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
