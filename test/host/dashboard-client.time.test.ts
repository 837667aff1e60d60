import { getEventListeners } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import { fakeTimers, newClient, REQUEST, upstream, useUpstream } from './own-upstream.ts';
import { answerWith, turns, TOKEN } from '../support/scripted-upstream.ts';
import { scaled } from '../support/tier.mjs';

useUpstream();

/** Exceeds the ten listeners after which Node warns. */
const SIGNAL_CALLS = scaled(2_000);

const BUSY = answerWith('', { status: 503 });

describe('the time of a call', () => {
  test.for([
    ['an answer that does not start', 2_999, ''],
    ['an answer that does not end', 9_999, 'token-01'],
  ] as const)('%s times out one millisecond after %i ms', async ([, lastMs, part]) => {
    fakeTimers();
    upstream.script((response) => {
      if (part) response.writeHead(200).write(part);
    });
    const settled = vi.fn<(outcome: unknown) => void>();
    const outcome = newClient().getToken(REQUEST);
    outcome.catch(settled);
    await upstream.untilCalled(1);
    await vi.advanceTimersByTimeAsync(lastMs);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    const error = { code: 'upstream-timeout', status: 504, retryable: true };
    await expect(outcome).rejects.toMatchObject(error);
    // A timeout is not retried.
    await vi.advanceTimersByTimeAsync(3_000);
    expect(upstream.calls).toHaveLength(1);
    vi.useRealTimers();
    await expect.poll(() => upstream.calls[0]!.cancelled).toBe(true);
  });

  test('no timeout keeps the process alive after its call', async () => {
    const begin = vi.spyOn(globalThis, 'setTimeout');
    const end = vi.spyOn(globalThis, 'clearTimeout');
    await newClient().getToken(REQUEST);
    const ended = new Set(end.mock.calls.map(([timer]) => timer));
    const timers = begin.mock.calls.map(([, ms], call) => {
      const { value } = begin.mock.results[call]!;
      return `${ms} ms: ${ended.has(value) ? 'cleared' : value.hasRef()}`;
    });
    // The runtime sets shorter timers. That of a second waits until the runtime has recorded the call.
    expect(new Set(timers.filter((timer) => parseInt(timer) >= 1_000))).toEqual(
      new Set(['1000 ms: false', '3000 ms: cleared', '10000 ms: cleared']),
    );
    vi.restoreAllMocks();
  });

  test.for([
    [0, 200],
    [1, 500],
  ])('a retry with the random number %i begins after %i ms', async ([chance, pauseMs]) => {
    const clock = fakeTimers(chance);
    upstream.script(BUSY);
    const outcome = newClient().getToken(REQUEST);
    await clock.untilPause();
    upstream.script(answerWith(TOKEN));
    await vi.advanceTimersByTimeAsync(pauseMs! - 1);
    await turns(50);
    expect(upstream.calls).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await outcome).toMatchObject({ token: TOKEN });
    expect(upstream.calls).toHaveLength(2);
    expect(upstream.calls[1]!.url).toBe(upstream.calls[0]!.url);
  });

  test('both attempts together have ten seconds', async () => {
    const clock = fakeTimers(1);
    let breakOff = (): void => {};
    upstream.script((response) => {
      response.writeHead(200).write('token-01');
      breakOff = () => response.destroy();
    });
    const settled = vi.fn();
    const outcome = newClient().getToken(REQUEST);
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

describe('an abort by the caller', () => {
  const gone = { code: 'upstream-unreachable', retryable: false };

  test('aborts the call', async () => {
    upstream.script(() => {});
    const caller = new AbortController();
    const outcome = newClient().getToken({ ...REQUEST, signal: caller.signal });
    await upstream.untilCalled(1);
    caller.abort(new Error('secret reason'));
    await expect(outcome).rejects.toMatchObject(gone);
    await expect.poll(() => upstream.calls[0]!.cancelled).toBe(true);
  });

  test('before the call prevents it', async () => {
    const outcome = newClient().getToken({ ...REQUEST, signal: AbortSignal.abort() });
    await expect(outcome).rejects.toMatchObject(gone);
    expect(upstream.calls).toEqual([]);
  });

  test('before the retry prevents it', async () => {
    const clock = fakeTimers(1);
    upstream.script(BUSY);
    const caller = new AbortController();
    const outcome = newClient().getToken({ ...REQUEST, signal: caller.signal });
    await clock.untilPause();
    caller.abort();
    await expect(outcome).rejects.toMatchObject(gone);
    await vi.advanceTimersByTimeAsync(500);
    await turns(50);
    expect(upstream.calls).toHaveLength(1);
  });

  test('of many calls by one signal keeps no listeners', async () => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error): void => void warnings.push(warning);
    process.on('warning', onWarning);
    const { signal } = new AbortController();
    const client = newClient();
    for (let call = 0; call < SIGNAL_CALLS; call += 1) {
      const request = { ...REQUEST, signal };
      await (call % 2 ? client.logout(request) : client.getToken(request));
    }
    process.off('warning', onWarning);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    expect(warnings).toEqual([]);
  });
});
