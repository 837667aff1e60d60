import { execFileSync } from 'node:child_process';
import { brotliCompressSync } from 'node:zlib';
import { build, type BuildOptions } from 'esbuild';

/** What code weighs on its way to the page, in bytes. */
export interface Weight {
  minified: number;
  gzip: number;
  brotli: number;
}

/** By `gzip -9`, and by brotli's 11, which is what Node takes. */
export function weigh(code: Uint8Array): Weight {
  return {
    minified: code.length,
    gzip: execFileSync('gzip', ['-9', '-n'], { input: code }).length,
    brotli: brotliCompressSync(code).length,
  };
}

/** What esbuild makes of an entry and all that it imports, for the browsers of production. */
export async function bundle(options: BuildOptions): Promise<Uint8Array> {
  const { outputFiles } = await build({
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    legalComments: 'none',
    define: { 'process.env.NODE_ENV': '"production"' },
    // Those of this repository lead to sources.
    tsconfigRaw: {},
    ...options,
    write: false,
  });
  return outputFiles[0]!.contents;
}
