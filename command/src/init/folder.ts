import { lstatSync, readFileSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import { InitError } from './init-error.ts';

/** The application's folder. Nothing outside it is read or written, and nothing through a symbolic link. */
export class Folder {
  /** `root` is an absolute path. */
  constructor(readonly root: string) {}

  /** Returns the text of a file, or `null` if there is none. Throws {@link InitError}. */
  read(path: string): string | null {
    const bytes = this.readBytes(path);
    if (!bytes) return null;
    try {
      // The encoder writes the same bytes again, a byte order mark included.
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      throw new InitError(`${path} is not UTF-8 text.`);
    }
  }

  /** Returns the bytes of a file, or `null` if there is none. Throws {@link InitError}. */
  readBytes(path: string): Buffer | null {
    const place = this.place(path);
    try {
      // Reading a named pipe would never end.
      if (!lstatSync(place).isFile()) throw new InitError(`${path} is not a file.`);
      return readFileSync(place);
    } catch (error) {
      if (isMissing(error)) return null;
      if (error instanceof InitError) throw error;
      throw new InitError(`${path} cannot be read.`, { cause: error });
    }
  }

  /** Returns the absolute path of a file. Throws {@link InitError} if it is outside the folder or behind a link. */
  place(path: string): string {
    const parts = relative(this.root, join(this.root, path)).split(sep);
    if (isAbsolute(path) || parts[0] === '..')
      throw new InitError(`${path} is outside the folder.`);
    let place = this.root;
    for (const part of parts) {
      place = join(place, part);
      if (isLink(place)) {
        throw new InitError(
          `${relative(this.root, place)} is a symbolic link. Nothing is written through links.`,
        );
      }
    }
    return place;
  }
}

function isLink(place: string): boolean {
  try {
    return lstatSync(place).isSymbolicLink();
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR';
}
