import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Table } from '../results.ts';
import { weigh } from './weigh.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const OWN_BASE = { '@lit/reactive-element': `${ROOT}src/cdn/reactive-element.ts` };

/** The code of the CDN file and how much of it each module is, without the build's shorter names. */
async function bundleElement(
  alias: Record<string, string>,
): Promise<{ code: Uint8Array; parts: Parts }> {
  const { outputFiles, metafile } = await build({
    entryPoints: [`${ROOT}src/cdn/index.ts`],
    bundle: true,
    minify: true,
    target: 'es2022',
    legalComments: 'none',
    absWorkingDir: ROOT,
    metafile: true,
    write: false,
    alias,
  });
  const [{ inputs } = { inputs: {} }] = Object.values(metafile.outputs);
  return { code: outputFiles[0]!.contents, parts: inputs };
}

/** Bytes in the bundle by module. */
type Parts = Record<string, { bytesInOutput: number }>;

/** What the bytes of the CDN file are spent on, and what its own base class saves of them. */
export async function weighParts(): Promise<{ table: Table; note: string; raw: Parts }> {
  const own = await bundleElement(OWN_BASE);
  const withLit = await bundleElement({});
  const saved = weigh(withLit.code).brotli - weigh(own.code).brotli;
  const parts = Object.entries(own.parts)
    .map(([module, { bytesInOutput }]) => ({ module, bytes: bytesInOutput }))
    .filter(({ bytes }) => bytes > 0)
    .toSorted((a, b) => b.bytes - a.bytes);
  const all = parts.reduce((sum, { bytes }) => sum + bytes, 0);
  return {
    table: {
      columns: ['the CDN file’s modules, by esbuild with their long names', 'minified, B', 'share'],
      rows: parts.map(({ module, bytes }) => [
        `\`${module.replace('src/', '')}\``,
        bytes.toLocaleString('en'),
        `${Math.round((100 * bytes) / all)} %`,
      ]),
    },
    note: `The CDN file is built on a base class of its own in place of Lit’s, which saves ${saved.toLocaleString('en')} B in brotli for sixty lines to read; the element’s own tests run on both. The build shortens property names and the styles’ white space, too; a source map undoes that. What is left is what the element does, spread over all of it (the last table): no part is large enough to bring the file to its goal without leaving out something that the README promises. The code with Lit outside is larger still, because a package leaves names as they are, for the application’s own minifier.`,
    raw: own.parts,
  };
}
