import { availableParallelism } from 'node:os';
import process from 'node:process';
import { findHeadlessBrowser } from '../support/browser.mjs';
import { runLane } from './lane.mjs';
import { Progress } from './progress.mjs';
import { clearResults, dearestFiles, readResults } from './results.mjs';
import { findUnlisted } from './skips.mjs';
import { TIERS } from './tiers.mjs';

const DEAREST = 10;

const COMMANDS = { fast: 'npm test', all: 'npm run test:all', nightly: 'npm run test:nightly' };

const [tier = '', ...names] = process.argv.slice(2);
const known = TIERS[tier]?.names ?? [];
if (!TIERS[tier] || names.some((name) => !known.includes(name))) {
  console.error('Usage: one of these commands, for all tests or with names of parts.');
  for (const [each, parts] of Object.entries(TIERS)) {
    console.error(`${COMMANDS[each]}, or ${COMMANDS[each]} -- NAME ...: ${parts.names.join(', ')}`);
  }
  process.exit(2);
}
const stages = names.length > 0 ? TIERS[tier].toStages(names) : TIERS[tier].stages;

const progress = new Progress();
/** @type {import('./lane.mjs').ScriptEnd[]} */
const ends = [];

/**
 * Runs a lane with a number of workers, and prints the output of each part when it has ended. More workers than
 * processors would double the processor time of all.
 */
async function run(parts, workers) {
  for await (const end of runLane(parts, workers, (part, text) => progress.show(part, text))) {
    ends.push(end);
    const { script, isGood, output } = end;
    if (script === 'build' && isGood) process.env.PACKAGE_IS_BUILT = '1';
    const result = isGood ? 'passed' : 'FAILED';
    progress.end(end.name, `${output}\n== ${end.name}: ${result}, ${toTimes(end)}\n`);
  }
}

function printSummary(seconds) {
  const { passed, failures, skipped } = readResults();
  printCosts();
  for (const { file, title, command } of failures) {
    console.error(`✗ ${file}: ${title}\n  ${command}`);
  }
  const unlisted = process.env.CI ? findUnlisted(skipped) : [];
  for (const { file, title } of unlisted) {
    console.error(
      `✗ ${file}: ${title}\n  This test was skipped, and test/run/skips.mjs has no reason.`,
    );
  }
  const bad = ends.filter(({ isGood }) => !isGood).map((end) => end.name);
  if (bad.length > 0) console.error(`Failed: ${bad.join(', ')}`);
  const processorSeconds = sumOf(ends.map((end) => end.processorSeconds));
  console.log(
    `${passed} tests passed, ${failures.length + unlisted.length} failed, ${skipped.length} skipped, ` +
      `in ${toTimes({ seconds, processorSeconds })} on ${availableParallelism()} processors`,
  );
  process.exitCode = Number(bad.length + unlisted.length > 0);
}

function printCosts() {
  const files = dearestFiles(DEAREST);
  if (files.length > 0) console.log('The files with the most processor time:');
  for (const { file, seconds } of files)
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`);
}

/** The processor time includes all processes that were started. It is left out if this machine cannot count it. */
function toTimes({ seconds, processorSeconds }) {
  const wall = `${Math.round(seconds)} s`;
  return processorSeconds ? `${wall}, ${Math.round(processorSeconds)} s of processor time` : wall;
}

const toNames = (parts) => parts.map(({ script }) => script).join(', ');

/** Adds up; undefined if a number is unknown. */
function sumOf(numbers) {
  return numbers.includes(undefined) ? undefined : numbers.reduce((sum, each) => sum + each, 0);
}

clearResults();
// The first call may unpack a browser.
await findHeadlessBrowser().catch((error) => console.error(error.message));
const start = Date.now();
for (const lanes of stages) {
  console.log(`== ${lanes.map(toNames).join(' | ')}`);
  const workers = Math.ceil(availableParallelism() / lanes.length);
  await Promise.all(lanes.map((parts) => run(parts, workers)));
}
printSummary((Date.now() - start) / 1000);
