import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type DashboardClient, type TokenRequest } from 'embedded-dashboard/host';
import { GUID } from '../support/dashboard-calls.ts';
import { newClient, upstream } from './own-upstream.ts';
import { answerWith, turns, type UpstreamScript } from '../support/scripted-upstream.ts';

const TOKEN = 'token-0123456789';
const REQUEST: TokenRequest = { sessionId: 'session-1', dashboardGuid: GUID };
const HANG_UP: UpstreamScript = (response) => response.destroy();
const BREAK_OFF: UpstreamScript = (response) => {
  response.writeHead(200, { 'Content-Length': '16' }).write('token-01');
  setTimeout(() => response.destroy(), 5);
};

let client: DashboardClient;

beforeEach(() => {
  client = newClient();
});

describe('a call that may have been lost on its way', () => {
  const faults: [string, UpstreamScript, string][] = [
    ['502', answerWith('', { status: 502 }), 'upstream-status'],
    ['503', answerWith('', { status: 503 }), 'upstream-status'],
    ['504', answerWith('', { status: 504 }), 'upstream-status'],
    ['a closed connection', HANG_UP, 'upstream-unreachable'],
    ['an answer that breaks off', BREAK_OFF, 'upstream-unreachable'],
  ];

  test.for(faults)('%s is tried again a moment later', async ([, fault]) => {
    const calledAt: number[] = [];
    upstream.script((response, call) => {
      calledAt.push(performance.now());
      const script = calledAt.length === 1 ? fault : answerWith(TOKEN);
      script(response, call);
    });
    expect(await client.getToken(REQUEST)).toMatchObject({ token: TOKEN });
    expect(upstream.calls).toHaveLength(2);
    expect(upstream.calls[1]!.url).toBe(upstream.calls[0]!.url);
    expect(calledAt[1]! - calledAt[0]!).toBeGreaterThan(190);
  });

  test.for(faults)('%s is tried twice and no more', async ([, fault, code]) => {
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
  ['503 that says when to come', answerWith('', { status: 503, headers: { 'Retry-After': '1' } })],
  ['no token', answerWith('no token')],
])('%s is not tried again', async ([, script]) => {
  upstream.script(script);
  await expect(client.getToken(REQUEST)).rejects.toMatchObject({ name: 'DashboardHostError' });
  expect(upstream.calls).toHaveLength(1);
});

test('a caller who goes away before the second try causes none', async () => {
  upstream.script(HANG_UP);
  const caller = new AbortController();
  const outcome = client.getToken({ ...REQUEST, signal: caller.signal });
  await expect.poll(() => upstream.calls).toHaveLength(1);
  caller.abort();
  await expect(outcome).rejects.toMatchObject({ retryable: false });
  await new Promise((resolve) => {
    setTimeout(resolve, 600);
  });
  expect(upstream.calls).toHaveLength(1);
});

describe('time', () => {
  test('a service that does not answer in time is not asked again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    upstream.script(() => {});
    const outcome = client.getToken(REQUEST).catch((error: unknown) => error);
    await upstream.untilCalled(1);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await outcome).toMatchObject({ code: 'upstream-timeout' });
    await vi.advanceTimersByTimeAsync(3_000);
    expect(upstream.calls).toHaveLength(1);
  });

  test('both tries have ten seconds in all', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
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
    await turns(50);
    await vi.advanceTimersByTimeAsync(500);
    await upstream.untilCalled(2);
    await vi.advanceTimersByTimeAsync(1_499);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await expect(outcome).rejects.toMatchObject({ code: 'upstream-timeout', status: 504 });
  });
});
