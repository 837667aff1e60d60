import { gzipSync } from 'node:zlib';
import process from 'node:process';
import type { Asset } from '../../service/src/page/asset.ts';

const { __STRYKER_ACTIVE_MUTANT__: activeMutant } = process.env;

/** Returns a script that activates the mutant of this run in the page; see `test/mutation`. */
export function withActiveMutant(script: Asset): Asset {
  if (activeMutant === undefined) return script;
  const activation = `globalThis.__stryker__ = ${JSON.stringify({ activeMutant })};\n`;
  const body = new Uint8Array(Buffer.concat([Buffer.from(activation), script.body]));
  return { ...script, body, gzipped: new Uint8Array(gzipSync(body)) };
}
