import { build } from 'esbuild';
import { leanLit } from '../../build/lean-lit.mjs';

const { load } = leanLit();

/** The base class of the CDN file, as in the other tests of the element. */
const lean = {
  name: 'lean-lit',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\/reactive-element\.js$/ }, ({ path }) => ({ contents: load(path).code })),
};

/**
 * Bundles the element as `index.js`, and the module for dashboards that speak as `frame.js`. A page loads them faster
 * than their modules.
 * @returns {Promise<Map<string, string>>} the scripts by their names
 */
export async function bundleElement() {
  const { outputFiles } = await build({
    entryPoints: { index: 'src/index.ts', frame: 'src/frame/index.ts' },
    outdir: '/',
    bundle: true,
    splitting: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    plugins: [lean],
  });
  return new Map(outputFiles.map(({ path, text }) => [path.slice(1), text]));
}
