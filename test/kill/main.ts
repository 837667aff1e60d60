import { setup } from '../support/build-package.ts';
import { FAULTS, SHORT_FAULTS } from './faults.ts';
import { findBroken } from './judge.ts';
import { findMissing } from './missing-programs.ts';
import { type Options, parseOptions, USAGE } from './options.ts';
import { toReport } from './report.ts';
import { type Plan, runPlan } from './run.ts';

/** The time between the beginnings of two faults, in milliseconds. */
const EVERY_MS = 30_000;
const SHORT_EVERY_MS = 15_000;

const options = readOptions(process.argv.slice(2));
const plan = toPlan(options);
const missing = findMissing(plan.form);
if (missing.length > 0) {
  console.log(`Skipped: this machine lacks a program. Install: apt install ${missing.join(' ')}`);
  // A caller that names options wants this run.
  process.exit(process.argv.length > 2 ? 1 : 0);
}
console.log(`Seed ${plan.seed}: npm run kill-test -- --seed ${plan.seed}`);
setup();
const over = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => over.abort());
const notes = await runPlan(plan, (line) => console.log(line), over.signal).catch(stop);
console.log(`\n${toReport(notes)}\n`);
const broken = findBroken(notes, options.patience);
for (const each of broken) console.log(`Broken: ${each}`);
console.log(broken.length === 0 ? 'All promises were kept.' : `${broken.length} broken promises.`);
process.exit(Number(broken.length > 0));

/** Ends the process. Everything that it has started has stopped. */
function stop(error: Error): never {
  console.error(over.signal.aborted ? error.message : error);
  return process.exit(over.signal.aborted ? 130 : 1);
}

function readOptions(args: readonly string[]): Options {
  try {
    return parseOptions(args);
  } catch (error) {
    console.error(`${(error as Error).message}\n${USAGE}`);
    return process.exit(2);
  }
}

function toPlan({ seconds, seed, rate, openCalls, isShort, only }: Options): Plan {
  const all = isShort ? SHORT_FAULTS : FAULTS;
  const faults = all.filter(({ name }) => name.includes(only));
  if (faults.length === 0) {
    console.error(
      `--only names no fault. The faults are: ${all.map(({ name }) => name).join('; ')}`,
    );
    process.exit(2);
  }
  return {
    form: isShort ? 'single' : 'cluster',
    ...{ faults, lengthMs: seconds * 1000, everyMs: isShort ? SHORT_EVERY_MS : EVERY_MS },
    ...{ seed, rate, openCalls },
  };
}
