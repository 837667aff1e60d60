import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { IS_COMPILED } from '../process/is-compiled.ts';

/** The scripts of the pages, as paths in `src`. */
export const PAGE_SCRIPTS = {
  dashboard: 'page/browser/dashboard.ts',
  refusal: 'page/browser/refusal.ts',
  preview: 'page/browser/preview.ts',
  backOffice: 'admin/browser/back-office.ts',
  editor: 'admin/browser/editor/main.ts',
} as const;

/** The file in the npm package with the licenses of the libraries in {@link PAGE_SCRIPTS}. */
export const LICENSES_FILE = 'THIRD-PARTY-LICENSES.txt';
const BANNER = `/*! Licenses: ${LICENSES_FILE} in the npm package embedded-dashboard-service */`;
const LIBRARY = /node_modules\/((?:@[^/]+\/)?[^/]+)\//;

/** A script with all its imports. */
export interface BundledScript {
  code: Uint8Array;
  /** The names of the packages in it. */
  libraries: string[];
}

/** Returns one of {@link PAGE_SCRIPTS} with all its imports. The npm package contains it prebuilt. */
export async function findScript(path: string): Promise<Uint8Array> {
  if (IS_COMPILED) return readFile(new URL(`../${toCompiled(path)}`, import.meta.url));
  return (await bundleScript(fileURLToPath(new URL(`../${path}`, import.meta.url)))).code;
}

/** Returns the path in the npm package of a script in `src`. */
export function toCompiled(path: string): string {
  return path.replace(/ts$/, 'js');
}

/** Bundles a script of `src`. */
export async function bundleScript(file: string): Promise<BundledScript> {
  // esbuild is a development dependency: the npm package contains the bundled scripts.
  const { build } = await import('esbuild');
  const { outputFiles, metafile } = await build({
    entryPoints: [file],
    bundle: true,
    write: false,
    metafile: true,
    legalComments: 'none',
    banner: { js: BANNER },
    minify: true,
    format: 'iife',
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'silent',
  });
  const names = Object.keys(metafile.inputs).map((path) => LIBRARY.exec(path)?.[1]);
  const libraries = [...new Set(names.filter((name) => name !== undefined))];
  return { code: outputFiles[0]!.contents, libraries };
}
