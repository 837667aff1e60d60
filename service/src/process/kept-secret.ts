import { randomUUID } from 'node:crypto';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { SettingError, toFolderError } from './setting-error.ts';

/** Returns the path of a secret's file. */
export function toSecretFile(folder: string, name: string): string {
  return join(folder, name);
}

/**
 * Returns the secret in this file of a data folder. If the file is missing, creates it, readable only for its owner.
 * Throws {@link SettingError} for a folder that cannot be used, and for an empty file.
 */
export function keepSecret(folder: string, name: string, make: () => string): string {
  const file = toSecretFile(folder, name);
  let secret: string;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (!existsSync(file)) writeWhole(file, `${make()}\n`);
    secret = readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw toFolderError(error);
  }
  if (secret) return secret;
  throw new SettingError(`The file ${name} in ${folder} is empty: remove it.`);
}

/** Replaces the secret in a file by another one, atomically. Leaves the file if it is missing, or `change` returns `null`. */
export function changeSecret(
  folder: string,
  name: string,
  change: (secret: string) => string | null,
): void {
  const file = toSecretFile(folder, name);
  try {
    const changed = existsSync(file) ? change(readFileSync(file, 'utf8').trim()) : null;
    if (changed !== null) renameSync(writePart(file, `${changed}\n`), file);
  } catch (error) {
    throw toFolderError(error);
  }
}

/** Removes a secret's file. */
export function removeSecret(folder: string, name: string): void {
  rmSync(toSecretFile(folder, name), { force: true });
}

/** Writes a file atomically. If two first starts race, one of them wins, and nobody reads an incomplete file. */
function writeWhole(file: string, text: string): void {
  const part = writePart(file, text);
  try {
    linkSync(part, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(part);
  }
}

/** Writes a text to a new file next to another one, and returns its path. */
function writePart(file: string, text: string): string {
  const part = `${file}.${randomUUID()}`;
  writeFileSync(part, text, { flag: 'wx', mode: 0o600, flush: true });
  return part;
}
