import { createServer, type RequestListener } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { runCommand } from '../../src/doctor/run-command.ts';
import { GUID } from '../support/dashboard-calls.ts';
import { listen } from './upstream.ts';

/** Milliseconds that all calls may take without `--wait`, and some for this process. */
const LIMIT_MS = 16_000;

async function check(listener: RequestListener, parts: readonly string[]) {
  const server = createServer(listener);
  const url = await listen(server);
  let stdout = '';
  const args = parts.flatMap((part) => [`--${part}`, url]);
  const status = await runCommand(['doctor', '--dashboard', GUID, ...args], {
    env: { DASHBOARD_API_KEY: 'key' },
    stdout: { write: (text) => (stdout += text) },
    stderr: { write: () => {} },
    stop: new AbortController().signal,
  });
  server.close().closeAllConnections();
  return { status, stdout };
}

it.concurrent('gives up a server that never answers', { timeout: LIMIT_MS }, async () => {
  const { status, stdout } = await check(() => {}, ['service', 'host', 'page']);
  expect(status).toBe(2);
  expect(stdout.match(/There was no answer within 5 seconds\./g)).toHaveLength(3);
});

it.concurrent('ends with the time for all calls', { timeout: LIMIT_MS }, async () => {
  const answerLate: RequestListener = (_, response) => {
    void delay(1500).then(() => {
      const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };
      response.writeHead(200, headers).end('{"token":"token-0123456789"}');
    });
  };
  const { status, stdout } = await check(answerLate, ['service', 'host']);
  expect(status).toBe(2);
  expect(stdout.match(/Not all checks ran: the calls took more than 15 seconds/g)).toHaveLength(2);
  // It has what was found until then.
  expect(stdout).toContain('host/method-get');
});
