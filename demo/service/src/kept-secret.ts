import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SettingError } from './setting-error.ts';

/**
 * The secret that a data folder keeps in a file of this name; made, for its owner's eyes only, when it
 * is not there. Throws {@link SettingError} for a folder that cannot be used.
 */
export function keepSecret(folder: string, name: string, make: () => string): string {
  const file = join(folder, name);
  try {
    mkdirSync(folder, { recursive: true });
    // "wx" lets one of two first starts win; the other reads what it wrote.
    writeFileSync(file, `${make()}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw toSettingError(error);
  }
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw toSettingError(error);
  }
}

function toSettingError(error: unknown): SettingError {
  const { code, path } = error as NodeJS.ErrnoException;
  return new SettingError(`DATABASE_URL: the folder cannot be used (${code} at ${path}).`);
}
