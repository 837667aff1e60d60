import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { SettingError } from './setting-error.ts';

/** The folder that a DATABASE_URL means; `null` for `memory:`. Throws {@link SettingError} for other addresses. */
export function toDataFolder(databaseUrl: string): string | null {
  if (databaseUrl === 'memory:') return null;
  if (/^postgres(ql)?:/i.test(databaseUrl)) {
    throw new SettingError('DATABASE_URL: PostgreSQL comes with a later version of this service.');
  }
  if (/^[a-z][a-z\d+.-]+:/i.test(databaseUrl)) {
    throw new SettingError('DATABASE_URL must be a folder or "memory:".');
  }
  return databaseUrl;
}

const held = new Set<string>();

/**
 * Takes a data folder for this process: two on one folder would destroy it. Answers how to let go of it.
 * Throws {@link SettingError} while another process has it.
 */
export function holdDataFolder(folder: string): () => void {
  const file = join(resolve(folder), 'lock');
  mkdirSync(folder, { recursive: true });
  const owner = held.has(file) ? process.pid : readOwner(file);
  if (owner !== null) {
    throw new SettingError(`DATABASE_URL: the folder is in use by process ${owner} (see ${file}).`);
  }
  writeFileSync(file, String(process.pid));
  held.add(file);
  return () => {
    held.delete(file);
    rmSync(file, { force: true });
  };
}

/** The living process that a lock names. One with our own number is a leftover: in a container numbers come again. */
function readOwner(file: string): number | null {
  try {
    const owner = Number(readFileSync(file, 'utf8'));
    if (!Number.isInteger(owner) || owner <= 0 || owner === process.pid) return null;
    process.kill(owner, 0);
    return owner;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? Number(readFileSync(file)) : null;
  }
}
