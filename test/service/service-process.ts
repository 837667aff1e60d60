import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { bundleService } from '../support/bundle-script.ts';
import { endProcess } from '../support/end-process.ts';
import { SETTINGS } from '../support/test-database.ts';

const main = await bundleService();

/** In seconds. */
const SERVICE_QUERY_LIMIT = String(SETTINGS.queryLimitMs / 1000);

/** A process that runs the command of the dashboard service. */
export interface ServiceProcess {
  child: ChildProcess;
  url: string;
  /** The lines that the process has written to its standard error. */
  errors: string[];
  /** Ends the process, unless it has already ended, and waits for its exit. */
  end: () => Promise<void>;
}

/** Starts the service's command with nothing in its environment but `env` and the path. */
export function spawnService(
  env: Record<string, string>,
  nodeOptions: readonly string[] = [],
  args: readonly string[] = [],
  command = main,
) {
  return spawn(process.execPath, [...nodeOptions, command, ...args], {
    env: { PATH: process.env.PATH, SERVICE_PORT: '0', SERVICE_QUERY_LIMIT, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Starts the service, and waits until it listens. Its port is free unless `env` sets one. */
export function startService(
  env: Record<string, string>,
  ...nodeOptions: string[]
): Promise<ServiceProcess> {
  return waitUntilListening(spawnService(env, nodeOptions));
}

/** Waits until a process of {@link spawnService} listens. */
export async function waitUntilListening(
  child: ReturnType<typeof spawnService>,
): Promise<ServiceProcess> {
  const errors: string[] = [];
  createInterface(child.stderr).on('line', (line) => errors.push(line));
  child.stderr.pipe(process.stderr);
  const ended = once(child, 'exit').then(() => {
    throw new Error(`The service has ended: ${errors.join('\n')}`);
  });
  const listening = once(createInterface(child.stdout), 'line') as Promise<[string]>;
  const [line] = await Promise.race([listening, ended]);
  return { child, url: /http:\S+/.exec(line)![0], errors, end: () => endProcess(child) };
}

/** The exit status of the command, and its output. */
export interface Ending {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** Starts a service that cannot start, and returns its exit status and its output. */
export function startInVain(
  env: Record<string, string>,
  ...nodeOptions: string[]
): Promise<Ending> {
  return waitForEnd(spawnService(env, nodeOptions));
}

/** Waits until a process has ended. */
export async function waitForEnd(child: ReturnType<typeof spawnService>): Promise<Ending> {
  const [[status], stdout, stderr] = await Promise.all([
    once(child, 'exit') as Promise<[number | null]>,
    text(child.stdout),
    text(child.stderr),
  ]);
  return { status, stdout, stderr };
}
