import { fork } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/** What came of a process, and all that it wrote. */
export interface WatchedProcess {
  exitCode: number | null;
  stdout: string;
  stderr: string;
  /** What it sent to its parent. */
  messages: unknown[];
}

/** Runs a script of Node or TypeScript to its end, with nothing in its environment but `env` and the path. */
export async function runWatched(
  script: string,
  { args = [], env = {} }: { args?: string[]; env?: Record<string, string> } = {},
): Promise<WatchedProcess> {
  const child = fork(script, {
    execArgv: ['--import', 'tsx', ...args],
    env: { PATH: process.env['PATH'], ...env },
    silent: true,
  });
  const messages: unknown[] = [];
  child.on('message', (message) => messages.push(message));
  const [stdout, stderr, [exitCode]] = await Promise.all([
    text(child.stdout!),
    text(child.stderr!),
    once(child, 'exit') as Promise<[number | null]>,
    // Its last message may come after its end.
    once(child, 'disconnect'),
  ]);
  return { exitCode, stdout, stderr, messages };
}
