import { execFileSync } from 'node:child_process';
import { brotliCompressSync } from 'node:zlib';
import { build, type BuildOptions } from 'esbuild';

/** The transfer size of code, in bytes. */
export interface Weight {
  minified: number;
  gzip: number;
  brotli: number;
}

/** Weighs code with `gzip -9`, and with brotli at level 11, the default of Node. */
export function weigh(code: Uint8Array): Weight {
  return {
    minified: code.length,
    gzip: execFileSync('gzip', ['-9', '-n'], { input: code }).length,
    brotli: brotliCompressSync(code).length,
  };
}

/** Bundles an entry and all its imports with esbuild, for browsers in production. */
export async function bundle(options: BuildOptions): Promise<Uint8Array> {
  const { outputFiles } = await build({
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    legalComments: 'none',
    define: { 'process.env.NODE_ENV': '"production"' },
    // Ignore this repository's tsconfig.json: its paths lead to sources.
    tsconfigRaw: {},
    ...options,
    write: false,
  });
  return outputFiles[0]!.contents;
}
