import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';

const bundles = new Map<string, Promise<string>>();

/**
 * Bundles a TypeScript file without its libraries, and returns the path of the bundle. A process starts a bundle in half
 * the time that it needs with a TypeScript loader. `home` is the folder whose `node_modules` has the libraries.
 */
export function bundleScript(path: string, home = '.'): Promise<string> {
  const bundle = bundles.get(path) ?? makeBundle(path, home);
  bundles.set(path, bundle);
  return bundle;
}

async function makeBundle(path: string, home: string): Promise<string> {
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
  const hash = createHash('sha256');
  for (const { path: file, contents } of outputFiles) hash.update(file).update(contents);
  const folder = resolve(home, 'node_modules/.cache/test-bundles', hash.digest('hex'));
  if (!existsSync(folder)) {
    // Several workers may write the same bundle.
    const part = `${folder}.${randomUUID()}`;
    mkdirSync(part, { recursive: true });
    for (const file of outputFiles) writeFileSync(join(part, basename(file.path)), file.contents);
    rename(part, folder);
  }
  return join(folder, 'main.mjs');
}

function rename(part: string, folder: string): void {
  try {
    renameSync(part, folder);
  } catch (error) {
    rmSync(part, { recursive: true });
    // Another worker was faster.
    if (!existsSync(folder)) throw error;
  }
}

/** Gives the modules in a bundle the URLs of their sources: some find files next to them. */
const keepUrls: Plugin = {
  name: 'keep-urls',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const url = JSON.stringify(pathToFileURL(path).href);
      const source = await readFile(path, 'utf8');
      return { loader: 'ts', contents: source.replaceAll('import.meta.url', url) };
    }),
};
