import { join, relative } from 'node:path';
import { build } from 'esbuild';
import { isPublished } from './published-modules.mjs';

/** The modules behind a published one do not count. */
const stopAtPublished = {
  name: 'stop-at-published',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir }) => {
      const file = relative('.', join(resolveDir, path));
      return isPublished(file) ? { path: file, external: true } : undefined;
    }),
};

/**
 * Returns the black-box tests among files: of `src`, they and their own modules import only what is published. Types do
 * not count.
 * @param {string[]} files
 * @returns {Promise<Set<string>>}
 */
export async function findBlackBoxes(files) {
  const { metafile } = await build({
    entryPoints: files,
    outdir: '/',
    bundle: true,
    format: 'esm',
    write: false,
    metafile: true,
    // The browser also loads what a bundle leaves out.
    treeShaking: false,
    ignoreAnnotations: true,
    packages: 'external',
    logLevel: 'error',
    plugins: [stopAtPublished],
  });
  const isInside = (file) => file.startsWith('src/');
  const bundles = Object.values(metafile.outputs);
  const blackBoxes = bundles.filter(({ inputs }) => !Object.keys(inputs).some(isInside));
  return new Set(blackBoxes.map(({ entryPoint }) => entryPoint));
}
