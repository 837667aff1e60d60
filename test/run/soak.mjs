import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import process from 'node:process';
import { changedPaths } from './changed.mjs';
import { ControlGroup } from './control-group.mjs';
import { dearestFiles, readResults } from './results.mjs';

/** Runs of the tests, each with the part of the processors that it gets. */
const PARTS = {
  idle: { times: 8, speed: 1 },
  half: { times: 4, speed: 0.5 },
  quarter: { times: 2, speed: 0.25 },
  changed: { times: 3, speed: 0.25 },
};
const SLOWEST = 10;
/** The longest time of the part `changed`, by the processor time of the files in the last run of `npm test`. */
const CHANGED_SECONDS = 240;

const [name = ''] = process.argv.slice(2);
const part = PARTS[name];
if (!part) {
  console.error(`Usage: npm run test:soak -- ${Object.keys(PARTS).join(' | ')}`);
  process.exit(2);
}
const processors = part.speed * availableParallelism();
const command =
  name === 'changed'
    ? toCommand(chooseChangedFiles())
    : [process.execPath, 'test/run/main.mjs', 'fast'];

/** The longest time of each file, in seconds. */
const slowest = new Map();
let failedRuns = 0;
for (let run = 1; command && run <= part.times; run += 1) {
  const { code, output } = await runHeld(command);
  if (code !== 0) failedRuns += 1;
  console.log(`${name} ${run} of ${part.times}: ${code === 0 ? 'passed' : `FAILED\n${output}`}`);
  if (name !== 'changed') noteSlowest();
}
const files = [...slowest].toSorted(([, a], [, b]) => b - a).slice(0, SLOWEST);
for (const [file, seconds] of files) console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`);
console.log(`${part.times - failedRuns} runs passed, ${failedRuns} failed`);
process.exitCode = Number(failedRuns > 0);

/** Runs a command with a part of the processors. Only root may limit them; otherwise it has all of them. */
async function runHeld([program, ...args]) {
  const groupName = `soak-${process.pid}`;
  const group = ControlGroup.tryCreate(groupName);
  if (!group) console.log('The processors are not limited: only root on Linux may do that.');
  group?.limit(processors);
  const env = { ...process.env, TEST_TIER: 'fast', TEST_GROUP: group ? groupName : '' };
  const child = spawn(program, args, { env });
  group?.add(child.pid);
  const lines = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => lines.push(text));
  }
  const code = await new Promise((resolve) => child.once('close', resolve));
  group?.remove();
  return { code, output: lines.join('') };
}

function noteSlowest() {
  for (const { file, seconds } of readResults().files) {
    slowest.set(file, Math.max(slowest.get(file) ?? 0, seconds));
  }
}

/** Returns the changed files of `npm test`, the cheapest first, as far as the time suffices. */
function chooseChangedFiles() {
  const changed = new Set(changedPaths());
  let seconds = 0;
  const cheapest = dearestFiles(Infinity).toReversed();
  const candidates = cheapest.filter(({ file }) => changed.has(file) && existsSync(file));
  const chosen = candidates.filter(
    (file) => (seconds += (part.times * file.seconds) / processors) <= CHANGED_SECONDS,
  );
  for (const { file } of candidates.slice(chosen.length)) console.log(`NOT SOAKED: ${file}`);
  return chosen.map(({ file }) => file);
}

function toCommand(changed) {
  console.log(changed.length > 0 ? `Soaking ${changed.join(', ')}` : 'No test file has changed.');
  const projects = ['node', 'service', 'scripts', 'e2e'].map((each) => `--project=${each}`);
  return changed.length > 0 ? ['npx', 'vitest', 'run', ...projects, ...changed] : undefined;
}
