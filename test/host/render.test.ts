import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { createServer, request as httpsRequest, type RequestOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ConnectionOptions } from 'node:tls';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type DashboardHostEvent,
  type DashboardHostOptions,
  type NodeContext,
  type RenderOptions,
} from 'embedded-dashboard/host';
import { GUID, HOST } from '../support/dashboard-calls.ts';
import { send, serve } from '../support/node-server.ts';
import { newHost, upstream, USER, useUpstream } from './own-upstream.ts';
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

describe('the tag', () => {
  test('has the addresses of the host, and the frame in a declarative shadow root', async () => {
    const html = await render({}, newHost({ basePath: '/bi' }));
    expect(attributesOf(html, 'embedded-dashboard')).toEqual({
      'token-url': '/bi/token',
      'logout-url': '/bi/logout',
      'dashboard-guid': GUID,
    });
    expect(html).toMatch(
      /^<embedded-dashboard [^<]*><template shadowrootmode="open"><style>(?:[^\s<]+ )+[^\s<]+<\/style><iframe [^<]*><\/iframe><\/template><\/embedded-dashboard>$/,
    );
    expect(attributesOf(html, 'iframe')).toEqual({
      part: 'frame',
      title: 'Dashboard',
      sandbox: expect.stringContaining('allow-scripts allow-same-origin') as string,
      allow: 'fullscreen; clipboard-write',
      referrerpolicy: 'strict-origin',
      'data-dashboard-guid': GUID,
      'data-expires-in': '7200',
      src: `${upstream.baseUrl}/Tdb/${TOKEN}`,
    });
  });

  test('passes its options to the element and to the frame', async () => {
    const look = { theme: 'dark', color: '#FC0', backgroundColor: 'Teal', label: 'Sales & more' };
    const frame = { sandbox: 'allow-scripts', allow: 'fullscreen', referrerPolicy: 'origin' };
    const html = await render({
      ...look,
      ...frame,
      credentials: 'include',
      tokenUrl: '/t?a=1&b=2',
    });
    expect(attributesOf(html, 'embedded-dashboard')).toMatchObject({
      'token-url': '/t?a=1&#38;b=2',
      theme: 'dark',
      color: '#FC0',
      'background-color': 'Teal',
      label: 'Sales &#38; more',
      credentials: 'include',
      sandbox: 'allow-scripts',
      allow: 'fullscreen',
      referrerpolicy: 'origin',
    });
    expect(attributesOf(html, 'iframe')).toMatchObject({
      title: 'Sales &#38; more',
      sandbox: 'allow-scripts',
      allow: 'fullscreen',
      referrerpolicy: 'origin',
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

  test('requests the choice of the page, and marks the frame with it', async () => {
    const resolve = vi.fn(() => USER);
    const html = await render(
      { parameters: { year: 2026, Region: 'North' } },
      newHost({ resolve }),
    );
    const parameters = { Region: 'North', year: '2026' };
    expect(resolve).toHaveBeenCalledWith(PAGE, expect.objectContaining({ parameters }));
    expect(html).toContain(' parameters="{&#34;year&#34;:2026,&#34;Region&#34;:&#34;North&#34;}"');
    expect(html).toContain(
      ' data-choice="{&#34;Region&#34;:&#34;North&#34;,&#34;year&#34;:&#34;2026&#34;}"',
    );
  });

  test.for([{ 'a b': 'x' }, { Region: 7n }])(
    'lets the element report a choice that cannot be sent',
    async (parameters) => {
      const html = await render({ parameters: parameters as object as Record<string, string> });
      expect(html).toMatch(/ parameters="[^"]+"/);
      expect(html).not.toContain('<iframe');
      expect(upstream.calls).toEqual([]);
    },
  );

  test('has the nonce on its style', async () => {
    expect(await render({ nonce: 'r4nd0m' })).toContain('<style nonce="r4nd0m">');
  });

  test('uses the address at which browsers reach the service', async () => {
    const html = await render({ baseUrl: 'https://bi.example.com/eu/', theme: 'dark' });
    const { src } = attributesOf(html, 'iframe');
    expect(src).toBe(`https://bi.example.com/eu/Tdb/${TOKEN}?theme=dark`);
    expect(attributesOf(html, 'embedded-dashboard')).toHaveProperty(
      'base-url',
      'https://bi.example.com/eu/',
    );
  });

  test.for([
    ['theme', 'auto'],
    ['color', 'rgb(1 2 3)'],
    ['color', 'var(--x)'],
  ])('leaves %s="%s" to the element', async ([name, value]) => {
    const { src } = attributesOf(await render({ [name!]: value }), 'iframe');
    expect(src).toBe(`${upstream.baseUrl}/Tdb/${TOKEN}`);
  });

  test('has the lifetime of the token', async () => {
    upstream.script(answerWith(JSON.stringify({ token: TOKEN, expiresIn: 60 })));
    expect(attributesOf(await render(), 'iframe')).toHaveProperty('data-expires-in', '60');
  });
});

describe('the tag has no frame', () => {
  const BARE = /^<embedded-dashboard [^<]*><\/embedded-dashboard>$/;

  test.for<[string, Partial<DashboardHostOptions>, number]>([
    ['nobody is signed in', { resolve: () => null }, 0],
    ['the user may not see it', { resolve: () => ({ sessionId: 's', dashboards: [] }) }, 0],
    ['resolve fails', { resolve: () => Promise.reject(new Error('no')) }, 1],
  ])('if %s', async ([, options, lines]) => {
    expect(await render({}, newHost(options))).toMatch(BARE);
    expect(upstream.calls).toHaveLength(0);
    expect(logged).toHaveLength(lines);
  });

  test('if the service fails, and the log has the reason', async () => {
    upstream.script(answerWith('no', { status: 500 }));
    expect(await render()).toMatch(BARE);
    expect(logged).toEqual([expect.stringContaining('upstream-status')]);
  });

  test.for([
    ['loading', 'lazy'],
    ['dashboardGuid', 'sales'],
    ['baseUrl', 'bi.example.com'],
  ])('if %s is %s', async ([name, value]) => {
    expect(await render({ [name!]: value })).toMatch(BARE);
    expect(upstream.calls).toHaveLength(0);
  });

  test('if the service takes longer than two seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
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
  test('a web request reaches resolve unchanged, with the context', async () => {
    const resolve = vi.fn(() => null);
    await render({ context: 'of the page' }, newHost({ resolve }));
    const details = { dashboardGuid: GUID, parameters: {}, context: 'of the page' };
    expect(resolve).toHaveBeenCalledWith(PAGE, details);
  });

  test('a Node request reaches resolve with its cookies, and is the context', async () => {
    const seen: unknown[] = [];
    const host = newHost<Partial<NodeContext>>({
      resolve(request, { context }) {
        seen.push(request.url, request.headers.get('Cookie'), context);
        return { sessionId: 'session-1', dashboards: [GUID] };
      },
    });
    let incoming: IncomingMessage | undefined;
    await using server = await serve(async (request, response) => {
      incoming = request;
      response.end(await host.render(request, { dashboardGuid: GUID }));
    });
    const { port } = server;
    const { body } = await send({ port, path: '/sales?year=2026', headers: { Cookie: 'sid=1' } });
    expect(body).toContain('<iframe ');
    expect(seen.slice(0, 2)).toEqual([`http://127.0.0.1:${port}/sales?year=2026`, 'sid=1']);
    expect(seen[2]).toEqual({ req: incoming });
  });

  test.for(['evil.example/path', 'user@evil.example'])(
    'a Node request for the host %s gets no frame',
    async (odd) => {
      const events: DashboardHostEvent[] = [];
      const host = newHost({ observe: (event) => events.push(event) });
      await using server = await serve(async (request, response) => {
        response.end(await host.render(request, { dashboardGuid: GUID }));
      });
      const { body } = await send({ port: server.port, headers: { Host: odd } });
      expect(body).toMatch(/^<embedded-dashboard [^<]*><\/embedded-dashboard>$/);
      expect(events).toMatchObject([{ type: 'render', code: 'bad-request', status: 400 }]);
    },
  );

  test('a Node request over TLS has an https address', async () => {
    const seen: string[] = [];
    const host = newHost({ resolve: ({ url }) => (seen.push(url), null) });
    // A pre-shared key replaces the certificate.
    const ciphers = 'PSK';
    const psk = Buffer.alloc(32, 1);
    const server = createServer({ ciphers, pskCallback: () => psk }, async (request, response) => {
      response.end(await host.render(request, { dashboardGuid: GUID }));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const options: ConnectionOptions & RequestOptions = {
      host: '127.0.0.1',
      port,
      path: '/sales',
      agent: false,
      ciphers,
      checkServerIdentity: () => undefined,
      pskCallback: () => ({ psk, identity: 'test' }),
    };
    const sent = httpsRequest(options).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    await text(response);
    server.close();
    expect(seen).toEqual([`https://127.0.0.1:${port}/sales`]);
  });

  test('a GUID may be in upper case', async () => {
    expect(await render({ dashboardGuid: GUID.toUpperCase() })).toContain('<iframe ');
  });
});
