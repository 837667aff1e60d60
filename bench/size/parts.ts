import { readFileSync } from 'node:fs';
import type { SourceMapPayload } from 'node:module';
import { fileURLToPath } from 'node:url';
import { type Weights, weighModules } from '../../build/cdn-weight.ts';
import type { Table } from '../results.ts';
import { bundle, weigh } from './weigh.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CDN_FILE = `${ROOT}dist/embedded-dashboard.min.js`;
const ENTRY = `${ROOT}src/cdn/index.ts`;
const OWN_BASE = { '@lit/reactive-element': `${ROOT}src/cdn/reactive-element.ts` };

/** What the bytes of the CDN file are spent on, and what its own base class saves of them. */
export async function weighParts(): Promise<{ table: Table; note: string; raw: Weights }> {
  const saved = (await weighBundle({})) - (await weighBundle(OWN_BASE));
  const weights = weighModules(
    readFileSync(CDN_FILE, 'utf8'),
    JSON.parse(readFileSync(`${CDN_FILE}.map`, 'utf8')) as SourceMapPayload,
  );
  const parts = Object.entries(weights).toSorted(([, a], [, b]) => b - a);
  const all = parts.reduce((sum, [, weight]) => sum + weight, 0);
  return {
    table: {
      columns: ['what the CDN file is made of, as its source map tells', 'characters', 'share'],
      rows: parts.map(([module, weight]) => [
        module.startsWith('src/') ? `\`${module.slice(4)}\`` : module,
        weight.toLocaleString('en'),
        `${Math.round((100 * weight) / all)} %`,
      ]),
    },
    note: `The CDN file is built on a base class of its own in place of Lit’s, which saves ${saved.toLocaleString('en')} B in brotli (both bundled by esbuild) for eighty lines to read; the element’s own tests run on both. The build shortens property names and the styles’ white space, too; a source map undoes that. What is left is what the element does, spread over all of it (the last table): no part is large enough to bring the file to its goal without leaving out something that the README promises. The code with Lit outside is larger still, because a package leaves names as they are, for the application’s own minifier.`,
    raw: weights,
  };
}

/** The element on that base class, in bytes of brotli. */
async function weighBundle(alias: Record<string, string>): Promise<number> {
  return weigh(await bundle({ entryPoints: [ENTRY], alias })).brotli;
}
