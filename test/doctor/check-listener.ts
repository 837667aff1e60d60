import { createServer, type RequestListener } from 'node:http';
import { runCommand } from '../../src/doctor/run-command.ts';
import { GUID } from '../support/dashboard-calls.ts';
import { FakeClock } from './fake-clock.ts';
import { listen } from './loopback.ts';

/** Runs parts of the command against a server with this listener. */
export async function checkListener(
  listener: RequestListener,
  parts: readonly string[],
  clock: FakeClock,
  options: readonly string[] = [],
): Promise<{ status: number; stdout: string }> {
  const server = createServer(listener);
  const url = await listen(server);
  let stdout = '';
  const args = parts.flatMap((part) => [`--${part}`, url]);
  const status = await runCommand(['doctor', '--dashboard', GUID, ...options, ...args], {
    env: { DASHBOARD_API_KEY: 'key' },
    stdout: { write: (text) => (stdout += text) },
    stderr: { write: () => {} },
    clock,
    stop: new AbortController().signal,
  });
  server.close().closeAllConnections();
  return { status, stdout };
}
