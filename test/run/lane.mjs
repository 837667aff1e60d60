import { spawn } from 'node:child_process';
import { createWriteStream, readFileSync } from 'node:fs';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { RESULTS } from './results.mjs';

/** Reporters print such lines. They are not part of the output. */
const PROGRESS = /^@progress (\d+)\/(\d+) files$/;
/** `times` prints the processor times of the shell, then those of its children: user and system. */
const MEASURED = '"$@"; code=$?; times >&3; exit $code';

/**
 * Runs npm scripts one after the other, with their output in files.
 * @param {string[]} scripts with their arguments, such as `test:node test/host`
 * @param {string} tier
 * @param {(script: string, progress: string) => void} show is called with the progress of a script
 * @returns {AsyncGenerator<ScriptEnd>} the end of each script
 *
 * @typedef {{ script: string, isGood: boolean, seconds: number, processorSeconds: number, output: string }} ScriptEnd
 */
export async function* runLane(scripts, tier, show) {
  for (const script of scripts) yield await run(script, tier, show);
}

async function run(script, tier, show) {
  const start = Date.now();
  const path = `${RESULTS}/${script.replaceAll(/[^\w-]+/g, '-')}.log`;
  const log = createWriteStream(path);
  const [name, ...args] = script.split(' ');
  const npm = ['npm', 'run', '--silent', name, '--', ...args];
  const child = spawn('sh', ['-c', MEASURED, 'sh', ...npm], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    env: { ...process.env, TEST_TIER: tier, TEST_LANE: script },
  });
  let times = '';
  child.stdio[3].setEncoding('utf8').on('data', (part) => (times += part));
  child.stderr.pipe(log, { end: false });
  show(script, '');
  for await (const line of createInterface({ input: child.stdout })) {
    const [, done, all] = PROGRESS.exec(line) ?? [];
    if (done) show(script, `${done} of ${all} files`);
    else log.write(`${line}\n`);
  }
  const code = child.exitCode ?? (await new Promise((resolve) => child.once('exit', resolve)));
  await new Promise((resolve) => log.end(resolve));
  return {
    script,
    isGood: code === 0,
    seconds: (Date.now() - start) / 1000,
    processorSeconds: toSeconds(times.split('\n')[1] ?? ''),
    output: readFileSync(path, 'utf8'),
  };
}

/** Adds up times such as `1m2.5s 0m3.25s`. */
function toSeconds(times) {
  const parts = [...times.matchAll(/(\d+)m([\d.]+)s/g)];
  return parts.reduce((sum, [, minutes, seconds]) => sum + 60 * minutes + Number(seconds), 0);
}
