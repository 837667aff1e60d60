import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SettingError } from './settings.ts';

/** A new API key: 256 random bits in base64url. */
export function createApiKey(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * Whether a key can stand in an address as one part of its path: not white space only, `.` or `..`,
 * and without controls, `/`, `\`, `?` and `#`.
 */
export function isApiKey(value: string): boolean {
  return /^(?!\s*$|\.{1,2}$)[^\p{Cc}\p{Cs}/\\?#]{1,256}$/u.test(value);
}

/** The key that a data folder keeps in its file `api-key`; made, for its owner's eyes only, when it is not there. */
export function keepApiKey(folder: string): string {
  const file = join(folder, 'api-key');
  try {
    mkdirSync(folder, { recursive: true });
    // "wx" lets one of two first starts win; the other reads what it wrote.
    writeFileSync(file, `${createApiKey()}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw toSettingError(error);
  }
  const key = read(file);
  if (!isApiKey(key)) throw new SettingError(`The file ${file} holds no API key: remove it.`);
  return key;
}

function read(file: string): string {
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
