import { describe, expect, test, vi } from 'vitest';
import { createDashboardClient } from 'embedded-dashboard/host';
import { REQUEST, newClient, upstream, useUpstream } from './own-upstream.ts';
import {
  answerWith,
  startUpstream,
  TOKEN,
  type UpstreamScript,
} from '../support/scripted-upstream.ts';

useUpstream();

describe('an answer of GetToken:', () => {
  const TEXT = 'text/plain';
  const JSON_TYPE = 'application/json';

  test.for<[string, string, string, number?]>([
    ['the bare token', TEXT, `\ufeff ${TOKEN}\r\n`],
    ['the bare token under any media type', 'application/octet-stream', TOKEN],
    ['the bare token, called JSON', JSON_TYPE, TOKEN],
    ['a JSON string', 'application/json; charset=utf-8', `"${TOKEN}"`],
    ['a JSON string, called text', TEXT, `"${TOKEN}"`],
    ['an object with token', JSON_TYPE, `{"token":"${TOKEN}","expiresIn":600}`, 600],
    ['an object with Token', TEXT, `{"Token":"${TOKEN}"}`],
    ['an empty token next to a Token', TEXT, `{"token":"","Token":"${TOKEN}"}`],
    ['a malformed Token next to a token', TEXT, `{"token":"${TOKEN}","Token":7}`],
    ['a lifetime of the wrong type', JSON_TYPE, `{"token":"${TOKEN}","expiresIn":"600"}`],
    ['a negative lifetime', JSON_TYPE, `{"token":"${TOKEN}","expiresIn":-1}`],
  ])('%s is accepted', async ([, contentType, body, expiresIn = 7200]) => {
    upstream.script(answerWith(body, { headers: { 'Content-Type': contentType } }));
    const grant = { token: TOKEN, expiresIn, baseUrl: `${upstream.baseUrl}/prefix` };
    expect(await newClient().getToken(REQUEST)).toEqual(grant);
  });

  test.for(["azAZ09-._~!$&'()*+,;=", '1234567890'])('the token %s is passed on', async (token) => {
    upstream.script(answerWith(token));
    expect(await newClient().getToken(REQUEST)).toMatchObject({ token });
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
    ['a JSON number with an exponent', '-1.2345e+67', JSON_TYPE],
    ['a JSON number with an exponent without a sign', '1.23456e67', JSON_TYPE],
    ['a token that is too long', 'x'.repeat(4097)],
    ['a megabyte', 'x'.repeat(1024 * 1024)],
  ])('%s is refused', async ([, body, contentType = TEXT]) => {
    upstream.script(answerWith(body, { headers: { 'Content-Type': contentType } }));
    await expect(newClient().getToken(REQUEST)).rejects.toMatchObject({
      ...{ code: 'upstream-bad-token', status: 502, retryable: false },
      message:
        'GetToken answered without a valid token: check baseUrl, and that the dashboard is accessible in API.',
    });
    expect(upstream.calls).toHaveLength(1);
  });

  test('only the start of an endless answer is read, and its connection is closed', async () => {
    let sent = 0;
    upstream.script((response) => {
      const write = (): void => {
        while (!response.destroyed && response.write('x'.repeat(1024))) sent += 1024;
      };
      response.on('drain', write);
      response.writeHead(200, { 'Content-Type': TEXT });
      write();
    });
    const outcome = newClient().getToken(REQUEST);
    await expect(outcome).rejects.toMatchObject({ code: 'upstream-bad-token' });
    await expect.poll(() => upstream.calls[0]!.cancelled).toBe(true);
    expect(sent).toBeLessThan(8 * 1024 * 1024);
  });
});

const breakOff: UpstreamScript = (response) => {
  response.writeHead(200, { 'Content-Length': '16' });
  response.write('token-01', () => response.destroy());
};

/** Faulty answers, each with the code of the error, `!` if it is retryable, and the number of attempts. */
const FAULTS: [fault: number | string, code: string, attempts: number, end?: string][] = [
  [301, 'upstream-redirect', 1],
  [302, 'upstream-redirect', 1],
  [307, 'upstream-redirect', 1],
  [308, 'upstream-redirect', 1],
  [400, 'upstream-status', 1, 'refused the call'],
  [401, 'upstream-status', 1, 'refused the API key, check apiKey'],
  [403, 'upstream-status', 1, 'refused the call, check apiKey and connectionString'],
  [404, 'not-found', 1],
  [429, 'rate-limited!', 1],
  [500, 'upstream-status!', 1, 'failed'],
  [501, 'upstream-status!', 1],
  [502, 'upstream-status!', 2],
  [503, 'upstream-status!', 2],
  [504, 'upstream-status!', 2],
  [505, 'upstream-status!', 1],
  ['503 with Retry-After', 'upstream-status!', 1],
  ['a closed connection', 'upstream-unreachable!', 2],
  ['a truncated answer', 'upstream-unreachable!', 2],
];

describe('a faulty answer', () => {
  test.for(FAULTS)('%s becomes %s, after %i calls', async ([fault, text, attempts, end]) => {
    await using other = await startUpstream();
    const [code, status] = [
      text.replace('!', ''),
      { 'not-found': 404, 'rate-limited!': 429 }[text],
    ];
    upstream.script((response, call) => {
      if (fault === 'a closed connection') return response.destroy();
      if (fault === 'a truncated answer') return breakOff(response, call);
      const headers: Record<string, string> = { Location: other.baseUrl + call.url };
      if (fault === '503 with Retry-After') headers['Retry-After'] = '1';
      const body = `<p>${call.url}</p>`;
      return answerWith(body, { status: parseInt(String(fault)), headers })(response, call);
    });
    const error = {
      ...{ code, status: status ?? 502, retryable: text.endsWith('!') },
      message: end
        ? `The dashboard service answered with status ${fault}: it ${end}.`
        : expect.any(String),
    };
    const client = newClient();
    await expect(client.getToken(REQUEST)).rejects.toMatchObject(error);
    expect(upstream.calls).toHaveLength(attempts);
    const logout = client.logout({ sessionId: 'session-2' });
    // A service that does not know the session has no session to end.
    if (fault === 404) await logout;
    else await expect(logout).rejects.toMatchObject(error);
    expect(upstream.calls).toHaveLength(2 * attempts);
    expect(other.calls).toEqual([]);
  });

  test.for([200, 204])('%i counts as a successful logout', async (status) => {
    upstream.script(answerWith('', { status }));
    await expect(newClient().logout({ sessionId: 'session-1' })).resolves.toBeUndefined();
  });

  test('of a redirect that the runtime hides becomes upstream-redirect', async () => {
    // https://fetch.spec.whatwg.org/#concept-filtered-response-opaque-redirect
    const hidden = Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' });
    vi.spyOn(globalThis, 'fetch').mockResolvedValue(hidden);
    const outcome = newClient().getToken(REQUEST);
    await expect(outcome).rejects.toMatchObject({ code: 'upstream-redirect' });
  });

  test.for([
    ['a refused connection', 'http://127.0.0.1:1'],
    // The label is too long for DNS, so no resolver gets a query.
    ['a name that does not exist', `http://${'a'.repeat(64)}.example`],
    ['an https address of a server without TLS', null],
  ])('%s is upstream-unreachable', async ([, name]) => {
    const baseUrl = name ?? upstream.baseUrl.replace('http', 'https');
    const outcome = createDashboardClient({ baseUrl, apiKey: 'key-1' }).getToken(REQUEST);
    const error = { code: 'upstream-unreachable', status: 502, retryable: true };
    await expect(outcome).rejects.toMatchObject(error);
  });

  test.for([200, 302, 401, 404, 429, 500])(
    'closes the connection of an answer that it does not read, with status %i',
    async (status) => {
      upstream.script((response) => {
        response.writeHead(status).write('x'.repeat(100_000));
      });
      const client = newClient();
      const sessions = Array.from({ length: 8 }, (_, number) => `session-${number}`);
      const calls = sessions.map((sessionId) => client.getToken({ ...REQUEST, sessionId }));
      await Promise.allSettled(calls);
      expect(upstream.calls).toHaveLength(8);
      await expect.poll(() => upstream.calls.every(({ cancelled }) => cancelled)).toBe(true);
    },
  );
});

describe('a refusal because of missing parameters', () => {
  const refusal = (error: object, status = 400): UpstreamScript =>
    answerWith(JSON.stringify({ error }), {
      status,
      headers: { 'Content-Type': 'application/json' },
    });
  const code = 'missing-parameters';

  test('is an error of the configuration that names them, and has no other text', async () => {
    const odd = ['a b', '<b>', 7, null, ['Year'], { a: 1 }, 'x'.repeat(65), 'region'];
    upstream.script(refusal({ code, message: 'SECRET', parameters: ['Region', 'Year', ...odd] }));
    await expect(newClient().getToken(REQUEST)).rejects.toMatchObject({
      ...{ code: 'config', status: 500, retryable: false },
      message: 'The dashboard requires Region, Year: give each a value in sqlParameters.',
    });
    expect(upstream.calls).toHaveLength(1);
  });

  test.for<[string, object, number?]>([
    ['another code', { code: 'bad-request', parameters: ['Region'] }],
    ['another status', { code, parameters: ['Region'] }, 422],
    ['no names', { code, parameters: [] }],
    ['a text in place of names', { code, parameters: 'Region' }],
  ])('with %s is a refused call', async ([, error, status]) => {
    upstream.script(refusal(error, status));
    await expect(newClient().getToken(REQUEST)).rejects.toMatchObject({ code: 'upstream-status' });
  });
});
