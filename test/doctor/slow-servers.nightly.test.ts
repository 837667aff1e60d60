import type { RequestListener } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { checkListener } from './check-listener.ts';

/** The time for all calls without `--wait`, which is 15 s, and a margin for this process. */
const LIMIT_MS = 16_000;

it(
  'ends when the time for all calls is over',
  async () => {
    const answerLate: RequestListener = (_, response) => {
      void delay(1500).then(() => {
        const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };
        response.writeHead(200, headers).end('{"token":"token-0123456789"}');
      });
    };
    const { status, stdout } = await checkListener(answerLate, ['service', 'host']);
    expect(status).toBe(2);
    expect(stdout.match(/Not all checks ran: the calls took more than 15 s/g)).toHaveLength(2);
    // The report has the findings until then.
    expect(stdout).toContain('host/method-get');
  },
  LIMIT_MS,
);
