import { createServer, type RequestListener, type Server } from 'node:http';
import { afterEach, expect } from 'vitest';
import { runCommand } from '../../command/src/doctor/run-command.ts';
import { readWrittenAddresses } from '../../command/src/init/read-written-addresses.ts';
import { FakeClock } from './fake-clock.ts';
import { listen } from './loopback.ts';
import { API_KEY } from './plain-service.ts';

export interface DoctorRun {
  clock?: FakeClock;
  env?: Record<string, string>;
  isTTY?: boolean;
  /** The folder in which the command runs. */
  folder?: string;
  stop?: AbortController;
  /** Gets each text of the error stream. */
  onProgress?: (text: string) => void;
}

/** The exit status of a command, and its output. */
export interface DoctorOutput {
  status: number;
  stdout: string;
  stderr: string;
}

/** Runs the command with secrets in its environment. None may be in its output. */
export async function runDoctor(
  args: readonly string[],
  { clock = new FakeClock(), env = {}, isTTY = false, folder, stop, onProgress }: DoctorRun = {},
): Promise<DoctorOutput> {
  const output = { stdout: '', stderr: '' };
  const toStream = (name: keyof typeof output) => ({
    isTTY,
    write: (text: string) => {
      output[name] += text;
      if (name === 'stderr') onProgress?.(text);
    },
  });
  const status = await runCommand(['doctor', ...args], {
    env: { DASHBOARD_API_KEY: API_KEY, DASHBOARD_HOST_COOKIE: 'session=SECRET', ...env },
    stdout: toStream('stdout'),
    stderr: toStream('stderr'),
    clock,
    readAddresses: () => (folder === undefined ? null : readWrittenAddresses(folder)),
    stop: (stop ?? new AbortController()).signal,
  });
  expect(output.stdout + output.stderr).not.toContain('SECRET');
  return { status, ...output };
}

/** Returns a function that starts a server, which is closed after the test. */
export function useServers(): (listener: RequestListener) => Promise<string> {
  const servers: Server[] = [];

  afterEach(() => {
    for (const server of servers.splice(0)) server.close().closeAllConnections();
  });

  return (listener) => {
    const server = createServer(listener);
    servers.push(server);
    return listen(server);
  };
}
