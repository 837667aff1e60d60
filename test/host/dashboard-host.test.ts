import { describe, expect, test, vi } from 'vitest';
import { createDashboardHost, type DashboardHostOptions } from 'embedded-dashboard/host';
import {
  GUID,
  HOST,
  OTHER_GUID,
  logoutCall,
  pageCall,
  tokenCall,
} from '../support/dashboard-calls.ts';
import { USER, hostOf, newHost, upstream, useUpstream } from './own-upstream.ts';
import { TOKEN, answerWith } from '../support/scripted-upstream.ts';

useUpstream();

describe('settings', () => {
  test.for<[string, object]>([
    ['baseUrl', { baseUrl: '/service' }],
    ['apiKey', { apiKey: 'a/b' }],
    ['basePath', { basePath: 'dashboards' }],
    ['basePath', { basePath: '//evil.example' }],
    ['basePath', { basePath: '/a/../b' }],
    ['basePath', { basePath: '/a?b' }],
    ['basePath', { basePath: '/a#b' }],
    ['basePath', { basePath: '/a b' }],
    ['basePath', { basePath: 7 }],
    ['basePath', { basePath: ['/dashboards'] }],
    ['basePath', { basePath: '/\\[' }],
    ['basePath', { basePath: '/\\x:y' }],
    ['origins', { origins: 'https://app.example.com' }],
    ['origins', { origins: ['*'] }],
    ['origins', { origins: ['null'] }],
    ['origins', { origins: ['https://app.example.com/'] }],
    ['origins', { origins: ['https://App.example.com'] }],
    ['origins', { origins: ['https://*.example.com'] }],
    ['origins', { origins: ['file:///a'] }],
    ['origins', { origins: [Symbol('https://app.example.com')] }],
    ['resolve', { resolve: undefined }],
    ['resolve', { resolve: USER }],
  ])('a bad %s is refused at start: %j', ([name, options]) => {
    const rule = expect.stringMatching(new RegExp(`^${name} must`));
    expect(() => newHost(options)).toThrow(
      expect.objectContaining({ code: 'config', message: rule }),
    );
  });

  test.for([undefined, null, 7])('refuses %s instead of its options', (options) => {
    const create = () => createDashboardHost(options as unknown as DashboardHostOptions);
    const message = 'The options must be an object with baseUrl and apiKey.';
    expect(create).toThrow(expect.objectContaining({ code: 'config', message }));
  });

  test.for(['/', '/api/bi', '/api/bi/', '/%C3%A9'])(
    'the base path %s serves the routes',
    async (basePath) => {
      const url = `${HOST}${basePath.replace(/\/$/, '')}/token`;
      expect((await newHost({ basePath }).fetch(tokenCall({ url }))).status).toBe(200);
    },
  );
});

describe('the token route', () => {
  test('answers with the token, its lifetime and the address of the service', async () => {
    upstream.script(answerWith(`{"token":"${TOKEN}","expiresIn":600,"secret":"x"}`));
    const response = await newHost({ baseUrl: `${upstream.baseUrl}/bi/` }).fetch(tokenCall());
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe('application/json');
    expect(await response.json()).toEqual({
      token: TOKEN,
      expiresIn: 600,
      baseUrl: `${upstream.baseUrl}/bi`,
    });
  });

  test('sends all fields of resolve to the service, and nothing of the caller’s body', async () => {
    const user = {
      ...USER,
      user: 'Ann',
      organization: 'Org',
      customInfo: 'x',
      connectionString: 'Server=a',
      sqlParameters: { region: 'EU' },
    };
    const body = JSON.stringify({
      dashboardGuid: GUID,
      sessionId: 'evil',
      user: 'evil',
      sqlParameters: { region: 'evil' },
    });
    expect((await hostOf(user).fetch(tokenCall({ body }))).status).toBe(200);
    const [call] = upstream.calls;
    expect(call!.url).toBe(`/Api/GetToken/key-1/session-1/${GUID}?SQLparameters=region%3DEU`);
    expect(JSON.parse(call!.body)).toEqual({
      user: 'Ann',
      organization: 'Org',
      customInfo: 'x',
      connectionString: 'Server=a',
    });
  });

  test('passes resolve the request, the dashboard and the unchanged context', async () => {
    const resolve = vi.fn(() => USER);
    const context = { db: {} };
    const request = tokenCall();
    await newHost<{ db: object }>({ resolve }).fetch(request, context);
    expect(resolve.mock.calls).toEqual([
      [request, { dashboardGuid: GUID, parameters: {}, context }],
    ]);
    expect((resolve.mock.calls as unknown[][])[0]![0]).toBe(request);
  });

  test('requests the dashboard as the user’s list spells it', async () => {
    const body = JSON.stringify({ dashboardGuid: GUID });
    await hostOf({ ...USER, dashboards: [OTHER_GUID, GUID.toUpperCase()] }).fetch(
      tokenCall({ body }),
    );
    expect(upstream.calls[0]!.url).toContain(GUID.toUpperCase());
  });

  test('gives each of many simultaneous users their own token', async () => {
    upstream.script((response, { url }) => response.end(`token-of-${url.split('/')[4]}`));
    const host = newHost<string>({
      resolve: (_, { context }) => ({ ...USER, sessionId: context }),
    });
    const users = Array.from({ length: 40 }, (_, number) => `user-${number}`);
    const answers = await Promise.all(
      users.map(async (user) => (await host.fetch(tokenCall(), user)).json()),
    );
    expect(answers.map(({ token }) => token)).toEqual(users.map((user) => `token-of-${user}`));
  });
});

describe('the logout route', () => {
  test('ends the session that resolve returns without a dashboard, and is 204', async () => {
    const resolve = vi.fn(() => ({ sessionId: 'session-1', dashboards: [] }));
    const response = await newHost({ resolve }).fetch(logoutCall(), 'context');
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect(resolve).toHaveBeenCalledWith(expect.any(Request), {
      dashboardGuid: null,
      parameters: null,
      context: 'context',
    });
    expect(upstream.calls).toMatchObject([{ method: 'GET', url: '/api/logout/key-1/session-1' }]);
  });

  test('has the same checks as the token route', async () => {
    const url = `${HOST}/dashboards/logout`;
    const statuses = await Promise.all(
      [
        tokenCall({ url, method: 'GET' }),
        tokenCall({ url, headers: { 'Sec-Fetch-Site': 'cross-site' } }),
        tokenCall({ url, headers: { 'Content-Type': 'text/plain' } }),
        tokenCall({ url, body: '[]' }),
      ].map(async (request) => (await newHost().fetch(request)).status),
    );
    expect(statuses).toEqual([405, 403, 415, 400]);
    expect(upstream.calls).toEqual([]);
  });

  test('is 502 if the logout fails at the service', async () => {
    upstream.script(answerWith('', { status: 500 }));
    const response = await newHost().fetch(logoutCall());
    expect([response.status, (await response.json()).error.code]).toEqual([502, 'upstream-status']);
  });

  test('is 504 if the service does not answer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    upstream.script(() => {});
    const answer = newHost().fetch(logoutCall());
    await upstream.untilCalled(1);
    await vi.advanceTimersByTimeAsync(3_000);
    const response = await answer;
    expect([response.status, (await response.json()).error.code]).toEqual([
      504,
      'upstream-timeout',
    ]);
  });
});

describe('the full page', () => {
  test.for([
    ['', ''],
    [
      '?theme=dark&color=%23FC0&background-color=Navy',
      '?theme=dark&color=$ffcc00&background-color=navy',
    ],
    ['?background-color=$11223344&color=%24fff', '?color=$fff&background-color=$11223344'],
    ['?theme=light&color=rgb(1,2,3)&background-color=red%26x%3Dy&connectionString=evil', ''],
  ])('redirects %j to the display address with %j', async ([query, expected]) => {
    const response = await newHost().fetch(pageCall(`${GUID}${query}`));
    expect(response.status).toBe(303);
    expect(response.headers.get('Location')).toBe(`${upstream.baseUrl}/Tdb/${TOKEN}${expected}`);
    expect(await response.text()).toBe('');
  });

  test('is refused for the same reasons as a token', async () => {
    expect((await hostOf({ ...USER, dashboards: [] }).fetch(pageCall(GUID))).status).toBe(403);
    expect(
      (await newHost().fetch(new Request(`${HOST}/dashboards/${GUID}`, { method: 'HEAD' }))).status,
    ).toBe(405);
    expect(upstream.calls).toEqual([]);
  });
});

describe('addresses', () => {
  test.for([
    ['POST', '/dashboards/token/', 200],
    ['POST', '/dashboards/token?a=b', 200],
    ['POST', '/dashboards/logout/', 204],
    ['GET', `/dashboards/${GUID}/`, 303],
    ['GET', `/dashboards/${GUID.toUpperCase()}`, 303],
    ['POST', '/dashboards/token//', 404],
    ['POST', '/dashboards/Token', 404],
    ['POST', '/dashboards/%74oken', 404],
    ['POST', '/Dashboards/token', 404],
    ['POST', '/dashboards//token', 404],
    ['POST', '/x/dashboards/token', 404],
    ['POST', '/dashboardstoken', 404],
    ['GET', '/dashboards', 404],
    ['GET', '/dashboards/', 404],
    ['GET', '/dashboards/sales', 404],
    ['POST', '/dashboards/token/x', 404],
    ['GET', `/dashboards/${GUID}/more`, 404],
    ['GET', `/dashboards/${GUID}0`, 404],
    ['GET', '/', 404],
    ['GET', '/dashboards/token', 405],
    ['POST', `/dashboards/${GUID}`, 405],
  ] as const)('%s %s is %i', async ([method, path, status]) => {
    const response = await newHost().fetch(tokenCall({ url: HOST + path, method }));
    expect(response.status).toBe(status);
    const error = { code: 'not-found', message: 'No such address.' };
    if (status === 404) expect(await response.json()).toEqual({ error });
  });
});
