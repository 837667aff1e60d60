import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { IS_COMPILED } from '../is-compiled.ts';

/**
 * A script for pages with all that it imports, by its path in the sources, without its ending. In the package
 * it is finished; here it is made on the spot.
 */
export async function findScript(path: string): Promise<Uint8Array> {
  if (IS_COMPILED) return readFile(new URL(`../${path}.js`, import.meta.url));
  return bundleScript(fileURLToPath(new URL(`../${path}.ts`, import.meta.url)));
}

/** Makes one file of a script of the sources and all that it imports. */
export async function bundleScript(file: string): Promise<Uint8Array> {
  // Whoever installs the package does not install this.
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'silent',
  });
  return outputFiles[0]!.contents;
}
