import { availableParallelism } from 'node:os';
import process from 'node:process';
import { findHeadlessBrowser } from '../support/browser.mjs';
import { runLane } from './lane.mjs';
import { Progress } from './progress.mjs';
import { clearResults, readResults } from './results.mjs';
import { ROOMS, TIERS } from './tiers.mjs';

const [tier = '', room] = process.argv.slice(2);
const stages = room ? ROOMS[room] && [ROOMS[room]] : TIERS[tier];
if (!stages) {
  console.error(`Usage: npm test, npm run test:all, npm run test:nightly,
or npm test -- ROOM, where ROOM is one of ${Object.keys(ROOMS).join(', ')}.`);
  process.exit(2);
}

const progress = new Progress();
/** @type {import('./lane.mjs').ScriptEnd[]} */
const ends = [];

/** Runs a lane, and prints the output of each script when it has ended. */
async function run(scripts) {
  for await (const end of runLane(scripts, tier, (script, text) => progress.show(script, text))) {
    ends.push(end);
    const { script, isGood, seconds, processorSeconds, output } = end;
    const times = `${Math.round(seconds)} s, ${Math.round(processorSeconds)} s of processor time`;
    if (script === 'build' && isGood) process.env.PACKAGE_IS_BUILT = '1';
    progress.end(script, `${output}\n== ${script}: ${isGood ? 'passed' : 'FAILED'}, ${times}\n`);
  }
}

function printSummary(seconds) {
  const { passed, failed, failures } = readResults();
  for (const { file, title, command } of failures) {
    console.error(`✗ ${file}: ${title}\n  ${command}`);
  }
  const bad = ends.filter(({ isGood }) => !isGood).map(({ script }) => script);
  if (bad.length > 0) console.error(`Failed: ${bad.join(', ')}`);
  const processorSeconds = ends.reduce((sum, end) => sum + end.processorSeconds, 0);
  console.log(
    `${passed} tests passed, ${failed} failed, in ${Math.round(seconds)} s ` +
      `with ${Math.round(processorSeconds)} s of processor time on ${availableParallelism()} processors`,
  );
  process.exitCode = Number(bad.length > 0);
}

clearResults();
// The first call may unpack a browser.
await findHeadlessBrowser().catch((error) => console.error(error.message));
const start = Date.now();
for (const lanes of stages) {
  console.log(`== ${lanes.map((scripts) => scripts.join(', ')).join(' | ')}`);
  await Promise.all(lanes.map(run));
}
printSummary((Date.now() - start) / 1000);
