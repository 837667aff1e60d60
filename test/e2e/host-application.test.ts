import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Playground, startPlayground } from '../../demo/playground/playground.ts';

let playground: Playground;

beforeAll(async () => {
  playground = await startPlayground({ port: 0, service: { port: 0 } });
});

afterAll(() => playground.close());

const OWN = { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' };

async function logIn(
  headers: Record<string, string>,
  body = '{"userId":"sofia"}',
): Promise<Response> {
  return fetch(`${playground.url}/session`, { method: 'POST', headers, body });
}

describe('a log-in', () => {
  it('is answered with the user and what may be seen, in a cookie that scripts cannot read', async () => {
    const response = await logIn(OWN);
    expect(response.status).toBe(200);
    expect(response.headers.get('set-cookie')).toMatch(
      /^aurora-desk-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(await response.json()).toMatchObject({
      user: { id: 'sofia', name: 'Sofia Marques' },
      dashboards: [{ title: 'Sales overview' }, {}, {}, {}],
    });
  });

  const refused: Record<string, [headers: Record<string, string>, status: number]> = {
    'another site': [{ ...OWN, 'Sec-Fetch-Site': 'cross-site' }, 403],
    'another port of this machine': [{ ...OWN, 'Sec-Fetch-Site': 'same-site' }, 403],
    'another origin, in an old browser': [
      { 'Content-Type': 'application/json', Origin: 'https://evil.example' },
      403,
    ],
    'nobody knows where': [{ 'Content-Type': 'application/json' }, 403],
    'a form': [{ ...OWN, 'Content-Type': 'application/x-www-form-urlencoded' }, 415],
  };
  for (const [source, [headers, status]] of Object.entries(refused)) {
    it(`from ${source} is refused`, async () => {
      const response = await logIn(headers);
      expect([response.status, response.headers.get('set-cookie')]).toEqual([status, null]);
    });
  }

  it('as nobody in particular is refused', async () => {
    for (const body of ['', '{}', 'null', '{"userId":"mallory"}', '{"userId":["sofia"]}']) {
      expect((await logIn(OWN, body)).status).toBe(400);
    }
  });
});

it('shows nothing to a session that it does not know', async () => {
  const headers = { Cookie: 'aurora-desk-session=made-up' };
  const response = await fetch(`${playground.url}/session`, { headers });
  expect(await response.json()).toMatchObject({ user: null, dashboards: [] });
});

async function statusOf(path: string): Promise<number> {
  return (await fetch(`${playground.url}${path}`)).status;
}

it('serves the page’s own files and no others', async () => {
  expect(await statusOf('/demo/playground/page.ts')).toBe(200);
  for (const path of ['/package.json', '/demo/service/.data/api-key', '/.git/config', '/none']) {
    for (const suffix of ['', '?raw', '?url', '?import&raw']) {
      expect([403, 404]).toContain(await statusOf(path + suffix));
    }
  }
  expect(await statusOf('/@fs/etc/passwd')).toBe(403);
});
