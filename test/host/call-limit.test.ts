import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type DashboardHost } from 'embedded-dashboard/host';
import {
  createCallLimit,
  type LimitedCall,
  type SessionPlaces,
} from '../../src/host/call/call-limit.ts';
import { CallerController } from '../../src/host/http/caller-signal.ts';
import { logoutCall, tokenCall } from '../support/dashboard-calls.ts';
import { type HeldAnswers, holdAnswers, newHost, upstream, useUpstream } from './own-upstream.ts';
import { answerWith, turns, TOKEN } from '../support/scripted-upstream.ts';

useUpstream();

const MOST_CALLS = 64;

let host: DashboardHost<string>;
let held: HeldAnswers;
let sessions = 0;

beforeEach(() => {
  held = holdAnswers();
  host = newHost<string>({
    resolve: (_, { context }) => ({ sessionId: context, dashboards: () => true }),
  });
});

/** Makes `count` calls, each in its own session and with its own signal. */
function call(count: number, signal?: AbortSignal): Promise<Response>[] {
  return Array.from({ length: count }, () => {
    sessions += 1;
    const request = tokenCall({ signal: signal && AbortSignal.any([signal]) });
    return host.fetch(request, `session-${sessions}`);
  });
}

test('at most sixty-four calls are pending, and others get Retry-After', async () => {
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
  held.all();
  for (const { status } of await Promise.all(served)) expect(status).toBe(200);
  const later = call(MOST_CALLS);
  await upstream.untilCalled(2 * MOST_CALLS);
  held.all();
  for (const { status } of await Promise.all(later)) expect(status).toBe(200);
});

test('callers that share a call take one slot', async () => {
  const shared = Array.from({ length: 200 }, () => host.fetch(tokenCall(), 'session-a'));
  const others = call(MOST_CALLS - 1);
  await upstream.untilCalled(MOST_CALLS);
  held.all();
  const answers = await Promise.all([...shared, ...others]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
});

test('an aborted call frees its slot, and refusals do not count as failures of the service', async () => {
  const caller = new AbortController();
  const gone = call(MOST_CALLS, caller.signal);
  await upstream.untilCalled(MOST_CALLS);
  await Promise.all(call(40));
  caller.abort();
  await Promise.all(gone);
  upstream.script(answerWith(TOKEN));
  const [answer] = await Promise.all(call(1));
  expect(answer!.status).toBe(200);
});

test('logouts of different sessions do not wait for each other', async () => {
  const logouts = Array.from({ length: 20 }, (_, number) =>
    host.fetch(logoutCall(), `session-${number}`),
  );
  await upstream.untilCalled(20);
  held.all();
  for (const { status } of await Promise.all(logouts)) expect(status).toBe(204);
});

const MOST_OF_SESSION = 8;

describe('one session', () => {
  const MOST_WAITING = 24;

  /** Makes `count` calls of one session, each for a different dashboard. */
  function callAs(sessionId: string, count: number): Promise<Response>[] {
    return Array.from({ length: count }, () => {
      const body = JSON.stringify({ dashboardGuid: randomUUID() });
      return host.fetch(tokenCall({ body }), sessionId);
    });
  }

  /** Answers all pending calls and those that follow. Returns their statuses. */
  async function answerAll(calls: Promise<Response>[]): Promise<number[]> {
    upstream.script(answerWith(TOKEN));
    held.all();
    return (await Promise.all(calls)).map(({ status }) => status);
  }

  test('has eight pending calls, queues twenty-four, and delays no other session', async () => {
    const calls = callAs('session-a', MOST_OF_SESSION + MOST_WAITING);
    await upstream.untilCalled(MOST_OF_SESSION);
    const [refused] = await Promise.all(callAs('session-a', 1));
    expect([refused!.status, refused!.headers.get('Retry-After')]).toEqual([429, '2']);
    expect((await refused!.json()).error.code).toBe('rate-limited');
    const request = { sessionId: 'session-a', dashboardGuid: randomUUID() };
    await expect(host.client.getToken(request)).rejects.toMatchObject({ retryable: true });
    expect(upstream.calls).toHaveLength(MOST_OF_SESSION);
    const other = callAs('session-b', 1);
    await upstream.untilCalled(MOST_OF_SESSION + 1);
    expect(new Set(await answerAll([...calls, ...other]))).toEqual(new Set([200]));
    expect(upstream.calls).toHaveLength(MOST_OF_SESSION + MOST_WAITING + 1);
  });

  test('gets 429 for a call that has been queued for three seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    // The answers start but never end.
    upstream.script((response) => response.writeHead(200).write('token-01'));
    const calls = callAs('session-a', MOST_OF_SESSION);
    await upstream.untilCalled(MOST_OF_SESSION);
    const [waiting] = callAs('session-a', 1);
    await turns(50);
    await vi.advanceTimersByTimeAsync(3_000);
    expect((await waiting!).status).toBe(429);
    expect(upstream.calls).toHaveLength(MOST_OF_SESSION);
    await vi.advanceTimersByTimeAsync(7_000);
    vi.useRealTimers();
    expect(new Set((await Promise.all(calls)).map(({ status }) => status))).toEqual(new Set([504]));
  });

  test('is signed out immediately, however many of its calls are queued', async () => {
    const calls = callAs('session-a', MOST_OF_SESSION + MOST_WAITING);
    await upstream.untilCalled(MOST_OF_SESSION);
    const logout = host.fetch(logoutCall(), 'session-a');
    await upstream.untilCalled(MOST_OF_SESSION + 1);
    expect(upstream.calls.at(-1)!.url).toContain('logout');
    expect(await answerAll([logout, ...calls])).toContain(204);
  });

  test('takes one slot for two hundred logouts', async () => {
    const logouts = Array.from({ length: 200 }, () => host.fetch(logoutCall(), 'session-a'));
    const others = call(MOST_CALLS - 1);
    await upstream.untilCalled(MOST_CALLS);
    const statuses = await answerAll([...logouts, ...others]);
    expect(statuses.filter((status) => status === 204)).toHaveLength(200);
    expect(statuses.filter((status) => status === 200)).toHaveLength(MOST_CALLS - 1);
    expect(upstream.calls.filter(({ url }) => url.includes('logout'))).toHaveLength(1);
  });
});

describe('the places of a session', () => {
  let places: Map<string, SessionPlaces>;
  let limited: LimitedCall;

  beforeEach(() => {
    places = new Map();
    limited = createCallLimit(places);
  });

  /** A call that is under way once `end` is set. */
  interface TestCall {
    end?: (error?: Error) => void;
    outcome: Promise<string>;
  }

  function begin(signal = new CallerController().signal): TestCall {
    const made: TestCall = { outcome: Promise.resolve('') };
    const work = () =>
      new Promise<void>((resolve, reject) => {
        made.end = (error) => (error ? reject(error) : resolve());
      });
    made.outcome = limited(work, 'session-a', signal).then(() => 'done', String);
    return made;
  }

  /** Begins as many calls as there are places. */
  async function fill(): Promise<TestCall[]> {
    const calls = Array.from({ length: MOST_OF_SESSION }, () => begin());
    await turns(1);
    return calls;
  }

  test('are as many as before after a queued call has given up', async () => {
    const [first] = await fill();
    const caller = new CallerController();
    const leaving = begin(caller.signal);
    const next = begin();
    caller.abort();
    expect(await leaving.outcome).toContain('The caller gave up');
    await turns(1);
    expect(next.end).toBeUndefined();
    first!.end!();
    await turns(1);
    expect(next.end).toBeDefined();
  });

  // A promise hands the place on in several steps. The caller may give up between any two of them.
  test.for(Array.from({ length: 12 }, (_, steps) => steps))(
    'pass to the next call if a caller gives up %i steps after it has got one',
    async (steps) => {
      const [first] = await fill();
      const caller = new CallerController();
      const leaving = begin(caller.signal);
      const next = begin();
      first!.end!();
      for (let step = 0; step < steps; step += 1) await Promise.resolve();
      caller.abort();
      await turns(1);
      leaving.end?.();
      await turns(1);
      expect(next.end).toBeDefined();
    },
  );

  test('stay taken while other calls of the session end', async () => {
    const [first] = await fill();
    first!.end!();
    await first!.outcome;
    const [second, third] = [begin(), begin()];
    await turns(1);
    expect([second.end, third.end]).toEqual([expect.any(Function), undefined]);
  });

  test('are forgotten after its last call, however it has ended', async () => {
    const caller = new CallerController();
    const calls = [...(await fill()), begin(caller.signal), begin()];
    expect(places.size).toBe(1);
    caller.abort();
    await turns(1);
    calls[0]!.end!(new Error('no'));
    await turns(1);
    for (const { end } of calls) end?.();
    const outcomes = await Promise.all(calls.map(({ outcome }) => outcome));
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(MOST_OF_SESSION);
    expect(places.size).toBe(0);
  });
});
