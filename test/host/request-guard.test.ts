import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type DashboardHost, toNodeListener } from 'embedded-dashboard/host';
import { GUID, HOST, tokenCall } from '../support/dashboard-calls.ts';
import { send, serve } from '../support/node-server.ts';
import { toHeaders, toRows } from '../support/to-rows.ts';
import { endOf, upstream, useUpstream } from './own-upstream.ts';
import {
  createRowHost,
  PARTNER,
  REQUESTS,
  resolveRow,
  serveRows,
  toAnswer,
  toRequest,
  withoutServer,
} from './request-rows.ts';

useUpstream();

const ANN = { Cookie: 'user=ann' };

let host: DashboardHost;

beforeEach(() => {
  upstream.script(serveRows);
  host = createRowHost(upstream.baseUrl);
  resolveRow.mockClear();
});

/** The refusals that need neither the user nor the service. */
const GUARDED = / (bad-request|cross-site|method-not-allowed|too-large|unsupported-media-type)/;

describe('the answer of a web server and of Node', () => {
  test.for(toRows(REQUESTS))('%s → %s', async ([situation, result]) => {
    const request = toRequest(situation);
    const expected = toAnswer(result, request);
    const { path, body = null, ...init } = request;
    // Bytes, because a text would bring its own media type.
    const bytes = body && Buffer.from(body);
    const answer = await host.fetch(new Request(HOST + path, { ...init, body: bytes }));
    const content = init.method === 'HEAD' ? '' : await answer.text();
    expect(withoutServer(answer.status, answer.headers, content)).toEqual(expected);
    await using server = await serve(toNodeListener(createRowHost(upstream.baseUrl)));
    const sent = await send({ ...request, port: server.port });
    const headers = Object.entries(sent.headers);
    expect(withoutServer(sent.status, headers, sent.body)).toEqual(expected);
    if (!GUARDED.test(result)) return;
    expect(resolveRow).not.toHaveBeenCalled();
    expect(upstream.calls).toEqual([]);
  });
});

/** The headers of a call, whose caller is admitted or not. `-` is a header that is not sent. */
const CALLERS = `
  Sec-Fetch-Site: same-origin | Origin: https://seen-outside.example | Host: inside:8080 → admitted
  Sec-Fetch-Site: cross-site | Origin: ${HOST} →
  Sec-Fetch-Site: same-site | Origin: https://www.example.com →
  Sec-Fetch-Site: none →
  Sec-Fetch-Site: same-galaxy →
  Sec-Fetch-Site: cross-site | Origin: ${PARTNER}.evil.example →
  Sec-Fetch-Site: - | Origin: ${PARTNER} → admitted
  Sec-Fetch-Site: - | Origin: ${PARTNER}:8443 →
  Sec-Fetch-Site: - | Origin: ${PARTNER.toUpperCase()} →
  Sec-Fetch-Site: - | Origin: ${PARTNER}. →
  Sec-Fetch-Site: - | Origin: ${PARTNER.replace('https', 'http')} →
  Sec-Fetch-Site: - | Origin: ${HOST} → admitted
  Sec-Fetch-Site: - | Origin: https://a.example | Host: A.Example → admitted
  Sec-Fetch-Site: - | Origin: https://a.example | Host: a.example:443 → admitted
  Sec-Fetch-Site: - | Origin: https://a.example:8443 | Host: a.example →
  Sec-Fetch-Site: - | Origin: https://evil.example →
  Sec-Fetch-Site: - | Origin: ${HOST}.evil.example →
  Sec-Fetch-Site: - | Origin: https://evil.example | Host: app.example.com@evil.example →
  Sec-Fetch-Site: - | Origin: https://evil.example | X-Forwarded-Host: evil.example | Forwarded: host=evil.example →
  Sec-Fetch-Site: - | Origin: null →
  Sec-Fetch-Site: - →
  Sec-Fetch-Site: - | Origin: https:// | Host: →
  X-Embedded-Dashboard: 2 →
  X-Embedded-Dashboard: - | Origin: ${PARTNER} →
`;

describe('callers of the token route', () => {
  test.for(toRows(CALLERS))('%s → %s', async ([text, admitted]) => {
    const headers: Record<string, string | null> = { ...ANN, ...toHeaders(text) };
    const answer = await host.fetch(tokenCall({ headers }));
    const readableBy = headers['Origin'] === PARTNER ? PARTNER : null;
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe(readableBy);
    expect(await endOf(answer)).toBe(admitted ? '200' : '403 cross-site');
    expect(resolveRow).toHaveBeenCalledTimes(admitted ? 1 : 0);
  });

  test.for([
    [
      'The header "X-Embedded-Dashboard: 1" is missing.',
      { headers: { 'X-Embedded-Dashboard': null } },
    ],
    ['dashboardGuid must be a GUID.', { body: '{"dashboardGuid":"sales"}' }],
  ] as const)('read “%s” if that is so', async ([message, call]) => {
    const response = await host.fetch(tokenCall(call));
    expect(await response.json()).toMatchObject({ error: { message } });
  });
});

describe('a body', () => {
  /** The end of a token request with this body, or with these headers. */
  const endWith = (body?: BodyInit, headers = {}): Promise<string> =>
    endOf(host.fetch(tokenCall({ body, headers: { ...ANN, ...headers } })));

  /** The body of a token request, with exactly this number of bytes. */
  const padded = (bytes: number): string => {
    const shortest = JSON.stringify({ dashboardGuid: GUID, padding: '' });
    return shortest.replace(/""/, `"${'x'.repeat(bytes - shortest.length)}"`);
  };

  test('may have 8192 bytes, and no more', async () => {
    expect(await endWith(padded(8193))).toBe('413 too-large');
    expect(await endWith(padded(8192))).toBe('200');
  });

  test('is refused if it is short but was longer before a framework read it', async () => {
    expect(await endWith(undefined, { 'Content-Length': '8193' })).toBe('413 too-large');
    expect(await endWith(undefined, { 'Content-Length': '8192' })).toBe('200');
  });

  test.for<[string, BodyInit]>([
    ['has a GUID with a line end', `{"dashboardGuid":"${GUID}\\n"}`],
    ['is not UTF-8', new Uint8Array([0x7b, 0xff, 0x7d])],
    ['breaks off', new ReadableStream({ pull: (stream) => stream.error(new Error('gone')) })],
  ])('is refused if it %s', async ([, body]) => {
    expect(await endWith(body)).toBe('400 bad-request');
  });

  test('is read whole if the bytes of a character come apart', async () => {
    const bytes = Buffer.from(
      JSON.stringify({ dashboardGuid: GUID, parameters: { City: 'Łódź' } }),
    );
    const start = (stream: ReadableStreamDefaultController) => {
      for (const byte of bytes) stream.enqueue(Uint8Array.of(byte));
      stream.close();
    };
    expect(await endWith(new ReadableStream({ start }))).toBe('200');
    const details = expect.objectContaining({ parameters: { City: 'Łódź' } });
    expect(resolveRow).toHaveBeenCalledWith(expect.anything(), details);
  });

  test('without an end is read only at its start', async () => {
    let pulled = 0;
    const cancel = vi.fn();
    const pull = (stream: ReadableStreamDefaultController) => {
      pulled += 1;
      stream.enqueue(new Uint8Array(1024));
    };
    expect(await endWith(new ReadableStream({ cancel, pull }))).toBe('413 too-large');
    expect(pulled).toBeLessThan(16);
    expect(cancel).toHaveBeenCalledOnce();
  });
});
