import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import type { Plugin } from 'vite';

/**
 * The largest size of the CDN file in brotli, in bytes. With its headers the file fits into the first 14 kB that
 * a server sends, so its size costs no round trip.
 */
export const CDN_BUDGET = 13_900;

/** The largest sizes of the other two files for pages, in brotli. */
export const FRAME_BUDGET = 2800;
export const PAGE_BUDGET = 1024;

/** Returns the value of the attribute `integrity` for a file. */
export function toIntegrity(content: string | Uint8Array): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`;
}

/** Holds a file to its budget and adds its hash for `<script integrity>` to `integrity.json`. */
export function weighAndHash(fileName: string, budget: number): Plugin {
  return {
    name: 'weigh-and-hash',
    generateBundle({ dir }, bundle) {
      const file = bundle[fileName];
      if (file?.type !== 'chunk') throw new Error(`${fileName} was not built.`);
      const size = brotliCompressSync(file.code).length;
      const hash = toIntegrity(file.code);
      // The first build has emptied the folder.
      const path = `${dir}/integrity.json`;
      const others = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
      const source = `${JSON.stringify({ ...others, [fileName]: hash }, null, 2)}\n`;
      this.emitFile({ type: 'asset', fileName: 'integrity.json', source });
      this.info(`${fileName}: ${size} bytes in brotli, integrity ${hash}`);
      // The bench of the size builds variants, which it does not write.
      const isUsed = this.environment.config.build.write;
      if (isUsed && size > budget) this.error(`${fileName} exceeds its budget of ${budget} bytes.`);
    },
  };
}
