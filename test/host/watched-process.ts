import { fork } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { bundleScript } from '../support/bundle-script.ts';

/** The exit code of a process, and all its output. */
export interface WatchedProcess {
  exitCode: number | null;
  stdout: string;
  stderr: string;
  /** The messages that the process sent to its parent. */
  messages: unknown[];
}

/** Runs a JavaScript or TypeScript file until it exits. Its environment has only `env` and `PATH`. */
export async function runWatched(
  script: string,
  { args = [], env = {} }: { args?: string[]; env?: Record<string, string> } = {},
): Promise<WatchedProcess> {
  const child = fork(script.endsWith('.ts') ? await bundleScript(script) : script, {
    execArgv: args,
    env: { PATH: process.env['PATH'], ...env },
    silent: true,
  });
  const messages: unknown[] = [];
  child.on('message', (message) => messages.push(message));
  const [stdout, stderr, [exitCode]] = await Promise.all([
    text(child.stdout!),
    text(child.stderr!),
    once(child, 'exit') as Promise<[number | null]>,
    // The last message may arrive after the exit.
    once(child, 'disconnect'),
  ]);
  return { exitCode, stdout, stderr, messages };
}
