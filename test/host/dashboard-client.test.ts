import { getEventListeners } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import { createDashboardClient, type TokenRequest } from 'embedded-dashboard/host';
import { fakeTimers, upstream } from './own-upstream.ts';
import { answerWith, startUpstream, turns } from '../support/scripted-upstream.ts';
import { scaled } from '../support/tier.mjs';

const TOKEN = 'token-0123456789';
const GUID = '6f1c5a0e-0000-4000-8000-00000000000a';
/** Exceeds the ten listeners after which Node warns. */
const SIGNAL_CALLS = scaled(2_000);
const REQUEST: TokenRequest = { sessionId: 'session-1', dashboardGuid: GUID };

const newClient = (apiKey = 'key-1') =>
  createDashboardClient({ baseUrl: `${upstream.baseUrl}/prefix/`, apiKey });

describe('settings', () => {
  test.for([
    '',
    '/relative',
    'bi.example.com',
    'ftp://bi.example.com',
    'https://user:pass@bi.example.com',
    'https://bi.example.com/?a=1',
    'https://bi.example.com/#a',
    'https://bi.example.com:99999',
    undefined,
    7,
  ])('refuses the base address %j and does not repeat it', (baseUrl) => {
    const create = () => createDashboardClient({ baseUrl: baseUrl as string, apiKey: 'key-1' });
    expect(create).toThrow(
      expect.objectContaining({
        code: 'config',
        message: expect.stringMatching(/^baseUrl (must|is missing)/),
      }),
    );
    if (baseUrl) expect(create).not.toThrow(String(baseUrl));
  });

  test.for<[unknown, string]>([
    ...['.', '..', 'a/b', 'a\\b', 'a?b', 'a#b', 'a\nb', 'a\u0085b', '\ud800', 7].map(
      (key): [unknown, string] => [
        key,
        'apiKey must be text other than "." and "..", without controls, /, \\, ? and #.',
      ],
    ),
    ...['', undefined, null].map((key): [unknown, string] => [
      key,
      'apiKey is missing: set it to the account’s key.',
    ]),
  ])('refuses the API key %j', ([apiKey, message]) => {
    const create = () =>
      createDashboardClient({ baseUrl: upstream.baseUrl, apiKey: apiKey as string });
    expect(create).toThrow(expect.objectContaining({ code: 'config', message }));
  });
});

describe('addresses that would be too long', () => {
  const room = () => 2_000 - `${upstream.baseUrl}/prefix`.length;
  const longest = {
    sessionId: 'x'.repeat(128),
    dashboardGuid: GUID,
    form: 'query' as const,
  };
  const around = `/Api/GetToken?apiKey=&sessionID=${longest.sessionId}&dashboardGuid=${GUID}`;

  test('a key that is too long for any call is refused at start', () => {
    const rule = expect.stringMatching(/^apiKey must be shorter/);
    for (const key of [
      'k'.repeat(3_000),
      'é'.repeat(400),
      'k'.repeat(room() - around.length + 1),
    ]) {
      expect(() => newClient(key)).toThrow(
        expect.objectContaining({ code: 'config', message: rule }),
      );
    }
  });

  test('the error names a base address that is too long, not the key', () => {
    const baseUrl = `https://bi.example.com/${'x'.repeat(2_000)}`;
    expect(() => createDashboardClient({ baseUrl, apiKey: 'key-1' })).toThrow(
      expect.objectContaining({ message: expect.stringMatching(/^baseUrl must be shorter/) }),
    );
  });

  test('the longest valid key works in every call', async () => {
    const client = newClient('k'.repeat(room() - around.length));
    await client.getToken(longest);
    await client.getToken({ ...longest, form: 'json' });
    await client.logout(longest);
    expect(upstream.calls).toHaveLength(3);
    await expect(client.getToken({ ...longest, sqlParameters: { a: 1 } })).rejects.toMatchObject({
      code: 'config',
      message: expect.stringMatching(/^sqlParameters are too long/),
    });
  });
});

describe('calls without an object', () => {
  test.for([null, undefined, 'session-1'])(
    'the error names the call that gets %s instead of an object',
    async (value) => {
      const client = newClient();
      const named = (name: string) => ({
        code: 'config',
        message: expect.stringMatching(new RegExp(`^${name} needs an object`)),
      });
      await expect(client.getToken(value as never)).rejects.toMatchObject(named('getToken'));
      await expect(client.logout(value as never)).rejects.toMatchObject(named('logout'));
      expect(() => createDashboardClient(value as never)).toThrow(
        expect.objectContaining({ code: 'config' }),
      );
      expect(upstream.calls).toEqual([]);
    },
  );
});

describe('the three forms of GetToken', () => {
  const all = { sqlParameters: { region: 'Île & Co', year: 2026 } };
  const query = 'SQLparameters=region%3D%C3%8Ele%20%26%20Co%3Byear%3D2026';

  test('json posts the token request object under a path with key, session and dashboard', async () => {
    const fields = {
      connectionString: 'Server="a";\nPwd=ü',
      user: 'Ann\u0000\n',
      organization: 'Org',
      customInfo: 'x',
    };
    await newClient().getToken({ ...REQUEST, ...all, ...fields });
    const [call] = upstream.calls;
    expect(call).toMatchObject({
      method: 'POST',
      url: `/prefix/Api/GetToken/key-1/session-1/${GUID}?${query}`,
      headers: { 'content-type': 'application/json', 'content-length': expect.any(String) },
    });
    expect(JSON.parse(call!.body)).toEqual({ ...fields, user: 'Ann' });
  });

  test('json sends an empty object if nothing is set', async () => {
    const nothing = { connectionString: null, user: null, signal: null } as unknown as TokenRequest;
    await newClient().getToken({ ...nothing, ...REQUEST, organization: undefined });
    expect(upstream.calls).toMatchObject([
      { url: `/prefix/Api/GetToken/key-1/session-1/${GUID}`, body: '{}' },
    ]);
  });

  test('text posts the connection string alone', async () => {
    await newClient().getToken({
      ...REQUEST,
      ...all,
      connectionString: 'Server=a;Pwd=ü',
      form: 'text',
    });
    expect(upstream.calls).toMatchObject([
      {
        method: 'POST',
        url: `/prefix/Api/GetToken?apiKey=key-1&sessionID=session-1&dashboardGuid=${GUID}&${query}`,
        headers: {
          'content-type': expect.stringMatching(/^text\/plain/),
          'content-length': expect.any(String),
        },
        body: 'Server=a;Pwd=ü',
      },
    ]);
  });

  test('query sends a GET with everything in the query', async () => {
    await newClient().getToken({ ...REQUEST, ...all, form: 'query' });
    expect(upstream.calls).toMatchObject([
      {
        method: 'GET',
        url: `/prefix/Api/GetToken?apiKey=key-1&sessionID=session-1&dashboardGuid=${GUID}&${query}`,
        body: '',
      },
    ]);
    expect(upstream.calls[0]!.headers).not.toHaveProperty('content-type');
  });

  test('the key is percent-encoded in every address', async () => {
    const client = newClient(`k %2F&='(é)*!+~`);
    const key = 'k%20%252F%26%3D%27%28%C3%A9%29%2A%21%2B~';
    await client.getToken(REQUEST);
    await client.getToken({ ...REQUEST, form: 'query' });
    await client.logout({ sessionId: 'session-1' });
    expect(upstream.calls.map(({ url }) => url)).toEqual([
      expect.stringContaining(`/GetToken/${key}/session-1/`),
      expect.stringContaining(`?apiKey=${key}&sessionID=`),
      `/prefix/api/logout/${key}/session-1`,
    ]);
  });
});

describe('fields', () => {
  test.for<[string, object]>([
    ['sessionId', { sessionId: '..' }],
    ['sessionId', { sessionId: 'a/b' }],
    ['sessionId', { sessionId: '%2e%2e' }],
    ['sessionId', { sessionId: 'a\n' }],
    ['sessionId', { sessionId: '' }],
    ['sessionId', { sessionId: 'x'.repeat(129) }],
    ['sessionId', { sessionId: undefined }],
    ['connectionString', { connectionString: '' }],
    ['connectionString', { connectionString: 'x'.repeat(4097) }],
    ['connectionString', { connectionString: '\ud800' }],
    ['connectionString', { connectionString: 7 }],
    ['connectionString', { connectionString: 'x', form: 'query' }],
    ['connectionString', { form: 'text' }],
    ['user', { user: 'x'.repeat(257) }],
    ['user', { user: 7 }],
    ['user', { user: 'Ann', form: 'query' }],
    ['organization', { organization: {} }],
    ['customInfo', { customInfo: 'x', connectionString: 'x', form: 'text' }],
    ['form', { form: 'xml' }],
    ['form', { form: 'constructor' }],
    ['form', { form: ['json'] }],
    ['signal', { signal: 7 }],
    ['signal', { signal: {} }],
    ['sqlParameters', { sqlParameters: { a: 'b;c=d' } }],
    ['sqlParameters', { sqlParameters: '' }],
    [
      'sqlParameters',
      {
        sqlParameters: Object.fromEntries(
          Array.from({ length: 9 }, (_, n) => [`p${n}`, 'é'.repeat(99)]),
        ),
      },
    ],
  ])('the error names %s, and nothing is sent for %j', async ([name, fields]) => {
    await expect(newClient().getToken({ ...REQUEST, ...fields })).rejects.toMatchObject({
      code: 'config',
      status: 500,
      message: expect.stringMatching(new RegExp(`^${name}[ .]`)),
    });
    expect(upstream.calls).toEqual([]);
  });
});

test.for(['sales', undefined, [GUID]])(
  '%j is not a dashboard, and nothing is sent',
  async (value) => {
    const outcome = newClient().getToken({ ...REQUEST, dashboardGuid: value as string });
    await expect(outcome).rejects.toMatchObject({
      code: 'bad-request',
      message: 'dashboardGuid must be a GUID.',
    });
    expect(upstream.calls).toEqual([]);
  },
);

test('the error that a getter throws is dropped', async () => {
  const request = Object.defineProperty({ ...REQUEST }, 'user', {
    get: () => {
      throw new Error('secret');
    },
  });
  await expect(newClient().getToken(request)).rejects.toMatchObject({
    code: 'config',
    message: 'A field of the request cannot be read.',
  });
  expect(upstream.calls).toEqual([]);
});

describe('an answer of GetToken:', () => {
  const grant = (expiresIn = 7200) => ({
    token: TOKEN,
    expiresIn,
    baseUrl: `${upstream.baseUrl}/prefix`,
  });

  test.for<[string, string, string, number?]>([
    ['the bare token', 'text/plain', `\ufeff ${TOKEN}\r\n`],
    ['the bare token under any media type', 'application/octet-stream', TOKEN],
    ['the bare token, called JSON', 'application/json', TOKEN],
    ['a JSON string', 'application/json; charset=utf-8', `"${TOKEN}"`],
    ['a JSON string, called text', 'text/plain', `"${TOKEN}"`],
    ['an object with token', 'application/json', `{"token":"${TOKEN}","expiresIn":600}`, 600],
    ['an object with Token', 'text/plain', `{"Token":"${TOKEN}"}`],
    ['an empty token next to a Token', 'text/plain', `{"token":"","Token":"${TOKEN}"}`],
    ['a malformed Token next to a token', 'text/plain', `{"token":"${TOKEN}","Token":7}`],
    ['a lifetime of the wrong type', 'application/json', `{"token":"${TOKEN}","expiresIn":"600"}`],
    ['a negative lifetime', 'application/json', `{"token":"${TOKEN}","expiresIn":-1}`],
  ])('%s is accepted', async ([, contentType, body, expiresIn]) => {
    upstream.script(answerWith(body, { headers: { 'Content-Type': contentType } }));
    expect(await newClient().getToken(REQUEST)).toEqual(grant(expiresIn));
  });

  test('every character that a token may have is passed on', async () => {
    for (const token of ["azAZ09-._~!$&'()*+,;=", '1234567890']) {
      upstream.script(answerWith(token));
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await newClient().getToken(REQUEST)).toMatchObject({ token });
    }
  });

  test.for<[string, string | Uint8Array, string?]>([
    ['nothing', ''],
    ['HTML', `<html>${TOKEN}</html>`],
    ['a token, called HTML', TOKEN, 'text/html'],
    ['XHTML', TOKEN, 'application/xhtml+xml'],
    ['the text of an error', 'The dashboard was not found'],
    ['a short token', 'short'],
    ['a token with a slash', 'token/0123456789'],
    ['a token with a dot segment', '../../../../evil'],
    ['a token with a query', 'token-01234?a=b'],
    ['a token with a percent sign', 'token%2F0123456'],
    ['a token and a second line', 'token-0123456789\r\ntoken'],
    ['NUL bytes', new Uint8Array(64)],
    ['bytes that are not UTF-8', new Uint8Array(64).fill(0xff)],
    ['broken JSON', `{"token":"${TOKEN}"`],
    ['an object without token', '{"message":"no"}'],
    ['an object with a number', '{"token":1234567890}'],
    ['a JSON number', '1234567890', 'application/json; charset=utf-8'],
    ['a JSON number with an exponent', '-1.2345e+67', 'application/json'],
    ['a JSON number with an exponent without a sign', '1.23456e67', 'application/json'],
    ['a token that is too long', 'x'.repeat(4097)],
    ['a megabyte', 'x'.repeat(1024 * 1024)],
  ])('%s is refused', async ([, body, contentType = 'text/plain']) => {
    upstream.script(answerWith(body, { headers: { 'Content-Type': contentType } }));
    await expect(newClient().getToken(REQUEST)).rejects.toMatchObject({
      code: 'upstream-bad-token',
      message:
        'GetToken answered without a valid token: check baseUrl, and that the dashboard is accessible in API.',
      status: 502,
      retryable: false,
    });
  });

  test('only the start of an endless answer is read, and its connection is closed', async () => {
    let sent = 0;
    upstream.script((response) => {
      const write = (): void => {
        while (!response.destroyed && response.write('x'.repeat(1024))) sent += 1024;
      };
      response.on('drain', write);
      response.writeHead(200, { 'Content-Type': 'text/plain' });
      write();
    });
    await expect(newClient().getToken(REQUEST)).rejects.toMatchObject({
      code: 'upstream-bad-token',
    });
    await expect.poll(() => upstream.calls[0]!.cancelled).toBe(true);
    expect(sent).toBeLessThan(8 * 1024 * 1024);
  });
});

describe('failures of the service', () => {
  const html = { 'Content-Type': 'text/html' };

  test.for<[number, string, number, boolean]>([
    [301, 'upstream-redirect', 502, false],
    [302, 'upstream-redirect', 502, false],
    [307, 'upstream-redirect', 502, false],
    [308, 'upstream-redirect', 502, false],
    [400, 'upstream-status', 502, false],
    [401, 'upstream-status', 502, false],
    [403, 'upstream-status', 502, false],
    [404, 'not-found', 404, false],
    [429, 'rate-limited', 429, true],
    [500, 'upstream-status', 502, true],
  ])('%i becomes %s', async ([upstreamStatus, code, status, retryable]) => {
    await using other = await startUpstream();
    upstream.script((response, call) => {
      response.writeHead(upstreamStatus, { ...html, Location: `${other.baseUrl}${call.url}` });
      response.end(`<p>${call.url}</p>`);
    });
    const request = { ...REQUEST, connectionString: 'Pwd=secret' };
    await expect(newClient().getToken(request)).rejects.toMatchObject({ code, status, retryable });
    expect(upstream.calls).toHaveLength(1);
    expect(other.calls).toEqual([]);
  });

  test.for([
    [400, 'refused the call'],
    [401, 'refused the API key, check apiKey'],
    [403, 'refused the call, check apiKey and connectionString'],
    [500, 'failed'],
  ] as const)(
    'the error names the status %i and says that the service %s',
    async ([status, end]) => {
      upstream.script(answerWith('', { status }));
      await expect(newClient().getToken(REQUEST)).rejects.toMatchObject({
        message: `The dashboard service answered with status ${status}: it ${end}.`,
      });
    },
  );

  test('a refused connection is upstream-unreachable', async () => {
    const client = newClient();
    await upstream[Symbol.asyncDispose]();
    await expect(client.getToken(REQUEST)).rejects.toMatchObject({
      code: 'upstream-unreachable',
      status: 502,
      retryable: true,
    });
  });

  test.for([
    // The label is too long for DNS, so no resolver gets a query.
    ['a name that does not exist', `http://${'a'.repeat(64)}.example`],
    ['an https address of a server without TLS', null],
  ])('%s is upstream-unreachable', async ([, name]) => {
    const baseUrl = name ?? upstream.baseUrl.replace('http', 'https');
    const client = createDashboardClient({ baseUrl, apiKey: 'key-1' });
    await expect(client.getToken(REQUEST)).rejects.toMatchObject({
      code: 'upstream-unreachable',
      retryable: true,
    });
  });

  test.for([
    ['before the headers', ''],
    ['during the body', 'token-01'],
  ])('a connection that breaks %s is upstream-unreachable', async ([, part]) => {
    upstream.script((response) => {
      if (!part) return response.destroy();
      response.writeHead(200, { 'Content-Length': '16' });
      return response.write(part, () => response.destroy());
    });
    await expect(newClient().getToken(REQUEST)).rejects.toMatchObject({
      code: 'upstream-unreachable',
    });
  });

  test.for([200, 302, 401, 404, 429, 500])(
    'closes the connection of an answer that it does not read, with status %i',
    async (status) => {
      upstream.script((response) => {
        response.writeHead(status).write('x'.repeat(100_000));
      });
      const client = newClient();
      const calls = Array.from({ length: 8 }, (_, number) =>
        client.getToken({ ...REQUEST, sessionId: `session-${number}` }),
      );
      await Promise.allSettled(calls);
      expect(upstream.calls).toHaveLength(8);
      await expect.poll(() => upstream.calls.every(({ cancelled }) => cancelled)).toBe(true);
    },
  );
});

type Mark = (...fields: unknown[]) => void;

test('the runtime’s resource timings do not keep the address', async () => {
  const noted: string[] = [];
  const observer = new PerformanceObserver((list) => {
    noted.push(...list.getEntries().map(({ name }) => name));
  });
  observer.observe({ type: 'resource' });
  await newClient().getToken(REQUEST);
  await expect.poll(() => noted).toEqual([expect.stringContaining('/GetToken/key-1/')]);
  observer.disconnect();
  await expect.poll(() => performance.getEntriesByName(noted[0]!)).toEqual([]);
});

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
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await (call % 2
        ? client.logout({ ...REQUEST, signal })
        : client.getToken({ ...REQUEST, signal }));
    }
    process.off('warning', onWarning);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    expect(warnings).toEqual([]);
  }, 60_000);

  test('an aborted signal causes no call', async () => {
    const outcome = newClient().getToken({ ...REQUEST, signal: AbortSignal.abort() });
    await expect(outcome).rejects.toMatchObject({ code: 'upstream-unreachable' });
    expect(upstream.calls).toEqual([]);
  });
});

describe('logout', () => {
  test('sends a GET to the logout address with key and session', async () => {
    await newClient().logout({ sessionId: 'session-1' });
    expect(upstream.calls).toMatchObject([
      { method: 'GET', url: '/prefix/api/logout/key-1/session-1', body: '' },
    ]);
  });

  test.for([200, 204, 404])('%i counts as a successful logout', async (status) => {
    upstream.script(answerWith('', { status }));
    await expect(newClient().logout({ sessionId: 'session-1' })).resolves.toBeUndefined();
  });

  test.for([
    [302, 'upstream-redirect'],
    [401, 'upstream-status'],
    [500, 'upstream-status'],
  ] as const)('%i counts as a failed logout', async ([status, code]) => {
    upstream.script(answerWith('', { status }));
    await expect(newClient().logout({ sessionId: 'session-1' })).rejects.toMatchObject({ code });
  });

  test.for([
    ['session id', { sessionId: '..' }],
    ['signal', { sessionId: 'session-1', signal: 7 }],
  ])('a bad %s is refused before any call', async ([, request]) => {
    const outcome = newClient().logout(request as { sessionId: string });
    await expect(outcome).rejects.toMatchObject({ code: 'config' });
    expect(upstream.calls).toEqual([]);
  });
});

describe('displayUrl', () => {
  test.for([
    [{}, ''],
    [
      { theme: 'dark', color: 'Red', backgroundColor: '#FC0' },
      '?theme=dark&color=red&background-color=$ffcc00',
    ],
    [{ backgroundColor: '$fc0' }, '?background-color=$fc0'],
    [{ theme: 'light', color: 'rgb(1,2,3)', backgroundColor: null }, ''],
  ] as const)('%j ends in %j', ([options, end]) => {
    expect(newClient().displayUrl(TOKEN, options)).toBe(
      `${upstream.baseUrl}/prefix/Tdb/${TOKEN}${end}`,
    );
  });

  test('refuses a malformed token', () => {
    expect(() => newClient().displayUrl('../evil-path')).toThrow(
      expect.objectContaining({ code: 'bad-request' }),
    );
  });
});
