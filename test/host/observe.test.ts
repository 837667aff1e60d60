import type { DashboardHostEvent, DashboardHostOptions } from 'embedded-dashboard/host';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { GUID, HOST, logoutCall, pageCall, tokenCall } from '../support/dashboard-calls.ts';
import { answerWith, turns, TOKEN } from '../support/scripted-upstream.ts';
import { fail, newHost, upstream, USER, useUpstream } from './own-upstream.ts';

useUpstream();

let events: DashboardHostEvent[];

beforeEach(() => {
  events = [];
});

const observe = (made: DashboardHostEvent): number => events.push(made);

const hostWith = (options: Partial<DashboardHostOptions> = {}) => newHost({ observe, ...options });

/** The only event of a call. */
function event(): DashboardHostEvent {
  expect(events).toHaveLength(1);
  return events[0]!;
}

const ANN = { ...USER, user: 'Ann', organization: 'Sales', connectionString: 'Server=SECRET' };

describe('an event', () => {
  test('has all facts about a call', async () => {
    const call = tokenCall({ body: JSON.stringify({ dashboardGuid: GUID.toUpperCase() }) });
    await hostWith({ resolve: () => ANN }).fetch(call);
    const { durationMs, serviceMs, ...facts } = event();
    expect(facts).toEqual({
      ...{ type: 'token', code: 'ok', status: 200, attempts: 1, error: null, cause: null },
      ...{ dashboardGuid: GUID, sessionId: 'session-1', user: 'Ann', organization: 'Sales' },
    });
    expect(serviceMs).toBeGreaterThan(0);
    expect(durationMs).toBeGreaterThanOrEqual(serviceMs);
  });

  const wrong = { type: 'token', code: 'bad-request', status: 400 };
  test.for<[string, Request, object]>([
    ['a logout', logoutCall(), { type: 'logout', code: 'ok', status: 204, dashboardGuid: null }],
    ['a full page', pageCall(GUID), { type: 'page', code: 'ok', status: 303 }],
    ['a body that is not JSON', tokenCall({ body: '{' }), { ...wrong, serviceMs: 0 }],
    [
      'another method',
      tokenCall({ method: 'PUT' }),
      { ...wrong, code: 'method-not-allowed', status: 405, sessionId: null, attempts: 0 },
    ],
    [
      'a page of another site',
      tokenCall({ headers: { 'Sec-Fetch-Site': 'cross-site' } }),
      { ...wrong, code: 'cross-site', status: 403 },
    ],
  ])('is made for %s', async ([, call, facts]) => {
    await hostWith().fetch(call);
    expect(event()).toMatchObject(facts);
  });

  test('is not made for preflights and unknown addresses', async () => {
    const preflight = {
      method: 'OPTIONS',
      headers: { Origin: 'https://a.example', 'Access-Control-Request-Method': 'POST' },
    };
    const host = hostWith({ origins: ['https://a.example'] });
    await host.fetch(tokenCall(preflight));
    await hostWith().fetch(tokenCall(preflight));
    await host.fetch(tokenCall({ url: `${HOST}/dashboards/sales` }));
    expect(events).toEqual([]);
  });

  test('has the error, and the user as soon as the user is known', async () => {
    await hostWith({ resolve: () => ({ ...ANN, dashboards: [] }) }).fetch(tokenCall());
    const facts = { code: 'forbidden', status: 403, user: 'Ann', dashboardGuid: GUID };
    expect(event()).toMatchObject(facts);
    expect(event().error).toMatchObject({ name: 'DashboardHostError', code: 'forbidden' });
    expect(event().error).not.toHaveProperty('cause');
  });

  test('has null for values of the wrong type', async () => {
    const user = { ...USER, user: { name: 'SECRET' }, organization: 7 };
    await hostWith({ resolve: () => user as never }).fetch(tokenCall());
    expect(event()).toMatchObject({ code: 'config', user: null, organization: null });
  });

  test('reports that the caller aborted, which aborts the service call and logs nothing', async () => {
    upstream.script(() => {});
    const caller = new AbortController();
    const answer = hostWith().fetch(tokenCall({ signal: caller.signal }));
    await upstream.untilCalled(1);
    caller.abort();
    expect((await answer).status).toBe(502);
    await expect.poll(() => upstream.calls[0]!.cancelled).toBe(true);
    expect(console.error).not.toHaveBeenCalled();
    expect(event()).toMatchObject({ code: 'aborted', status: null, attempts: 1, error: null });
    expect(event().serviceMs).toBeGreaterThan(0);
  });
});

describe('service calls', () => {
  test('are counted, including the retry', async () => {
    let calls = 0;
    upstream.script((response, call) => {
      calls += 1;
      answerWith(TOKEN, { status: calls === 1 ? 503 : 200 })(response, call);
    });
    await hostWith().fetch(tokenCall());
    expect(event()).toMatchObject({ code: 'ok', attempts: 2 });
  });

  test('belong to the first of several equal calls', async () => {
    const host = hostWith();
    await Promise.all(Array.from({ length: 5 }, () => host.fetch(tokenCall())));
    expect(events.map(({ code }) => code)).toEqual(Array.from({ length: 5 }, () => 'ok'));
    const attempts = events.reduce((sum, { attempts: made }) => sum + made, 0);
    expect(attempts).toBe(upstream.calls.length);
  });
});

const OK = { code: 'ok', status: 200, attempts: 1 };

test.for<[string, Partial<DashboardHostOptions>, object, object]>([
  ['Ann', { resolve: () => ANN }, {}, { ...OK, dashboardGuid: GUID, user: 'Ann' }],
  ['nobody', { resolve: () => null }, {}, { code: 'unauthenticated', status: 401 }],
  ['a bad GUID', {}, { dashboardGuid: 'sales' }, { code: 'bad-request', status: 400 }],
  ['a bad parameter', {}, { parameters: { 'a b': 1 } }, { code: 'bad-request' }],
])('a tag of render makes an event with the status of its answer for %s', async (row) => {
  const [, settings, given, facts] = row;
  await hostWith(settings).render(tokenCall(), { dashboardGuid: GUID, ...given });
  expect(event()).toMatchObject({ type: 'render', ...facts });
});

describe('the cause', () => {
  const thrown = new Error('SECRET');
  const failing = () => {
    throw thrown;
  };

  test.for<[string, Partial<DashboardHostOptions>]>([
    ['resolve', { resolve: failing }],
    ['dashboards', { resolve: () => ({ ...USER, dashboards: failing }) }],
  ])('is the exception of %s, which appears nowhere else', async ([, settings]) => {
    const answer = await hostWith(settings).fetch(tokenCall());
    expect(event()).toMatchObject({ code: 'config', status: 500 });
    expect(event().cause).toBe(thrown);
    const { cause: _, ...others } = event();
    expect(JSON.stringify([others, others.error?.stack])).not.toContain('SECRET');
    expect(await answer.text()).not.toContain('SECRET');
  });

  test('is the exception of loginUrl', async () => {
    const settings = { resolve: () => null, loginUrl: failing };
    const answer = await hostWith(settings).fetch(pageCall(GUID, { Accept: 'text/html' }));
    expect(answer.status).toBe(401);
    expect(event().cause).toBe(thrown);
  });
});

describe('an observer', () => {
  test.for<[string, () => unknown]>([
    ['throws', fail],
    ['rejects', async () => fail()],
    ['never settles', () => new Promise(() => {})],
    ['returns something', () => 7],
    // oxlint-disable-next-line no-thenable -- a promise of another library
    ['returns a broken promise', () => Object.defineProperty({}, 'then', { get: fail })],
  ])('that %s changes no answer', async ([, careless]) => {
    const rejected = vi.fn();
    process.on('unhandledRejection', rejected);
    const answer = await newHost({ observe: careless }).fetch(tokenCall());
    expect(answer.status).toBe(200);
    await turns(2);
    process.off('unhandledRejection', rejected);
    expect(rejected).not.toHaveBeenCalled();
    expect(console.error).not.toHaveBeenCalled();
  });
});
