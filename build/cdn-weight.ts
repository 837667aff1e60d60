import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { brotliCompressSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** What the CDN file may weigh in brotli, in bytes. */
const BUDGET = 7_760;

/** How many characters of the CDN file each module is. */
export type Weights = Record<string, number>;

/** What `npm run bench -- size` found last. */
const MEASURED = new URL('../bench/results/size.json', import.meta.url);
/** The source map leads from styles to no module, as the build compacts them. */
const STYLES = 'styles, and what joins the modules';

/** Holds the CDN file to its budget, and writes its hash for `<script integrity>` beside it. */
export function weighAndHash(fileName: string): Plugin {
  return {
    name: 'weigh-and-hash',
    generateBundle(_options, bundle) {
      const file = bundle[fileName];
      if (file?.type !== 'chunk') throw new Error(`${fileName} was not built`);
      const size = brotliCompressSync(file.code).length;
      const hash = `sha384-${createHash('sha384').update(file.code).digest('base64')}`;
      const source = `${JSON.stringify({ [fileName]: hash }, null, 2)}\n`;
      this.emitFile({ type: 'asset', fileName: 'integrity.json', source });
      this.info(`${fileName}: ${size} bytes in brotli, integrity ${hash}`);
      if (size > BUDGET) {
        const weights = weighModules(file.code, file.map as unknown as SourceMapPayload);
        this.error(`${fileName} passes its budget of ${BUDGET} bytes: ${whatGrew(weights)}.`);
      }
    },
  };
}

/** Whose each character of a minified file is, as its source map tells. */
export function weighModules(code: string, map: SourceMapPayload): Weights {
  const sources = new SourceMap(map);
  const weights: Weights = {};
  for (const [line, text] of code.split('\n').entries()) {
    for (let column = 0; column < text.length; column += 1) {
      const entry = sources.findEntry(line, column);
      const source = 'originalSource' in entry ? entry.originalSource : undefined;
      const module = source?.replace(/^(\.\.\/)+/, '') ?? STYLES;
      weights[module] = (weights[module] ?? 0) + 1;
    }
  }
  return weights;
}

function whatGrew(weights: Weights): string {
  const { raw } = JSON.parse(readFileSync(MEASURED, 'utf8')) as { raw: { parts: Weights } };
  const grown = Object.entries(weights)
    .map(([module, weight]) => ({ module, by: weight - (raw.parts[module] ?? 0) }))
    .filter(({ by }) => by > 0)
    .toSorted((a, b) => b.by - a.by);
  const growth = grown.map(({ module, by }) => `${module} by ${by} characters`).join(', ');
  return `since \`npm run bench -- size\` ran last grew ${growth || 'nothing'}`;
}
