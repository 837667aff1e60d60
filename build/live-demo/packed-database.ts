import { createHash } from 'node:crypto';
import type { PackedDirectory } from '../../demo/live/server/packed-database.ts';

const BLOCK = 512;
/** PostgreSQL's log, in files that are named in ascending order. */
const LOG_FILE = /\/pg_wal\/[\dA-F]{24}$/;

interface TarFile {
  name: string;
  header: Buffer;
  content: Buffer;
}

/**
 * Packs the tar archive of a database for `toTar`. Leaves out the log before the last checkpoint, which the database
 * does not read again.
 */
export function packDatabase(tar: Buffer): Buffer {
  const files = readTar(tar);
  const lastLog = files
    .map(({ name }) => name)
    .filter((name) => LOG_FILE.test(name))
    .toSorted()
    .at(-1);
  const kept = files.filter(({ name }) => !LOG_FILE.test(name) || name === lastLog);
  const starts = new Map<string, number>();
  const contents: Buffer[] = [];
  let end = 0;
  const entries = kept.map(({ header, content }): PackedDirectory['entries'][number] => {
    const hash = createHash('sha256').update(content).digest('hex');
    if (!starts.has(hash)) {
      starts.set(hash, end);
      contents.push(content);
      end += content.length;
    }
    return {
      header: header.toString('base64'),
      start: starts.get(hash)!,
      size: content.length,
    };
  });
  const directory = Buffer.from(JSON.stringify({ entries } satisfies PackedDirectory));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(directory.length);
  return Buffer.concat([length, directory, ...contents]);
}

function readTar(tar: Buffer): TarFile[] {
  const files: TarFile[] = [];
  for (let at = 0; tar[at];) {
    const header = tar.subarray(at, at + BLOCK);
    const size = Number.parseInt(readText(header, 124, 12), 8) || 0;
    const start = at + BLOCK;
    files.push({
      name: readText(header, 0, 100),
      header,
      content: tar.subarray(start, start + size),
    });
    at = start + Math.ceil(size / BLOCK) * BLOCK;
  }
  return files;
}

function readText(header: Buffer, start: number, length: number): string {
  return header.toString('utf8', start, start + length).replace(/\0.*$/s, '');
}
