import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import * as esbuild from 'esbuild';
import { rollup } from 'rollup';
import * as vite from 'vite';
import webpack from 'webpack';
import { APPLICATION } from './packed-package.ts';

/** Bundles each entry of an application for browsers into `folder`; rejects if the bundler complains. */
type Bundle = (
  entries: Record<string, string>,
  folder: string,
  application: string,
) => Promise<unknown>;

/** Each bundler with its usual setup, but without a minifier, because the tests read the bundles. */
export const BUNDLERS = {
  Vite: (input, outDir, root) =>
    vite.build({
      root,
      configFile: false,
      logLevel: 'silent',
      build: {
        outDir,
        minify: false,
        modulePreload: false,
        rolldownOptions: { input, output: { entryFileNames: '[name].js' } },
      },
    }),
  'webpack 5': async (entry, path, context) => {
    const compiler = webpack({
      mode: 'production',
      context,
      entry,
      output: { path, filename: '[name].js', module: true },
      experiments: { outputModule: true },
      optimization: { minimize: false },
    });
    const stats = await promisify(compiler.run.bind(compiler))();
    if (stats?.hasErrors()) throw new Error(stats.toString('errors-only'));
  },
  esbuild: (entryPoints, outdir) =>
    esbuild.build({ entryPoints, outdir, bundle: true, format: 'esm', logLevel: 'silent' }),
  Rollup: async (input, dir) => {
    const graph = await rollup({
      input,
      plugins: [nodeResolve({ browser: true })],
      onwarn: (warning) => {
        throw new Error(warning.message);
      },
    });
    await graph.write({ dir });
  },
} satisfies Record<string, Bundle>;

export type BundlerName = keyof typeof BUNDLERS;

/** Bundles the sources, each as a file of the application. Returns the folder with one module for each. */
export async function bundle(name: BundlerName, sources: Record<string, string>): Promise<string> {
  const folder = `${APPLICATION}/bundles/${name}/${Object.keys(sources).join('-')}`;
  rmSync(folder, { recursive: true, force: true });
  const entries: Record<string, string> = {};
  for (const [entry, source] of Object.entries(sources)) {
    const file = `${APPLICATION}/src/${entry}.js`;
    mkdirSync(`${APPLICATION}/src`, { recursive: true });
    writeFileSync(file, source);
    entries[entry] = file;
  }
  await BUNDLERS[name](entries, folder, APPLICATION);
  return folder;
}
