import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import process from 'node:process';
import { readResults } from './results.mjs';
import { holdProcessors } from './hold-processors.mjs';

/** Runs of the tests, each with the part of the processors that it gets. */
const PARTS = {
  idle: { tier: 'fast', times: 8, speed: 1 },
  half: { tier: 'fast', times: 4, speed: 0.5 },
  quarter: { tier: 'fast', times: 2, speed: 0.25 },
  all: { tier: 'all', times: 1, speed: 0.5 },
};
const SLOWEST = 10;

const [name = ''] = process.argv.slice(2);
const part = PARTS[name];
if (!part) {
  console.error(`Usage: npm run test:soak -- ${Object.keys(PARTS).join(' | ')}`);
  process.exit(2);
}

/** The longest time of each file, in seconds. */
const slowest = new Map();
let failedRuns = 0;
for (let run = 1; run <= part.times; run += 1) {
  const { code, summary } = await runTests(part);
  if (code !== 0) failedRuns += 1;
  console.log(`${name} ${run} of ${part.times}: ${summary}`);
  for (const { file, title, command } of readResults().failures) {
    console.log(`  ✗ ${file}: ${title}\n    ${command}`);
  }
  for (const { file, seconds } of readResults().files) {
    slowest.set(file, Math.max(slowest.get(file) ?? 0, seconds));
  }
}
const files = [...slowest].toSorted(([, a], [, b]) => b - a).slice(0, SLOWEST);
for (const [file, seconds] of files) console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`);
console.log(`${part.times - failedRuns} runs passed, ${failedRuns} failed`);
process.exitCode = Number(failedRuns > 0);

/** Runs the tests of a tier once, and returns the last line of their output. */
async function runTests({ tier, speed }) {
  const release = holdProcessors(speed * availableParallelism());
  const child = spawn(process.execPath, ['test/run/main.mjs', tier]);
  const lines = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => lines.push(text));
  }
  const code = await new Promise((resolve) => child.once('close', resolve));
  release();
  const summary = lines.join('').match(/^\d+ tests passed.*$/m)?.[0];
  return { code, summary: summary ?? lines.join('').slice(-2000) };
}
