import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readlinkSync,
  readSync,
  realpathSync,
} from 'node:fs';

/** The size limit of a file in bytes: that of a dashboard that the editor sends. */
export const MAX_FILE_BYTES = 1024 * 1024;

/**
 * Returns the bytes of a plain file at its real path; `null` for a large one, and for anything else that has taken its
 * place, or that of its folder, since it was listed. Opening a pipe does not wait.
 */
export function readPlainFile(path: string): Buffer | null {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  // Windows does not have the last two, which count as 0 then.
  const file = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const facts = fstatSync(file);
    if (!facts.isFile() || facts.size > MAX_FILE_BYTES) return null;
    if (findPath(file, path) !== path) return null;
    // One byte more shows that the file grows.
    const bytes = Buffer.alloc(facts.size + 1);
    let size = 0;
    for (let count = -1; count !== 0 && size < bytes.length; size += count) {
      count = readSync(file, bytes, size, bytes.length - size, null);
    }
    return size === bytes.length ? null : bytes.subarray(0, size);
  } finally {
    closeSync(file);
  }
}

/** Returns the real path of an open file. Linux knows that of the file itself, whatever has changed since. */
function findPath(file: number, path: string): string {
  return process.platform === 'linux' ? readlinkSync(`/proc/self/fd/${file}`) : realpathSync(path);
}
