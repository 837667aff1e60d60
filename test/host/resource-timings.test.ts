import { expect, test, vi } from 'vitest';
import { REQUEST, fakeTimers, newClient, useUpstream } from './own-upstream.ts';
import { TOKEN, turns } from '../support/scripted-upstream.ts';

useUpstream();

type Mark = (...fields: unknown[]) => void;

test('the resource timings drop an address that the runtime adds long after the call', async () => {
  const clock = fakeTimers();
  const called: string[] = [];
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation((address) => {
    called.push(address as string);
    return Promise.reject(new Error('gone'));
  });
  const outcome = newClient().getToken(REQUEST);
  outcome.catch(() => {});
  await clock.untilPause();
  await vi.advanceTimersByTimeAsync(200);
  await expect(outcome).rejects.toMatchObject({ code: 'upstream-unreachable' });
  fetched.mockRestore();
  const [address = ''] = called;
  // Other files of this process may have filled the buffer, which then takes no entry.
  performance.clearResourceTimings();
  // Adds the entry as Node's own `fetch` does. Node's types lack this function.
  const { markResourceTiming } = performance as unknown as { markResourceTiming: Mark };
  const now = performance.now();
  const timing = { startTime: now, endTime: now, finalServiceWorkerStartTime: 0 };
  // The host removes the address a turn after the call, and three times later.
  await turns(2);
  for (const laterMs of [1_000, 3_000, 11_000]) {
    markResourceTiming.call(performance, timing, address, 'fetch', globalThis, '', {}, 200, '');
    expect(performance.getEntriesByName(address)).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(laterMs);
    expect(performance.getEntriesByName(address)).toEqual([]);
  }
});

test('a runtime with resource timings needs no setImmediate', async () => {
  // Node's own fetch needs it.
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(TOKEN));
  vi.stubGlobal('setImmediate', undefined);
  expect(await newClient().getToken(REQUEST)).toMatchObject({ token: TOKEN });
});
