import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { useCompiledParts } from './compiled-parts.ts';
import { type BuiltFiles, keepBuild, keepFiles, SERVICE_SOURCES } from './kept-build.ts';

const bundles = new Map<string, Promise<string>>();

/**
 * Bundles a TypeScript file without its libraries, and returns the path of the bundle. A process starts a bundle in half
 * the time that it needs with a TypeScript loader.
 */
export function bundleScript(path: string): Promise<string> {
  return findBundle(path, async () => keepFiles('script', '.', await bundle(path)));
}

/** Bundles the command of the service, and returns the path of the bundle. */
export function bundleService(): Promise<string> {
  const options = { home: 'service', sources: [...SERVICE_SOURCES, 'test/support'] };
  const make = () => bundle('service/src/main.ts');
  return findBundle('service', () => keepBuild('service', options, make));
}

async function findBundle(name: string, find: () => Promise<string>): Promise<string> {
  const found = bundles.get(name) ?? find();
  bundles.set(name, found);
  return join(await found, 'main.mjs');
}

async function bundle(path: string): Promise<BuiltFiles> {
  const { outputFiles } = await build({
    entryPoints: { main: path },
    outdir: '/',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    // Keeps lazy imports lazy.
    splitting: true,
    write: false,
    format: 'esm',
    // Node 20 has no `using`.
    target: 'node20',
    platform: 'node',
    packages: 'external',
    plugins: [keepUrls],
  });
  return new Map(outputFiles.map((file) => [file.path.slice(1), file.contents]));
}

/** Gives the modules in a bundle the URLs of their sources: some find files next to them. */
const keepUrls: Plugin = {
  name: 'keep-urls',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const url = JSON.stringify(pathToFileURL(path).href);
      const source = await readFile(path, 'utf8');
      const compiled = await useCompiledParts(path, source);
      return { loader: 'ts', contents: compiled ?? source.replaceAll('import.meta.url', url) };
    }),
};
