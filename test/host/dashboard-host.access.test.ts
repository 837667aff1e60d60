import { describe, expect, test, vi } from 'vitest';
import { GUID, OTHER_GUID, logoutCall, pageCall, tokenCall } from '../support/dashboard-calls.ts';
import { endOf, fakeTimers, hostOf, newHost, USER, upstream, useUpstream } from './own-upstream.ts';

useUpstream();

describe('access to dashboards:', () => {
  test.for<[string, unknown]>([
    ['a list with the dashboard', [GUID]],
    ['a function that returns true', (guid: string) => guid === GUID],
    ['an async function that returns true', async () => true],
  ])('%s grants access', async ([, dashboards]) => {
    expect((await hostOf({ ...USER, dashboards }).fetch(tokenCall())).status).toBe(200);
  });

  test('resolve and a function get the GUID in lower case, however it is spelled', async () => {
    const dashboards = vi.fn((guid: string) => guid !== GUID);
    const resolve = vi.fn(() => ({ ...USER, dashboards }));
    const host = newHost({ resolve });
    const body = JSON.stringify({ dashboardGuid: GUID.toUpperCase() });
    for (const request of [tokenCall({ body }), pageCall(GUID.toUpperCase())]) {
      expect((await host.fetch(request)).status).toBe(403);
      expect(resolve).toHaveBeenLastCalledWith(request, { dashboardGuid: GUID, parameters: {} });
    }
    expect(dashboards.mock.calls).toEqual([[GUID], [GUID]]);
    expect(upstream.calls).toEqual([]);
  });

  test.for<[string, string, unknown]>([
    ['as the list spells it', GUID.toUpperCase(), [OTHER_GUID, GUID.toUpperCase()]],
    ['in lower case if a function decides', GUID, () => true],
  ])('the service gets the GUID %s', async ([, sent, dashboards]) => {
    const body = JSON.stringify({ dashboardGuid: GUID.toUpperCase() });
    await hostOf({ ...USER, dashboards }).fetch(tokenCall({ body }));
    expect(upstream.calls[0]!.url).toBe(`/Api/GetToken/key-1/session-1/${sent}`);
  });

  test.for<[string, unknown]>([
    ['an empty list', []],
    ['a list of other dashboards', [OTHER_GUID]],
    ['a function that returns false', () => false],
    ['an async function that returns false', async () => false],
    ['a function that returns a string', () => 'no'],
    ['a function that returns nothing', () => {}],
  ])('%s denies access, and no call is made', async ([, dashboards]) => {
    const response = await hostOf({ ...USER, dashboards }).fetch(tokenCall());
    expect(response.status).toBe(403);
    const message = 'This user may not see this dashboard.';
    expect(await response.json()).toEqual({ error: { code: 'forbidden', message } });
    expect(upstream.calls).toEqual([]);
    expect(console.error).not.toHaveBeenCalled();
  });
});

describe('the result of resolve:', () => {
  test.for([null, undefined])('%s is 401', async (user) => {
    for (const request of [tokenCall(), logoutCall(), pageCall(GUID)]) {
      const response = await hostOf(user).fetch(request);
      expect(response.status).toBe(401);
      const message = 'Nobody is signed in.';
      expect(await response.json()).toEqual({ error: { code: 'unauthenticated', message } });
    }
    expect(upstream.calls).toEqual([]);
  });

  test('if resolve hangs, the answer is 504 after ten seconds', async () => {
    fakeTimers();
    const answer = newHost({ resolve: () => new Promise(() => {}) }).fetch(tokenCall());
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await endOf(answer)).toBe('504 upstream-timeout');
  });
});
