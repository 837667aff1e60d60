import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Bench } from './results.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));

/** In the order of the report. Imported when run, for before that their libraries may be missing. */
const BENCHES: Record<string, () => Promise<{ bench: Bench }>> = {
  size: () => import('./size/bench.ts'),
  start: () => import('./start/bench.ts'),
  refresh: () => import('./refresh/bench.ts'),
  many: () => import('./many/bench.ts'),
  idle: () => import('./idle/bench.ts'),
  host: () => import('./host/bench.ts'),
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false } },
});
const unknown = positionals.find((name) => !Object.hasOwn(BENCHES, name));
if (unknown !== undefined) {
  console.error(`There is no bench "${unknown}". There are: ${Object.keys(BENCHES).join(', ')}.`);
  process.exit(1);
}

execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: HERE, stdio: 'inherit' });
execFileSync('npm', ['run', 'build'], { cwd: `${HERE}..`, stdio: 'inherit' });
const { saveResult, writeReport } = await import('./results.ts');
for (const name of positionals.length ? positionals : Object.keys(BENCHES)) {
  console.log(`\n== ${name}`);
  const { bench } = await BENCHES[name]!();
  const result = await bench({ isQuick: values.quick });
  saveResult(name, result);
}
writeReport(Object.keys(BENCHES));
