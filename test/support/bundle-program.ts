import { basename, resolve } from 'node:path';
import process from 'node:process';
import { build } from 'esbuild';

const bundles = new Map<string, Promise<string>>();

/**
 * Bundles a TypeScript program for a child process, and returns the path of the bundle. `tsx` would compile it at each
 * start. The bundle is in the folder of the package, where Node finds its libraries.
 */
export function bundleProgram(entry: string): Promise<string> {
  const bundle = bundles.get(entry) ?? writeBundle(entry);
  bundles.set(entry, bundle);
  return bundle;
}

async function writeBundle(entry: string): Promise<string> {
  const outfile = resolve(`test-results/programs/${basename(entry, '.ts')}-${process.pid}.mjs`);
  const options = { platform: 'node', format: 'esm', packages: 'external' } as const;
  await build({ ...options, entryPoints: [entry], outfile, bundle: true });
  return outfile;
}
