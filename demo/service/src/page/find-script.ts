import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { IS_COMPILED } from '../is-compiled.ts';

/** The scripts of pages, by their paths in the sources. */
export const PAGE_SCRIPTS = {
  dashboard: 'page/browser/dashboard.ts',
  backOffice: 'admin/browser/back-office.ts',
  editor: 'admin/browser/editor/main.tsx',
} as const;

/**
 * One of {@link PAGE_SCRIPTS} with all that it imports. In the package it is finished; here it is made on
 * the spot.
 */
export async function findScript(path: string): Promise<Uint8Array> {
  if (IS_COMPILED) return readFile(new URL(`../${toCompiled(path)}`, import.meta.url));
  return bundleScript(fileURLToPath(new URL(`../${path}`, import.meta.url)));
}

/** Where the package has what the sources have at `path`. */
export function toCompiled(path: string): string {
  return path.replace(/tsx?$/, 'js');
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
    jsx: 'automatic',
    jsxImportSource: 'preact',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'silent',
  });
  return outputFiles[0]!.contents;
}
