import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createDashboardHost, type DashboardHostOptions } from 'embedded-dashboard/host';
import { GUID, HOST, logoutCall, pageCall, tokenCall } from '../support/dashboard-calls.ts';
import { newHost, upstream, USER } from './own-upstream.ts';
import { answerWith } from '../support/scripted-upstream.ts';

const TOKEN = 'token-0123456789';
const OTHER_GUID = '6f1c5a0e-0000-4000-8000-00000000000b';
const UNKNOWN_GUID = '6f1c5a0e-0000-4000-8000-00000000000c';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

/** A host whose `resolve` returns any value, as in a careless application. */
const hostOf = (user: unknown) => newHost({ resolve: () => user as typeof USER });

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

test.for(['/dashboards', '/dashboards/', '/dashboards/sales', '/dashboards/token/x', '/'])(
  'the address %s is 404',
  async (path) => {
    const response = await newHost().fetch(new Request(HOST + path));
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({
      error: { code: 'not-found', message: 'No such address.' },
    });
  },
);

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
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect((await host.fetch(request)).status).toBe(403);
      expect(resolve).toHaveBeenLastCalledWith(request, { dashboardGuid: GUID, parameters: {} });
    }
    expect(dashboards.mock.calls).toEqual([[GUID], [GUID]]);
    expect(upstream.calls).toEqual([]);
  });

  test('the service gets the GUID that the function decided on', async () => {
    const body = JSON.stringify({ dashboardGuid: GUID.toUpperCase() });
    await hostOf({ ...USER, dashboards: () => true }).fetch(tokenCall({ body }));
    expect(upstream.calls[0]!.url).toBe(`/Api/GetToken/key-1/session-1/${GUID}`);
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
    expect((await response.json()).error.code).toBe('forbidden');
    expect(upstream.calls).toEqual([]);
  });

  test.for<[string, unknown]>([
    ['a list', [OTHER_GUID]],
    ['a function', (guid: string) => guid === OTHER_GUID],
  ])('%s does not reveal whether a dashboard that it denies exists', async ([, dashboards]) => {
    upstream.script((response, { url }) => {
      response.writeHead(url.includes(GUID) ? 200 : 404).end(TOKEN);
    });
    const resolve = vi.fn(() => ({ ...USER, dashboards: dashboards as string[] }));
    const host = newHost({ resolve });
    const ask = async (dashboardGuid: string) => {
      const body = JSON.stringify({ dashboardGuid });
      const answers = [
        await host.fetch(tokenCall({ body })),
        await host.fetch(pageCall(dashboardGuid)),
      ];
      const parts = answers.map(async (answer) => [
        answer.status,
        [...answer.headers],
        await answer.text(),
      ]);
      return Promise.all(parts);
    };
    const existing = await ask(GUID);
    expect(existing.map(([status]) => status)).toEqual([403, 403]);
    expect(await ask(UNKNOWN_GUID)).toEqual(existing);
    expect(resolve).toHaveBeenCalledTimes(4);
    expect(upstream.calls).toEqual([]);
    expect(console.error).not.toHaveBeenCalled();
  });

  test('a listed dashboard that the service does not know is 404', async () => {
    upstream.script(answerWith('', { status: 404 }));
    const response = await newHost().fetch(tokenCall());
    expect([response.status, (await response.json()).error.code]).toEqual([404, 'not-found']);
  });
});

describe('the result of resolve:', () => {
  test.for([null, undefined])('%s is 401', async (user) => {
    for (const request of [tokenCall(), logoutCall(), pageCall(GUID)]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const response = await hostOf(user).fetch(request);
      expect(response.status).toBe(401);
    }
    expect(upstream.calls).toEqual([]);
  });

  test.for<[string, unknown]>([
    ['resolve', 'Ann'],
    ['resolve', true],
    ['sessionId', {}],
    ['sessionId', { ...USER, sessionId: 'SECRET/..' }],
    ['dashboards', { sessionId: 'a' }],
    ['dashboards', { ...USER, dashboards: 'SECRET' }],
    ['dashboards', { ...USER, dashboards: [GUID, 'SECRET'] }],
    ['sqlParameters.region', { ...USER, sqlParameters: { region: 'SECRET;b' } }],
    ['connectionString', { ...USER, connectionString: ['SECRET'] }],
    ['user', { ...USER, user: { name: 'SECRET' } }],
  ])('a wrong %s is 500 with its name and without its value: %j', async ([name, user]) => {
    const response = await hostOf(user).fetch(tokenCall());
    const { error } = await response.json();
    expect([response.status, error.code]).toEqual([500, 'config']);
    expect(error.message).toMatch(new RegExp(`^${name} must`));
    expect(error.message).not.toContain('SECRET');
    expect(upstream.calls).toEqual([]);
  });

  test.for<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('SECRET');
      },
    ],
    [
      'rejects',
      async () => {
        throw new Error('SECRET');
      },
    ],
    [
      'throws a string',
      () => {
        throw 'SECRET';
      },
    ],
    [
      'returns an object with a getter that throws',
      () => ({
        ...USER,
        get sessionId() {
          throw new Error('SECRET');
        },
      }),
    ],
    [
      'returns a dashboards function that throws',
      () => ({
        ...USER,
        dashboards: () => {
          throw new Error('SECRET');
        },
      }),
    ],
  ])('if resolve %s, the answer is 500 with a fixed text', async ([, resolve]) => {
    const response = await newHost({ resolve: resolve as () => typeof USER }).fetch(tokenCall());
    const answer = await response.text();
    expect([response.status, JSON.parse(answer).error.code]).toEqual([500, 'config']);
    expect(answer).not.toContain('SECRET');
  });

  test('if resolve hangs, the answer is 504 after ten seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const answer = newHost({ resolve: () => new Promise(() => {}) }).fetch(tokenCall());
    await vi.advanceTimersByTimeAsync(10_000);
    const response = await answer;
    expect([response.status, (await response.json()).error.code]).toEqual([
      504,
      'upstream-timeout',
    ]);
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
    ['GET', `/dashboards/${GUID}/more`, 404],
    ['GET', `/dashboards/${GUID}0`, 404],
    ['GET', '/', 404],
    ['GET', '/dashboards/token', 405],
    ['POST', `/dashboards/${GUID}`, 405],
  ] as const)('%s %s is %i', async ([method, path, status]) => {
    const response = await newHost().fetch(tokenCall({ url: HOST + path, method }));
    expect(response.status).toBe(status);
  });
});

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
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const response = await newHost().fetch(request);
      expect([response.status, response.headers.get('Retry-After')]).toEqual([status, expected]);
    }
  });

  test('is readable for other origins, too', async () => {
    upstream.script(answerWith('', { status: 429, headers: { 'Retry-After': '7' } }));
    const origin = 'https://partner.example.org';
    const request = tokenCall({ headers: { Origin: origin } });
    const { headers } = await newHost({ origins: [origin] }).fetch(request);
    expect(headers.get('Access-Control-Expose-Headers')).toBe('Retry-After');
    expect(headers.get('Retry-After')).toBe('7');
  });
});

describe('a body that takes too long', () => {
  test('is 408 after five seconds, is read no further, and resolve is not called', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const cancel = vi.fn();
    const resolve = vi.fn(() => USER);
    const body = new ReadableStream({ cancel });
    const settled = vi.fn();
    const answer = newHost({ resolve }).fetch(tokenCall({ body }));
    void answer.then(settled);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    const response = await answer;
    expect([response.status, (await response.json()).error.code]).toEqual([408, 'bad-request']);
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

test('an abort by the caller aborts the service call', async () => {
  upstream.script(() => {});
  const caller = new AbortController();
  const answer = newHost().fetch(tokenCall({ signal: caller.signal }));
  await expect.poll(() => upstream.calls).toHaveLength(1);
  caller.abort();
  expect((await answer).status).toBe(502);
  await expect.poll(() => upstream.calls[0]!.cancelled).toBe(true);
});
