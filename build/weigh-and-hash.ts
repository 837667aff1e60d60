import { createHash } from 'node:crypto';
import { brotliCompressSync } from 'node:zlib';
import type { Plugin } from 'vite';

/**
 * The largest size of the CDN file in brotli, in bytes. With its headers the file fits into the first 14 kB that
 * a server sends, so its size costs no round trip. The goal is 12,000.
 */
export const CDN_BUDGET = 13_650;

/** Returns the value of the attribute `integrity` for a file. */
export function toIntegrity(content: string | Uint8Array): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`;
}

/** Holds the CDN file to {@link CDN_BUDGET} and writes its hash for `<script integrity>` to `integrity.json`. */
export function weighAndHash(fileName: string): Plugin {
  return {
    name: 'weigh-and-hash',
    generateBundle(_options, bundle) {
      const file = bundle[fileName];
      if (file?.type !== 'chunk') throw new Error(`${fileName} was not built.`);
      const size = brotliCompressSync(file.code).length;
      const hash = toIntegrity(file.code);
      const source = `${JSON.stringify({ [fileName]: hash }, null, 2)}\n`;
      this.emitFile({ type: 'asset', fileName: 'integrity.json', source });
      this.info(`${fileName}: ${size} bytes in brotli, integrity ${hash}`);
      if (size > CDN_BUDGET) this.error(`${fileName} exceeds its budget of ${CDN_BUDGET} bytes.`);
    },
  };
}
