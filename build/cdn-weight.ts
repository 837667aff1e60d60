import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** What the CDN file may weigh in brotli, in bytes. */
const BUDGET = 7610;

/** How long each module is, in characters before minification. */
type Weights = Record<string, number>;

/** Those of the last build that kept to the budget. */
const LAST = new URL('cdn-weights.json', import.meta.url);

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
      const weights = weigh(file.modules);
      if (size > BUDGET) {
        this.error(`${fileName} passes its budget of ${BUDGET} bytes: ${whatGrew(weights)}.`);
      }
      writeFileSync(LAST, `${JSON.stringify(weights, null, 2)}\n`);
    },
  };
}

function weigh(modules: Record<string, { renderedLength: number }>): Weights {
  return Object.fromEntries(
    Object.entries(modules).map(([id, { renderedLength }]) => [relative('.', id), renderedLength]),
  );
}

function whatGrew(weights: Weights): string {
  const last = JSON.parse(readFileSync(LAST, 'utf8')) as Weights;
  const grown = Object.entries(weights)
    .map(([id, weight]) => ({ id, by: weight - (last[id] ?? 0) }))
    .filter(({ by }) => by > 0)
    .toSorted((a, b) => b.by - a.by);
  return grown.map(({ id, by }) => `${id} grew by ${by} characters`).join(', ') || 'nothing grew';
}
