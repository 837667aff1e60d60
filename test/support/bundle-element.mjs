import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
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

/**
 * Builds the files that pages load from a CDN, under the names of {@link bundleElement}, and `page.js` for dashboards.
 * @returns {Promise<Map<string, string>>} the scripts by their names
 */
export async function buildPublished() {
  const folder = mkdtempSync(join(tmpdir(), 'published-'));
  const { NODE_ENV: _, ...env } = process.env;
  const builder = ['test/support/build-bundles.mjs', folder, 'production', 'frame', 'page'];
  await promisify(execFile)(process.execPath, builder, { env });
  const read = (name) => readFileSync(join(folder, `embedded-dashboard${name}.min.js`), 'utf8');
  const files = new Map([
    ['index.js', read('')],
    ['frame.js', read('-frame')],
    ['page.js', read('-page')],
  ]);
  rmSync(folder, { recursive: true });
  return files;
}
