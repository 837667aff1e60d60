import { createHash } from 'node:crypto';
import type { PackedDirectory } from '../../demo/live/server/packed-database.ts';

const BLOCK = 512;

interface TarFile {
  header: Buffer;
  content: Buffer;
}

/** Packs the tar archive of a database for `toTar`: equal contents are in it once. */
export function packDatabase(tar: Buffer): Buffer {
  const starts = new Map<string, number>();
  const contents: Buffer[] = [];
  let end = 0;
  const entries = readTar(tar).map(({ header, content }): PackedDirectory['entries'][number] => {
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
    const size = Number.parseInt(header.toString('utf8', 124, 136), 8) || 0;
    const start = at + BLOCK;
    files.push({
      header,
      content: tar.subarray(start, start + size),
    });
    at = start + Math.ceil(size / BLOCK) * BLOCK;
  }
  return files;
}
