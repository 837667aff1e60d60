import { spawn } from 'node:child_process';
import { createWriteStream, readFileSync } from 'node:fs';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { ControlGroup } from './control-group.mjs';
import { COSTS, RESULTS } from './results.mjs';

/** Reporters print such lines. They are not part of the output. */
const PROGRESS = /^@progress (\d+)\/(\d+) files$/;
/** The group that a soak makes, with its limit. */
const OUTER_GROUP = process.env.TEST_GROUP ? `${process.env.TEST_GROUP}/` : '';
/** Waits for a line before it runs the command, so that the control group has all of it. */
const START = 'read -r _; exec "$@" < /dev/null';

/**
 * Commands that run scripts behind a wall, for example without IPv6: `{ "test:node": "path/of/a/program" }`. The
 * program gets the command of the script as its arguments.
 * @type {Record<string, string>}
 */
const WALLS = JSON.parse(process.env.TEST_WALLS ?? '{}');

/**
 * Runs npm scripts one after the other, with their output in files.
 * @param {import('./tiers.mjs').Part[]} parts
 * @param {number} workers the number of test files that a script runs at the same time
 * @param {(script: string, progress: string) => void} show is called with the progress of a script
 * @returns {AsyncGenerator<ScriptEnd>} the end of each script
 *
 * `processorSeconds`: with all processes that the script started; undefined if this machine cannot count it.
 * @typedef {{ name: string, script: string, isGood: boolean, seconds: number, processorSeconds?: number, output: string }} ScriptEnd
 */
export async function* runLane(parts, workers, show) {
  for (const part of parts) yield await run(part, workers, show);
}

async function run(part, workers, show) {
  const start = Date.now();
  const name = toName(part);
  const path = `${RESULTS}/${name}.log`;
  const log = createWriteStream(path);
  const groupName = `${OUTER_GROUP}tests-${process.pid}-${name}`;
  const group = ControlGroup.tryCreate(groupName);
  const child = startScript(part, {
    TEST_LANE: name,
    TEST_WORKERS: workers,
    TEST_GROUP: group ? groupName : '',
  });
  group?.add(child.pid);
  child.stdin.end('\n');
  child.stderr.pipe(log, { end: false });
  show(name, '');
  for await (const line of createInterface({ input: child.stdout })) {
    const [, done, all] = PROGRESS.exec(line) ?? [];
    if (done) show(name, `${done} of ${all} files`);
    else log.write(`${line}\n`);
  }
  const code = child.exitCode ?? (await new Promise((resolve) => child.once('exit', resolve)));
  await new Promise((resolve) => log.end(resolve));
  const processorSeconds = group?.seconds;
  group?.remove();
  return {
    name,
    script: part.script,
    isGood: code === 0,
    seconds: (Date.now() - start) / 1000,
    processorSeconds,
    output: readFileSync(path, 'utf8'),
  };
}

function startScript({ script, tier, engine }, variables) {
  const [name, ...args] = script.split(' ');
  const wall = WALLS[name] ? [WALLS[name]] : [];
  const command = [...wall, 'npm', 'run', '--silent', name, '--', ...args];
  return spawn('sh', ['-c', START, 'sh', ...command], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      ...process.env,
      TEST_TIER: tier,
      TEST_COSTS: COSTS,
      ...variables,
      ...(engine && { ENGINE: engine }),
    },
  });
}

/** Returns the name of a part, which is also the name of its files in the folder of the results. */
function toName({ script, engine = '' }) {
  return `${script} ${engine}`.trim().replaceAll(/[^\w-]+/g, '-');
}
