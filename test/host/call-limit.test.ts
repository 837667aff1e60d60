import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDashboardHost, type DashboardHost } from 'embedded-dashboard/host';
import { GUID, logoutCall, tokenCall } from '../support/dashboard-calls.ts';
import { answerWith, type ScriptedUpstream, startUpstream } from '../support/scripted-upstream.ts';

const MOST_CALLS = 64;

let upstream: ScriptedUpstream;
let host: DashboardHost<string>;
/** The answers that wait. */
let held: (() => void)[];
let sessions = 0;

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  upstream = await startUpstream();
  held = [];
  upstream.script((response) => {
    held.push(() => response.end('token-0123456789'));
  });
  host = createDashboardHost<string>({
    baseUrl: upstream.baseUrl,
    apiKey: 'key-1',
    resolve: (_, { context }) => ({ sessionId: context, dashboards: [GUID] }),
  });
});

afterEach(async () => {
  vi.restoreAllMocks();
  await upstream[Symbol.asyncDispose]();
});

/** As many callers as given, each in a session and with a signal of its own. */
function call(count: number, signal?: AbortSignal): Promise<Response>[] {
  return Array.from({ length: count }, () => {
    sessions += 1;
    const request = tokenCall({ signal: signal && AbortSignal.any([signal]) });
    return host.fetch(request, `session-${sessions}`);
  });
}

test('sixty-four calls are under way at most, and others are told when to come back', async () => {
  const served = call(MOST_CALLS);
  await upstream.untilCalled(MOST_CALLS);
  const refused = await Promise.all([...call(40), host.fetch(logoutCall(), 'session-a')]);
  for (const answer of refused) expect(answer.status).toBe(503);
  const { error } = await refused[0].json();
  expect(error.code).toBe('overloaded');
  const delays = refused.map(({ headers }) => Number(headers.get('Retry-After')));
  expect(Math.min(...delays)).toBeGreaterThanOrEqual(5);
  expect(Math.max(...delays)).toBeLessThanOrEqual(15);
  expect(new Set(delays).size).toBeGreaterThan(2);

  expect(upstream.calls).toHaveLength(MOST_CALLS);
  for (const answer of held.splice(0)) answer();
  for (const { status } of await Promise.all(served)) expect(status).toBe(200);
  const later = call(MOST_CALLS);
  await upstream.untilCalled(2 * MOST_CALLS);
  for (const answer of held) answer();
  for (const { status } of await Promise.all(later)) expect(status).toBe(200);
});

test('callers who share a call take one place', async () => {
  const shared = Array.from({ length: 200 }, () => host.fetch(tokenCall(), 'session-a'));
  const others = call(MOST_CALLS - 1);
  await upstream.untilCalled(MOST_CALLS);
  for (const answer of held) answer();
  const answers = await Promise.all([...shared, ...others]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
});

test('who goes away leaves a place, and refusals count as no faults of the service', async () => {
  const caller = new AbortController();
  const gone = call(MOST_CALLS, caller.signal);
  await upstream.untilCalled(MOST_CALLS);
  await Promise.all(call(40));
  caller.abort();
  await Promise.all(gone);
  upstream.script(answerWith('token-0123456789'));
  const [answer] = await Promise.all(call(1));
  expect(answer!.status).toBe(200);
});
