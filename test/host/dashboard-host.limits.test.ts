import { describe, expect, test, vi } from 'vitest';
import { GUID, HOST, logoutCall, pageCall, tokenCall } from '../support/dashboard-calls.ts';
import { endOf, fakeTimers, newHost, upstream, USER, useUpstream } from './own-upstream.ts';
import { answerWith } from '../support/scripted-upstream.ts';

useUpstream();

describe('the Retry-After of the service', () => {
  test.for([
    [429, '7', 429, '7'],
    [429, '007', 429, '7'],
    [503, '120', 502, '120'],
    [429, '1000', 429, null],
    [429, '1.5', 429, null],
    [503, 'Wed, 21 Oct 2026 07:28:00 GMT', 502, null],
    [429, '', 429, null],
    [500, '7', 502, null],
  ] as const)('status %i with the value %j becomes %i with %j', async (line) => {
    const [upstreamStatus, retryAfter, status, expected] = line;
    const headers = { 'Retry-After': retryAfter };
    upstream.script(answerWith('', { status: upstreamStatus, headers }));
    for (const request of [tokenCall(), logoutCall(), pageCall(GUID)]) {
      const response = await newHost().fetch(request);
      expect([response.status, response.headers.get('Retry-After')]).toEqual([status, expected]);
    }
  });
});

describe('a body that takes too long', () => {
  test('is 408 after five seconds, is read no further, and resolve is not called', async () => {
    fakeTimers();
    const cancel = vi.fn();
    const resolve = vi.fn(() => USER);
    const body = new ReadableStream({ cancel });
    const settled = vi.fn();
    const answer = newHost({ resolve }).fetch(tokenCall({ body }));
    void answer.then(settled);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(await endOf(answer)).toBe('408 bad-request');
    expect(cancel).toHaveBeenCalledOnce();
    expect(resolve).not.toHaveBeenCalled();
  });

  test.for(['token', 'logout'])('is canceled at %s when its caller aborts', async (route) => {
    const cancel = vi.fn();
    const caller = new AbortController();
    const request = tokenCall({
      url: `${HOST}/dashboards/${route}`,
      body: new ReadableStream({ cancel }),
      signal: caller.signal,
    });
    const answer = newHost().fetch(request);
    caller.abort();
    await answer;
    expect(cancel).toHaveBeenCalledOnce();
  });
});

test('an aborted request does not wait for resolve', async () => {
  const host = newHost({ resolve: () => new Promise(() => {}) });
  const request = new Request(pageCall(GUID), { signal: AbortSignal.abort() });
  const answer = await host.fetch(request);
  expect(answer.status).toBe(502);
});
