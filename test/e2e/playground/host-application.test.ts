import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { logIn } from '../../support/back-office.ts';
import { type Playground, startPlayground } from '../../../demo/playground/host/playground.ts';

let playground: Playground;

beforeAll(async () => {
  playground = await startPlayground({ port: 0, service: { port: 0 } });
});

afterAll(() => playground.close());

const OWN = { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' };

async function signIn(
  headers: Record<string, string>,
  body = '{"userId":"sofia"}',
): Promise<Response> {
  return fetch(`${playground.url}/session`, { method: 'PUT', headers, body });
}

describe('a sign-in', () => {
  it('answers with the user and their dashboards, and sets a cookie that scripts cannot read', async () => {
    const response = await signIn(OWN);
    expect(response.status).toBe(200);
    expect(response.headers.get('set-cookie')).toMatch(
      /^playground-session-\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(await response.json()).toMatchObject({
      user: { id: 'sofia', name: 'Sofia Marques' },
      dashboards: [
        { title: 'Sales overview', isOpen: true },
        { title: 'Customers', isOpen: true },
        { title: 'Products and stock', isOpen: false },
        { title: 'Delivery', isOpen: true },
        { title: 'Sales of one region', isOpen: true },
      ],
    });
  });

  const json = { 'Content-Type': 'application/json' };
  const form = { ...OWN, 'Content-Type': 'application/x-www-form-urlencoded' };
  it.each<[source: string, headers: Record<string, string>, status: number]>([
    ['another site', { ...OWN, 'Sec-Fetch-Site': 'cross-site' }, 403],
    ['another port of this machine', { ...OWN, 'Sec-Fetch-Site': 'same-site' }, 403],
    ['another origin, in an old browser', { ...json, Origin: 'https://evil.example' }, 403],
    ['an unknown origin', json, 403],
    ['a form', form, 415],
  ])('from %s is refused', async (_, headers, status) => {
    const response = await signIn(headers);
    expect([response.status, response.headers.get('set-cookie')]).toEqual([status, null]);
  });

  it('without a known user is refused', async () => {
    for (const body of ['', '{}', 'null', '{"userId":"mallory"}', '{"userId":["sofia"]}']) {
      expect((await signIn(OWN, body)).status).toBe(400);
    }
  });
});

it('a sign-in must declare its size, and may not be large', async () => {
  const body = Readable.toWeb(Readable.from(['{"userId":"sofia"}'])) as ReadableStream;
  const init = { method: 'PUT', headers: OWN, body, duplex: 'half' } as const;
  const unsized = await fetch(`${playground.url}/session`, init);
  expect(unsized.status).toBe(411);
  expect(await unsized.json()).toEqual({ error: 'The request needs a Content-Length header.' });
  const large = await signIn(OWN, JSON.stringify({ userId: 'sofia', more: 'x'.repeat(1024) }));
  expect(large.status).toBe(413);
  expect(await large.json()).toEqual({ error: 'The body is larger than 1024 bytes.' });
});

/** Signs a user in. Returns a function that sends requests to the playground as its page does. */
async function enter(userId: string) {
  const signed = await signIn(OWN, JSON.stringify({ userId }));
  const [Cookie = ''] = signed.headers.get('set-cookie')!.split(';');
  const headers = { ...OWN, Cookie, 'X-Embedded-Dashboard': '1' };
  return (method: string, path: string, content: object): Promise<Response> =>
    fetch(`${playground.url}/${path}`, { method, headers, body: JSON.stringify(content) });
}

it.each([
  ['a sign-out', { userId: null }],
  ['a change of the user', { userId: 'nora' }],
])('closes the dashboards at %s', async (_, content) => {
  const send = await enter('sofia');
  const dashboardGuid = playground.service.dashboards[0]!.guid;
  const asked = await send('POST', 'dashboards/token', { dashboardGuid });
  const { token } = (await asked.json()) as { token: string };
  const open = async (): Promise<number> =>
    (await fetch(`${playground.serviceUrl}/Tdb/${token}`)).status;
  expect(await open()).toBe(200);
  expect([(await send('PUT', 'session', content)).status, await open()]).toEqual([200, 401]);
});

it('offers each dashboard while the back office shares it with applications', async () => {
  const send = await enter('ines');
  const { service, serviceUrl } = playground;
  const office = await logIn(serviceUrl, service.adminPassword);
  const { guid, title } = service.dashboards.find(({ accessible }) => !accessible)!;
  const share = (accessible: boolean) => office.post(`dashboards/${guid}/share`, { accessible });
  const ask = () => send('POST', 'dashboards/token', { dashboardGuid: guid });
  const list = async () => (await signIn(OWN)).text();
  await share(true);
  expect([(await ask()).status, await list()]).toEqual([200, expect.stringContaining(title)]);
  await share(false);
  expect([(await ask()).status, await list()]).toEqual([403, expect.not.stringContaining(title)]);
});

it('opens a dashboard with a required region only if it sets one, and says so in the developer’s words', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const send = await enter('ines');
  const title = 'Sales of one region';
  const { guid } = playground.service.dashboards.find((each) => each.title === title)!;
  const ask = (parameters: object): Promise<Response> =>
    send('POST', 'dashboards/token', { dashboardGuid: guid, parameters });
  expect((await ask({ Region: 'West' })).status).toBe(200);
  const refused = await ask({});
  const message = 'The dashboard requires Region: give each a value in sqlParameters.';
  expect([refused.status, await refused.json()]).toEqual([
    500,
    { error: { code: 'config', message } },
  ]);
  expect(console.error).toHaveBeenCalledWith(`embedded-dashboard: config: ${message}`);
});

it('knows no user for an unknown session', async () => {
  const { port } = new URL(playground.url);
  const headers = { Cookie: `playground-session-${port}=made-up` };
  const response = await fetch(`${playground.url}/session`, { headers });
  expect(await response.json()).toMatchObject({ user: null });
});

it('answers only to the host names of its own machine', async () => {
  const { port } = new URL(playground.url);
  const ask = async (name: string): Promise<number | undefined> => {
    const message = request(playground.url, { headers: { Host: `${name}:${port}` } }).end();
    const [response] = (await once(message, 'response')) as [IncomingMessage];
    response.resume();
    return response.statusCode;
  };
  expect(await Promise.all(['localhost', '127.0.0.1', '[::1]'].map(ask))).toEqual([200, 200, 200]);
  expect(await ask('evil.example')).toBe(421);
});

it('does not let other pages frame its page, or tokens go to another server', async () => {
  const { headers } = await fetch(playground.url);
  const policy = headers.get('Content-Security-Policy');
  const { port } = new URL(playground.serviceUrl);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain(`frame-src http://127.0.0.1:${port} http://localhost:${port};`);
});

it('issues tokens for a minute from the first page on', async () => {
  const conditions = await fetch(`${playground.url}/conditions`);
  expect(await conditions.json()).toEqual({ fault: 'none', hasShortTokens: true });
  expect(playground.service.tokenLifetimeSeconds).toBe(60);
});

it('lets only its own page change the conditions, and only to known values', async () => {
  const change = async (headers: Record<string, string>, content: unknown): Promise<number> =>
    (
      await fetch(`${playground.url}/conditions`, {
        method: 'PUT',
        headers,
        body: JSON.stringify(content),
      })
    ).status;
  const usual = { fault: 'none', hasShortTokens: false };
  expect(await change({ ...OWN, 'Sec-Fetch-Site': 'cross-site' }, usual)).toBe(403);
  for (const content of [null, {}, { ...usual, fault: 'fire' }, { ...usual, hasShortTokens: 1 }]) {
    expect(await change(OWN, content)).toBe(400);
  }
  expect(await change(OWN, usual)).toBe(200);
});

/** Requests a path unchanged. `fetch` would remove its dots. */
async function get(path: string): Promise<{ status: number; text: string; origin: unknown }> {
  const headers = { Origin: 'http://localhost:3000' };
  const message = request(playground.url, { path, headers }).end();
  const [response] = (await once(message, 'response')) as [IncomingMessage];
  return {
    status: response.statusCode ?? 0,
    text: await text(response),
    origin: response.headers['access-control-allow-origin'],
  };
}

const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');

it('serves the page’s own files only to its own origin, and no others', async () => {
  const files = ['/page.js', '/mark.svg', '/embedded-dashboard.js'];
  for (const path of files) {
    expect(await get(path)).toMatchObject({ status: 200, origin: undefined });
  }
  const paths = ['/package.json', '/service/src/main.ts', '/.git/config', '/none'];
  for (const path of [...paths, '/node_modules/hono/package.json', '/src/index.ts']) {
    expect((await get(path)).status).toBe(404);
  }
});

it('serves no file from the folder with the API key, by any path', async () => {
  const folder = join(root, 'service/.data');
  const name = `canary-${randomUUID()}`;
  await mkdir(folder, { recursive: true });
  try {
    await writeFile(join(folder, name), 'canary in the coal mine');
    const ways = [
      '/service/.data',
      '/../../service/.data',
      '/page.css/../../../service/.data',
      '/%2e%2e/%2e%2e/service/.data',
      `/@fs${root}/service/.data`,
    ];
    for (const way of ways) {
      expect((await get(`${way}/${name}`)).text).not.toContain('coal mine');
    }
  } finally {
    // Keeps the folder, because others may already use it.
    await rm(join(folder, name));
  }
});
