import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import process from 'node:process';

/**
 * The npm scripts of each tier, in stages of lanes. The lanes of a stage run at the same time. Two lanes of
 * about the same length keep two cores busy.
 */
const ALL = [
  // `test:package` and `test:frameworks` need the build.
  // Without `test:databases`, test files prepare their own databases.
  ['build', 'test:databases', 'test:element', 'test:package', 'test:frameworks', 'test:postgres'],
  ['test:node', 'test:e2e'],
];
const TIERS = {
  fast: [[['test:databases', 'test:element'], ['test:node'], ['test:e2e']]],
  all: [ALL],
  nightly: [ALL, [['test:live', 'test:live:firefox', 'test:node-24', 'test:mutation', 'simulate']]],
};
const RESULTS = 'test-results';

const [tier = ''] = process.argv.slice(2);
const stages = TIERS[tier];
if (!stages) {
  console.error(`Usage: node test/run.mjs ${Object.keys(TIERS).join(' | ')}`);
  process.exit(2);
}

/** Runs scripts one after the other. Returns those that failed. */
async function runLane(scripts) {
  const failed = [];
  for (const script of scripts) if (!(await run(script))) failed.push(script);
  return failed;
}

/** Runs an npm script, prints its time, and returns whether it succeeded. */
async function run(script) {
  const start = Date.now();
  const env = { ...process.env, TEST_TIER: tier };
  const child = spawn('npm', ['run', '--silent', script], { stdio: 'inherit', env, shell: true });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  const seconds = Math.round((Date.now() - start) / 1000);
  console.log(`\n== ${script}: ${code === 0 ? 'passed' : 'FAILED'} after ${seconds} s\n`);
  return code === 0;
}

/** Returns the result files, in which the scripts count their tests. */
function countFiles() {
  const names = readdirSync(RESULTS).filter((name) => name.endsWith('.json'));
  return names.map((name) => `${RESULTS}/${name}`);
}

function toSummary() {
  const results = countFiles().map((path) => JSON.parse(readFileSync(path, 'utf8')));
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  return `${sum('numPassedTests')} tests passed, ${sum('numFailedTests')} failed`;
}

mkdirSync(RESULTS, { recursive: true });
for (const path of countFiles()) rmSync(path);
const start = Date.now();
const failed = [];
for (const lanes of stages) {
  console.log(`== ${lanes.map((scripts) => scripts.join(', ')).join(' | ')}\n`);
  failed.push(...(await Promise.all(lanes.map(runLane))).flat());
}
console.log(`${toSummary()}, in ${Math.round((Date.now() - start) / 1000)} s`);
if (failed.length > 0) console.error(`Failed: ${failed.join(', ')}`);
process.exitCode = Number(failed.length > 0);
