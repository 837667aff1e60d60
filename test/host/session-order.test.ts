import { setTimeout as delay } from 'node:timers/promises';
import * as fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type DashboardClient } from 'embedded-dashboard/host';
import { SessionOrder } from '../../src/host/call/session-order.ts';
import { GUID, logoutCall, tokenCall } from '../support/dashboard-calls.ts';
import { inputs } from '../support/inputs.ts';
import {
  endOf,
  type HeldAnswers,
  holdAnswers,
  newClient,
  newHost,
  REQUEST,
  upstream,
  USER,
  useUpstream,
} from './own-upstream.ts';
import { answerWith, turns, TOKEN } from '../support/scripted-upstream.ts';

useUpstream();

const HOUR_MS = 3_600_000;
const SESSION = { sessionId: 'session-1' };

let client: DashboardClient;
let held: HeldAnswers;

beforeEach(() => {
  held = holdAnswers();
  client = newClient();
});

/** The names of the service calls, in order. */
const asked = () =>
  upstream.calls.map(({ url }) => (url.includes('logout') ? 'logout' : 'GetToken'));

async function untilAsked(...names: string[]): Promise<void> {
  await upstream.untilCalled(names.length);
  expect(asked()).toEqual(names);
}

const over = { code: 'unauthenticated', status: 401, retryable: false };

describe('a token that arrives after a logout of its session', () => {
  test('becomes 401, and the last call of the service is a logout', async () => {
    const host = newHost();
    const token = host.fetch(tokenCall());
    await untilAsked('GetToken');
    const logout = host.fetch(logoutCall());
    await untilAsked('GetToken', 'logout');
    held.next();
    expect(await endOf(token)).toBe('401 unauthenticated');
    held.next();
    await untilAsked('GetToken', 'logout', 'logout');
    held.next();
    expect((await logout).status).toBe(204);
  });

  test.for([
    ['', 0],
    [', although the wall clock is set back', -HOUR_MS],
    [', although the wall clock is set forward', HOUR_MS],
  ] as const)('is not requested if resolve takes longer than the logout%s', async ([, leapMs]) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    upstream.script(answerWith(TOKEN));
    let tellUser = (): void => {};
    const slowly = () =>
      new Promise<typeof USER>((resolve) => {
        tellUser = () => resolve(USER);
      });
    const host = newHost({
      resolve: (_, { dashboardGuid }) =>
        dashboardGuid && !upstream.calls.length ? slowly() : USER,
    });
    const early = host.fetch(tokenCall());
    await turns(10);
    vi.setSystemTime(Date.now() + leapMs);
    await host.fetch(logoutCall());
    await host.client.logout({ sessionId: 'session-2' });
    tellUser();
    expect((await early).status).toBe(401);
    expect(asked()).toEqual(['logout', 'logout']);
    expect((await host.fetch(tokenCall())).status).toBe(200);
  });

  test('is revoked although the caller of the logout aborts', async () => {
    const token = client.getToken(REQUEST);
    await untilAsked('GetToken');
    const caller = new AbortController();
    const logout = client.logout({ ...SESSION, signal: caller.signal });
    await untilAsked('GetToken', 'logout');
    caller.abort();
    await expect(logout).rejects.toMatchObject({ code: 'upstream-unreachable' });
    held.next();
    await expect(token).rejects.toMatchObject(over);
    held.next();
    await untilAsked('GetToken', 'logout', 'logout');
    expect(upstream.calls[1]).toMatchObject({ cancelled: false });
  });

  test.for([
    ['the first fails and the last succeeds', [500, 200], 'fulfilled'],
    ['the last fails', [200, 500], 'rejected'],
  ] as const)(
    'repeats the logout, whose last call decides the outcome: %s',
    async ([, statuses, status]) => {
      const token = client.getToken(REQUEST);
      await untilAsked('GetToken');
      upstream.script((response) => {
        response.writeHead(statuses[upstream.calls.length - 2]!).end();
      });
      const logout = client.logout(SESSION);
      await untilAsked('GetToken', 'logout');
      held.next();
      const [late, outcome] = await Promise.allSettled([token, logout]);
      expect(late).toMatchObject({ status: 'rejected', reason: over });
      expect(outcome.status).toBe(status);
    },
  );

  test('is granted in any other session', async () => {
    const token = client.getToken({ ...REQUEST, sessionId: 'session-2' });
    await untilAsked('GetToken');
    const logout = client.logout(SESSION);
    await untilAsked('GetToken', 'logout');
    held.all();
    expect(await token).toMatchObject({ token: 'token-number-1' });
    await logout;
    expect(asked()).toEqual(['GetToken', 'logout']);
  });
});

describe('a token that is requested after a logout', () => {
  test('waits until the service has answered the logout, and is new', async () => {
    const early = client.getToken(REQUEST);
    await untilAsked('GetToken');
    const logout = client.logout(SESSION);
    const late = client.getToken(REQUEST);
    await untilAsked('GetToken', 'logout');
    held.next();
    await expect(early).rejects.toMatchObject(over);
    held.next();
    await untilAsked('GetToken', 'logout', 'logout');
    held.next();
    await logout;
    await untilAsked('GetToken', 'logout', 'logout', 'GetToken');
    held.next();
    expect(await late).toMatchObject({ token: 'token-number-4' });
  });

  test('waits for all pending logouts', async () => {
    const early = client.getToken(REQUEST);
    await untilAsked('GetToken');
    const first = client.logout(SESSION);
    await untilAsked('GetToken', 'logout');
    // This request keeps the second logout from joining the first.
    const between = client.getToken(REQUEST);
    const second = client.logout(SESSION);
    await untilAsked('GetToken', 'logout', 'logout');
    const late = client.getToken(REQUEST);
    held.all('newest first');
    await expect(early).rejects.toMatchObject(over);
    await untilAsked('GetToken', 'logout', 'logout', 'logout');
    held.next();
    await first;
    await expect(between).rejects.toMatchObject(over);
    await untilAsked('GetToken', 'logout', 'logout', 'logout', 'logout');
    held.next();
    await second;
    await untilAsked('GetToken', 'logout', 'logout', 'logout', 'logout', 'GetToken');
    held.next();
    expect(await late).toMatchObject({ token: 'token-number-6' });
  });

  test('waits for the first logout although a caller left and a second logout has ended', async () => {
    const first = client.logout(SESSION);
    await untilAsked('logout');
    const leaving = new AbortController();
    const gone = client.getToken({ ...REQUEST, signal: leaving.signal });
    leaving.abort();
    await expect(gone).rejects.toMatchObject({ code: 'upstream-unreachable' });
    upstream.script(answerWith(TOKEN));
    await client.logout(SESSION);
    const late = client.getToken(REQUEST);
    await untilAsked('logout', 'logout');
    held.next();
    await first;
    expect(await late).toMatchObject({ token: TOKEN });
  });

  test('is granted although the logout failed', async () => {
    upstream.script(answerWith('', { status: 500 }));
    const logout = client.logout(SESSION);
    const token = client.getToken(REQUEST);
    await expect(logout).rejects.toMatchObject({ code: 'upstream-status' });
    upstream.script(answerWith(TOKEN));
    await expect(token).resolves.toMatchObject({ token: 'token-0123456789' });
  });

  test('is never requested if another logout starts first', async () => {
    const first = client.logout(SESSION);
    await untilAsked('logout');
    const token = client.getToken(REQUEST);
    const second = client.logout(SESSION);
    await untilAsked('logout', 'logout');
    upstream.script(answerWith(TOKEN));
    held.all();
    await expect(token).rejects.toMatchObject(over);
    await Promise.all([first, second]);
    expect(new Set(asked())).toEqual(new Set(['logout']));
    expect(await client.getToken(REQUEST)).toMatchObject({ token: 'token-0123456789' });
  });
});

test('no state is kept for a session without pending calls', async () => {
  const order = new SessionOrder<string>();
  for (const sessionId of ['only-token', 'logout', 'failed']) {
    const token = order.getToken(sessionId, GUID, {}, async () => {
      if (sessionId === 'failed') throw new Error('no');
      return TOKEN;
    });
    expect(order.size).toBe(1);
    await token.catch(() => {});
    if (sessionId === 'logout') await order.logout(sessionId, undefined, async () => {});
    await turns(1);
    expect(order.size).toBe(0);
  }
});

// The rule holds for any order. The speed of the machine only decides which orders this test tries.
test('no session outlives its logouts, for any order and duration of calls', async () => {
  const anyDelay = fc.integer({ min: 0, max: 8 });
  const anyStep = fc.record({
    call: fc.constantFrom('token', 'token', 'logout'),
    pauseMs: anyDelay,
    arrivesMs: anyDelay,
    answersMs: anyDelay,
  });
  const property = fc.asyncProperty(
    fc.array(anyStep, { minLength: 2, maxLength: 8 }),
    async (steps) => {
      const delays = [...steps, ...steps];
      const alive = new Set<string>();
      let tokens = 0;
      // Each call takes effect after a delay, and is answered after another delay.
      upstream.script(async (response, { url }) => {
        const { arrivesMs, answersMs } = delays.shift() ?? { arrivesMs: 0, answersMs: 0 };
        await delay(arrivesMs);
        const token = `token-number-${(tokens += 1)}`;
        if (url.includes('logout')) alive.clear();
        else alive.add(token);
        await delay(answersMs);
        response.end(token);
      });
      let logouts = 0;
      const given: string[] = [];
      const outcomes: Promise<void>[] = [];
      for (const { call, pauseMs } of steps) {
        if (call === 'logout') {
          logouts += 1;
          given.length = 0;
          outcomes.push(client.logout(SESSION));
        } else {
          const begunAt = logouts;
          const token = client.getToken(REQUEST).then(
            (grant) => {
              expect(logouts).toBe(begunAt);
              given.push(grant.token);
            },
            (error: unknown) => {
              expect(error).toMatchObject(over);
              expect(logouts).toBeGreaterThan(begunAt);
            },
          );
          outcomes.push(token);
        }
        await delay(pauseMs);
      }
      await Promise.all(outcomes);
      expect([...alive].toSorted()).toEqual([...new Set(given)].toSorted());
    },
  );
  await fc.assert(property, inputs(40));
});
