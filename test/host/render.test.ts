import { once } from 'node:events';
import type { IncomingMessage, RequestOptions } from 'node:http';
import { createServer, request as httpsRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ConnectionOptions } from 'node:tls';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type DashboardHost,
  type DashboardHostEvent,
  type DashboardHostOptions,
  type RenderOptions,
} from 'embedded-dashboard/host';
import { GUID, HOST } from '../support/dashboard-calls.ts';
import { send, serve } from '../support/node-server.ts';
import { fakeTimers, newHost, upstream, USER, useUpstream } from './own-upstream.ts';
import { answerWith, TOKEN } from '../support/scripted-upstream.ts';

useUpstream();

const PAGE = new Request(`${HOST}/sales`, { headers: { Cookie: 'sid=1' } });

let logged: string[];

beforeEach(() => {
  logged = [];
  vi.spyOn(console, 'error').mockImplementation((line: string) => void logged.push(line));
});

const render = (options: Partial<RenderOptions> = {}, host = newHost()): Promise<string> =>
  host.render(PAGE, { dashboardGuid: GUID, ...options });

/** The attributes of the tag, or of the frame in it, still escaped. */
function attributesOf(html: string, name: string): Record<string, string> {
  const [, attributes = ''] = new RegExp(`<${name}((?: [\\w-]+="[^"]*")*)>`).exec(html) ?? [];
  const pairs = attributes.matchAll(/ ([\w-]+)="([^"]*)"/g);
  return Object.fromEntries(Array.from(pairs, ([, key, value]) => [key!, value!]));
}

/** The tag without a frame. */
const BARE = /^<embedded-dashboard [^<]*><\/embedded-dashboard>$/;

describe('the tag', () => {
  test('has the addresses of the host, and the frame in a declarative shadow root', async () => {
    const html = await render({}, newHost({ basePath: '/bi' }));
    expect(attributesOf(html, 'embedded-dashboard')).toEqual({
      ...{ 'token-url': '/bi/token', 'logout-url': '/bi/logout', 'dashboard-guid': GUID },
    });
    expect(html).toMatch(
      /^<embedded-dashboard [^<]*><template shadowrootmode="open"><style>(?:[^\s<]+ )+[^\s<]+<\/style><iframe [^<]*><\/iframe><\/template><\/embedded-dashboard>$/,
    );
    expect(attributesOf(html, 'iframe')).toEqual({
      ...{ part: 'frame', title: 'Dashboard', referrerpolicy: 'strict-origin' },
      sandbox: expect.stringContaining('allow-scripts allow-same-origin') as string,
      ...{ allow: 'fullscreen; clipboard-write', 'data-dashboard-guid': GUID },
      ...{ 'data-choice': '{}', 'data-filters': '', 'data-expires-in': '7200' },
      src: `${upstream.baseUrl}/Tdb/${TOKEN}`,
    });
  });

  test('passes its options to the element and to the frame', async () => {
    const look = { theme: 'dark', color: '#FC0', backgroundColor: 'Teal', label: 'Sales & more' };
    const both = { sandbox: 'allow-scripts', allow: 'fullscreen' };
    const calls = { credentials: 'include', tokenUrl: '/t?a=1&b=2', referrerPolicy: 'origin' };
    const html = await render({ ...look, ...both, ...calls });
    expect(attributesOf(html, 'embedded-dashboard')).toMatchObject({
      ...{ 'token-url': '/t?a=1&#38;b=2', credentials: 'include', referrerpolicy: 'origin' },
      ...{ theme: 'dark', color: '#FC0', 'background-color': 'Teal', label: 'Sales &#38; more' },
      ...both,
    });
    expect(attributesOf(html, 'iframe')).toMatchObject({
      ...{ title: 'Sales &#38; more', referrerpolicy: 'origin', ...both },
      src: `${upstream.baseUrl}/Tdb/${TOKEN}?theme=dark&#38;color=$ffcc00&#38;background-color=teal`,
    });
  });

  test('omits options that are null', async () => {
    const nothing = { theme: null, color: null, label: null, baseUrl: null, nonce: null };
    expect(await render(nothing)).toBe(await render());
  });

  test('escapes every value', async () => {
    const hostile = `"'><script>alert(1)</script>&`;
    const names = ['theme', 'color', 'backgroundColor', 'label', 'tokenUrl', 'sandbox', 'nonce'];
    const html = await render(Object.fromEntries(names.map((name) => [name, hostile])));
    expect(html).not.toMatch(/<script|<\/script|"'/);
    expect(attributesOf(html, 'iframe')).toHaveProperty('src', `${upstream.baseUrl}/Tdb/${TOKEN}`);
  });

  test('passes resolve the request, its context and the choice of the page, and marks the frame with it', async () => {
    const resolve = vi.fn(() => USER);
    const given = { parameters: { year: 2026, Region: 'North' }, context: 'of the page' };
    const html = await render(given, newHost({ resolve }));
    const parameters = { Region: 'North', year: '2026' };
    const details = { dashboardGuid: GUID, parameters, context: 'of the page' };
    expect(resolve).toHaveBeenCalledWith(PAGE, details);
    const read = (name: string, attribute: string): string =>
      attributesOf(html, name)[attribute]!.replaceAll('&#34;', '"');
    expect(read('embedded-dashboard', 'parameters')).toBe('{"year":2026,"Region":"North"}');
    expect(read('iframe', 'data-choice')).toBe('{"Region":"North","year":"2026"}');
  });

  test('has the first choices in the address of the frame, and marks the frame with them', async () => {
    const html = await render({ theme: 'dark', filters: { Region: ['South', 'North'] } });
    const query = 'filter.Region=North&#38;filter.Region=South';
    expect(attributesOf(html, 'iframe')).toMatchObject({
      'data-filters': query,
      src: `${upstream.baseUrl}/Tdb/${TOKEN}?theme=dark&#38;${query}`,
    });
    expect(attributesOf(html, 'embedded-dashboard')['filters']).toBe(
      '{&#34;Region&#34;:[&#34;South&#34;,&#34;North&#34;]}',
    );
  });

  test.for([
    { filters: { Region: 'a;b' } },
    { parameters: { 'a b': 'x' } },
    { parameters: { Region: 7n } },
  ])('lets the element report a choice that breaks a rule, without a call', async (choice) => {
    const html = await render(choice as object);
    expect(attributesOf(html, 'embedded-dashboard')).toHaveProperty(Object.keys(choice));
    expect(html).toMatch(BARE);
    expect(upstream.calls).toEqual([]);
  });

  test.for<[string, string, string]>([
    ['theme', 'auto', ''],
    ['theme', 'dark', '?theme=dark'],
    ['color', 'rgb(1 2 3)', ''],
    ['color', 'var(--x)', ''],
  ])('%s="%s" adds “%s” to the address of the frame', async ([name, value, query]) => {
    const baseUrl = 'https://bi.example.com/eu/';
    const html = await render({ [name]: value, baseUrl });
    expect(attributesOf(html, 'embedded-dashboard')).toMatchObject({
      [name]: value,
      'base-url': baseUrl,
    });
    expect(attributesOf(html, 'iframe')['src']).toBe(`${baseUrl}Tdb/${TOKEN}${query}`);
  });

  test('has the lifetime of the token, and the nonce on its style', async () => {
    upstream.script(answerWith(JSON.stringify({ token: TOKEN, expiresIn: 60 })));
    const html = await render({ nonce: 'r4nd0m', dashboardGuid: GUID.toUpperCase() });
    expect(attributesOf(html, 'iframe')).toHaveProperty('data-expires-in', '60');
    expect(html).toContain('<style nonce="r4nd0m">');
  });
});

describe('the tag has no frame', () => {
  test.for<[string, Partial<DashboardHostOptions>, Partial<RenderOptions>, number]>([
    ['nobody is signed in', { resolve: () => null }, {}, 0],
    ['the user may not see it', { resolve: () => ({ sessionId: 's', dashboards: [] }) }, {}, 0],
    ['resolve fails', { resolve: () => Promise.reject(new Error('no')) }, {}, 1],
    ['it loads lazily', {}, { loading: 'lazy' }, 0],
    ['dashboardGuid is a name', {}, { dashboardGuid: 'sales' }, 0],
    ['baseUrl has no scheme', {}, { baseUrl: 'bi.example.com' }, 0],
  ])('if %s', async ([, options, tag, lines]) => {
    expect(await render(tag, newHost(options))).toMatch(BARE);
    expect(upstream.calls).toHaveLength(0);
    expect(logged).toHaveLength(lines);
  });

  test('if the service fails, and the log has the reason', async () => {
    upstream.script(answerWith('no', { status: 500 }));
    expect(await render()).toMatch(BARE);
    expect(logged).toEqual([expect.stringContaining('upstream-status')]);
  });

  test('if the service takes longer than two seconds', async () => {
    fakeTimers();
    upstream.script(() => {});
    const settled = vi.fn();
    const html = render();
    void html.then(settled);
    await upstream.untilCalled(1);
    await vi.advanceTimersByTimeAsync(1_999);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(await html).toMatch(BARE);
    expect(logged).toEqual([expect.stringContaining('upstream-timeout')]);
  });
});

describe('requests:', () => {
  /** Sends a request to a Node server that answers it with the tag. */
  async function visit(host: DashboardHost<never>, options: RequestOptions = {}) {
    let incoming: IncomingMessage | undefined;
    await using server = await serve(async (request, response) => {
      incoming = request;
      response.end(await host.render(request, { dashboardGuid: GUID }));
    });
    const { body } = await send({ port: server.port, path: '/sales?year=2026', ...options });
    return { body, incoming };
  }

  test('a Node request reaches resolve with its cookies, and is the context', async () => {
    const resolve = vi.fn((_request: Request, _details: { context: unknown }) => USER);
    const headers = { Cookie: 'sid=1', Host: 'app.example' };
    const { body, incoming } = await visit(newHost({ resolve }), { headers });
    expect(body).toContain('<iframe ');
    const [request, { context }] = resolve.mock.calls[0]!;
    expect(request.url).toBe('http://app.example/sales?year=2026');
    expect(request.headers.get('Cookie')).toBe('sid=1');
    expect(context).toEqual({ req: incoming });
  });

  test.for(['evil.example/path', 'user@evil.example'])(
    'a Node request for the host %s gets no frame',
    async (odd) => {
      const events: DashboardHostEvent[] = [];
      const host = newHost({ observe: (event) => events.push(event) });
      expect((await visit(host, { headers: { Host: odd } })).body).toMatch(BARE);
      expect(events).toMatchObject([{ type: 'render', code: 'bad-request', status: 400 }]);
    },
  );

  test('a Node request over TLS has an https address', async () => {
    const seen: string[] = [];
    const host = newHost({ resolve: ({ url }) => (seen.push(url), null) });
    // A pre-shared key replaces the certificate.
    const psk = Buffer.alloc(32, 1);
    const secure = { ciphers: 'PSK', pskCallback: () => ({ psk, identity: 'test' }) };
    const options = { ...secure, pskCallback: () => psk };
    const server = createServer(options, async (request, response) => {
      response.end(await host.render(request, { dashboardGuid: GUID }));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const address = { host: '127.0.0.1', port, path: '/sales', agent: false };
    const trust = { checkServerIdentity: () => undefined };
    const sent = httpsRequest({ ...address, ...secure, ...trust } as ConnectionOptions).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    await text(response);
    server.close();
    expect(seen).toEqual([`https://127.0.0.1:${port}/sales`]);
  });
});
