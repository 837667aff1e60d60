import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type DashboardClient } from 'embedded-dashboard/host';
import { fakeTimers, newClient, upstream, REQUEST, useUpstream } from './own-upstream.ts';
import { answerWith, turns, type UpstreamScript, TOKEN } from '../support/scripted-upstream.ts';

useUpstream();

const HANG_UP: UpstreamScript = (response) => response.destroy();
const BREAK_OFF: UpstreamScript = (response) => {
  response.writeHead(200, { 'Content-Length': '16' });
  response.write('token-01', () => response.destroy());
};

let client: DashboardClient;

beforeEach(() => {
  client = newClient();
});

describe('a call that may have been lost', () => {
  const faults: [string, UpstreamScript, string][] = [
    ['502', answerWith('', { status: 502 }), 'upstream-status'],
    ['503', answerWith('', { status: 503 }), 'upstream-status'],
    ['504', answerWith('', { status: 504 }), 'upstream-status'],
    ['a closed connection', HANG_UP, 'upstream-unreachable'],
    ['a truncated answer', BREAK_OFF, 'upstream-unreachable'],
  ];

  test.for(faults)('%s is retried after a pause', async ([, fault]) => {
    const clock = fakeTimers();
    upstream.script(fault);
    const outcome = client.getToken(REQUEST);
    await clock.untilPause();
    upstream.script(answerWith(TOKEN));
    await vi.advanceTimersByTimeAsync(199);
    await turns(50);
    expect(upstream.calls).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await outcome).toMatchObject({ token: TOKEN });
    expect(upstream.calls).toHaveLength(2);
    expect(upstream.calls[1]!.url).toBe(upstream.calls[0]!.url);
  });

  test.for(faults)('%s is retried only once', async ([, fault, code]) => {
    upstream.script(fault);
    const outcomes = await Promise.allSettled([
      client.getToken(REQUEST),
      client.logout({ sessionId: 'session-2' }),
    ]);
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ reason: { code, status: 502, retryable: true } });
    }
    expect(upstream.calls).toHaveLength(4);
  });
});

test.for<[string, UpstreamScript]>([
  ...[302, 400, 401, 403, 404, 429, 500, 501, 505].map((status): [string, UpstreamScript] => [
    String(status),
    answerWith('', { status }),
  ]),
  ['503 with Retry-After', answerWith('', { status: 503, headers: { 'Retry-After': '1' } })],
  ['an answer without a token', answerWith('no token')],
])('%s is not retried', async ([, script]) => {
  upstream.script(script);
  await expect(client.getToken(REQUEST)).rejects.toMatchObject({ name: 'DashboardHostError' });
  expect(upstream.calls).toHaveLength(1);
});

test('an abort before the retry prevents it', async () => {
  const clock = fakeTimers(1);
  upstream.script(HANG_UP);
  const caller = new AbortController();
  const outcome = client.getToken({ ...REQUEST, signal: caller.signal });
  await clock.untilPause();
  caller.abort();
  await expect(outcome).rejects.toMatchObject({ retryable: false });
  await vi.advanceTimersByTimeAsync(500);
  await turns(50);
  expect(upstream.calls).toHaveLength(1);
});

describe('time', () => {
  test('the longest pause before the retry has half a second', async () => {
    const clock = fakeTimers(1);
    upstream.script(answerWith('', { status: 503 }));
    const outcome = client.getToken(REQUEST);
    outcome.catch(() => {});
    await clock.untilPause();
    await vi.advanceTimersByTimeAsync(499);
    await turns(50);
    expect(upstream.calls).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    await upstream.untilCalled(2);
    await expect(outcome).rejects.toMatchObject({ code: 'upstream-status' });
  });

  test('a timeout is not retried', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    upstream.script(() => {});
    const outcome = client.getToken(REQUEST).catch((error: unknown) => error);
    await upstream.untilCalled(1);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await outcome).toMatchObject({ code: 'upstream-timeout' });
    await vi.advanceTimersByTimeAsync(3_000);
    expect(upstream.calls).toHaveLength(1);
  });

  test('both attempts together have ten seconds', async () => {
    const clock = fakeTimers(1);
    let breakOff = (): void => {};
    upstream.script((response) => {
      response.writeHead(200).write('token-01');
      breakOff = () => response.destroy();
    });
    const settled = vi.fn();
    const outcome = client.getToken(REQUEST);
    outcome.catch(settled);
    await upstream.untilCalled(1);
    await vi.advanceTimersByTimeAsync(8_000);
    breakOff();
    await clock.untilPause();
    await vi.advanceTimersByTimeAsync(500);
    await upstream.untilCalled(2);
    await vi.advanceTimersByTimeAsync(1_499);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await expect(outcome).rejects.toMatchObject({ code: 'upstream-timeout', status: 504 });
  });
});
