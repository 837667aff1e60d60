import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { BENCHES } from './benches.ts';
import { toSection } from './report.ts';
import { type Bench, saveResult, toSavedResult } from './results.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false } },
});
const unknown = positionals.find((name) => !Object.hasOwn(BENCHES, name));
if (unknown !== undefined) {
  console.error(`Unknown bench "${unknown}". The benches are ${Object.keys(BENCHES).join(', ')}.`);
  process.exit(1);
}

execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: HERE, stdio: 'inherit' });
execFileSync('npm', ['run', 'build'], { cwd: `${HERE}..`, stdio: 'inherit' });
for (const name of positionals.length ? positionals : Object.keys(BENCHES)) {
  console.log(`\n== ${name}`);
  // Import late: the libraries may be missing before this point.
  const { bench } = (await import(`./${name}/bench.ts`)) as { bench: Bench };
  const result = toSavedResult(name, await bench({ isQuick: values.quick }));
  // A quick run proves nothing, so its result is printed but not saved.
  if (values.quick) console.log(toSection(name, result));
  else saveResult(name, result);
}
// The report is one of the docs.
if (!values.quick) execFileSync('npm', ['run', 'docs'], { cwd: `${HERE}..`, stdio: 'inherit' });
