import { getEventListeners } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import { REQUEST, newClient, upstream, useUpstream } from './own-upstream.ts';
import { scaled } from '../support/tier.mjs';

useUpstream();

/** Exceeds the ten listeners after which Node warns. */
const SIGNAL_CALLS = scaled(2_000);

describe('time', () => {
  const wait = { code: 'upstream-timeout', status: 504, retryable: true };

  test.for([
    ['an answer that does not start', 2_999, ''],
    ['an answer that does not end', 9_999, 'token-01'],
  ] as const)('%s times out one millisecond after %i ms', async ([, lastMs, part]) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
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
    await expect(outcome).rejects.toMatchObject(wait);
    vi.useRealTimers();
    await expect.poll(() => upstream.calls[0]!.cancelled).toBe(true);
  });

  test('every timeout is cleared at the end of its call', async () => {
    const begin = vi.spyOn(globalThis, 'setTimeout');
    const end = vi.spyOn(globalThis, 'clearTimeout');
    await newClient().getToken(REQUEST);
    // The runtime sets timers, too.
    const limits = begin.mock.results.filter((_, call) => begin.mock.calls[call]![1] === 10_000);
    expect(limits).not.toEqual([]);
    const ended = end.mock.calls.map(([timer]) => timer);
    for (const { value } of limits) expect(ended).toContain(value);
    vi.restoreAllMocks();
  });

  test('an abort by the caller aborts the call', async () => {
    upstream.script(() => {});
    const caller = new AbortController();
    const outcome = newClient().getToken({ ...REQUEST, signal: caller.signal });
    await upstream.untilCalled(1);
    caller.abort(new Error('secret reason'));
    await expect(outcome).rejects.toMatchObject({ code: 'upstream-unreachable', retryable: false });
    await expect.poll(() => upstream.calls[0]!.cancelled).toBe(true);
  });

  test('a signal that outlives many calls keeps no listeners', async () => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error): void => void warnings.push(warning);
    process.on('warning', onWarning);
    const { signal } = new AbortController();
    const client = newClient();
    for (let call = 0; call < SIGNAL_CALLS; call += 1) {
      await (call % 2
        ? client.logout({ ...REQUEST, signal })
        : client.getToken({ ...REQUEST, signal }));
    }
    process.off('warning', onWarning);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    expect(warnings).toEqual([]);
  });

  test('an aborted signal causes no call', async () => {
    const outcome = newClient().getToken({ ...REQUEST, signal: AbortSignal.abort() });
    await expect(outcome).rejects.toMatchObject({ code: 'upstream-unreachable' });
    expect(upstream.calls).toEqual([]);
  });
});
