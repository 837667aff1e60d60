import { describe, expect, test, vi } from 'vitest';
import { createDashboardClient } from 'embedded-dashboard/host';
import { REQUEST, newClient, upstream, useUpstream } from './own-upstream.ts';
import { TOKEN, answerWith, startUpstream } from '../support/scripted-upstream.ts';

useUpstream();

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

  test('a redirect that the runtime hides becomes upstream-redirect', async () => {
    // https://fetch.spec.whatwg.org/#concept-filtered-response-opaque-redirect
    const hidden = Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' });
    vi.spyOn(globalThis, 'fetch').mockResolvedValue(hidden);
    await expect(newClient().getToken(REQUEST)).rejects.toMatchObject({
      code: 'upstream-redirect',
    });
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
