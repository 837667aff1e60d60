import { beforeAll, describe, expect, it } from 'vitest';
import { type BackOffice, createCompany, openOffice, postTo } from '../../support/back-office.ts';
import { beginSession } from '../../support/kept-databases.ts';
import { useService } from '../tested-service.ts';

const PASSWORD = 'correct horse battery';
const MINUTES = 60_000;

let now = Date.UTC(2026, 10, 21, 12);
const tested = useService({
  adminPassword: PASSWORD,
  connectionHosts: ['db.example.com'],
  clock: () => now,
});

const form = (fields: Record<string, string>): URLSearchParams => new URLSearchParams(fields);

describe('the login', () => {
  it('protects addresses that nothing has, too, and tells scripts why', async () => {
    const { status, headers } = await fetch(`${tested.url}/admin/nowhere`, { redirect: 'manual' });
    expect([status, headers.get('location')]).toEqual([303, './login?next=nowhere']);
    const answer = await postTo(tested.url, 'companies/1/key/reveal');
    expect([answer.status, await answer.json()]).toEqual([
      401,
      {
        error: {
          code: 'unauthorized',
          message: expect.stringContaining('Sign in, then try again'),
        },
      },
    ]);
  });

  it('leads back to the page that was asked for, with its query', async () => {
    const page = 'statistics?from=2026-01-01&company=1';
    const asked = await fetch(`${tested.url}/admin/${page}`, { redirect: 'manual' });
    const next = new URL(asked.headers.get('location')!, asked.url).href;
    expect(next).toBe(`${tested.url}/admin/login?next=${encodeURIComponent(page)}`);
  });

  it('leads from the address with a slash at its end to the dashboards', async () => {
    const signedIn = await openOffice(tested.url, PASSWORD);
    for (const path of ['', '../ADMIN/']) {
      const answer = await signedIn.get(path);
      const shown = expect.stringMatching(/\/admin\/dashboards$/i);
      expect([answer.status, answer.url]).toEqual([200, shown]);
    }
  });

  it('needs the right password', async () => {
    const tryPassword = (password: string): Promise<Response> =>
      postTo(tested.url, 'login', form({ password }));
    expect((await tryPassword(`${PASSWORD}!`)).status).toBe(401);
    const [cookie] = (await tryPassword(PASSWORD)).headers.getSetCookie();
    const headers = { Cookie: cookie!.split(';')[0]! };
    expect((await fetch(`${tested.url}/admin/companies`, { headers })).status).toBe(200);
  });

  it('ends at the logout, and after twelve hours', async () => {
    const first = await openOffice(tested.url, PASSWORD);
    const second = await openOffice(tested.url, PASSWORD);
    expect((await first.post('logout', form({}))).status).toBe(303);
    expect((await first.post('companies/1/key/reveal')).status).toBe(401);
    expect((await second.post('companies/1/key/reveal')).status).toBe(200);
    now += 12 * 60 * MINUTES;
    expect((await second.post('companies/1/key/reveal')).status).toBe(401);
  });
});

describe('requests that other sites make', () => {
  let cookie: string;

  beforeAll(async () => {
    cookie = `back-office=${await beginSession(tested.url)}`;
  });

  const ORIGINS: [from: string, headers: Record<string, string>][] = [
    ['another site', { Origin: 'https://example.com' }],
    ['another port of this machine', { Origin: 'http://127.0.0.1:1' }],
    ['a client that sends no origin', {}],
    ['a frame with an opaque origin', { Origin: 'null' }],
    ['another site, according to the browser', { 'Sec-Fetch-Site': 'cross-site' }],
    ['the same site, according to the browser', { 'Sec-Fetch-Site': 'same-site' }],
    ['no site, according to the browser', { 'Sec-Fetch-Site': 'none' }],
  ];
  const TYPES = [
    'application/x-www-form-urlencoded',
    'TEXT/Plain;charset=utf-8',
    'application/json',
  ];

  const send = (method: string, from: Record<string, string>): Promise<Response> =>
    fetch(`${tested.url}/admin/companies/1/name`, {
      method,
      headers: { Cookie: cookie, ...from },
      ...(method !== 'GET' && { body: new TextEncoder().encode('name=Taken+over') }),
    });

  it.each(ORIGINS)('change nothing if they come from %s', async (_, from) => {
    for (const type of [...TYPES, null]) {
      const answer = await send('POST', { ...from, ...(type && { 'Content-Type': type }) });
      expect([type, answer.status]).toEqual([type, 403]);
      expect(await answer.text()).toContain('Only pages of the back office can make changes.');
    }
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      expect([method, (await send(method, from)).status]).toEqual([method, 403]);
    }
    // They may read: other sites do not see the answer.
    const company = await fetch(`${tested.url}/admin/companies/1`, {
      headers: { Cookie: cookie, ...from },
    });
    expect([company.status, await company.text()]).toEqual([
      200,
      expect.not.stringContaining('Taken over'),
    ]);
  });

  it('may change everything if they come from its own pages', async () => {
    const own: Record<string, string>[] = [
      { Origin: tested.url },
      { 'Sec-Fetch-Site': 'same-origin' },
    ];
    for (const from of own) {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        expect((await send(method, from)).status).not.toBe(403);
      }
    }
  });

  it('get no CORS permission to send JSON', async () => {
    const answer = await fetch(`${tested.url}/admin/companies/1/key/reveal`, {
      method: 'OPTIONS',
      headers: {
        Origin: 'https://example.com',
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'content-type',
      },
    });
    const names = [...answer.headers.keys()];
    expect(names.filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });

  it('cannot frame a page', async () => {
    const { headers } = await fetch(`${tested.url}/admin/login`);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('cache-control')).toBe('no-store');
  });
});

describe('a company', () => {
  let office: BackOffice;

  beforeAll(async () => {
    office = await openOffice(tested.url, PASSWORD);
  });

  const reveal = async (id: number | string): Promise<string> => {
    const answer = await office.post(`companies/${id}/key/reveal`);
    return ((await answer.json()) as { apiKey: string }).apiKey;
  };

  it('shows its key only on request', async () => {
    expect(await (await office.get('companies/1')).text()).not.toContain(tested.service.apiKey);
    expect(await reveal(1)).toBe(tested.service.apiKey);
  });

  it('is created without a key, gets one, and reaches no other company’s dashboards', async () => {
    const made = await office.post('companies', form({ name: 'Borealis <b>Tea</b>' }));
    const id = /\/(\d+)$/.exec(made.headers.get('location')!)![1]!;
    const page = await (await office.get(`companies/${id}`)).text();
    expect(page).toContain('Borealis &lt;b&gt;Tea&lt;/b&gt;');
    expect(page).toContain('No API key yet');
    expect((await office.post(`companies/${id}/key/reveal`)).status).toBe(404);
    await office.post(`companies/${id}/key`, form({}));
    const { guid } = tested.service.dashboards[0]!;
    const call = await fetch(`${tested.url}/Api/GetToken/${await reveal(id)}/anna/${guid}`);
    expect(call.status).toBe(404);
  });

  it('keeps its key and its id under a new name', async () => {
    const { id, apiKey } = await createCompany(office, 'First name');
    await office.post(`companies/${id}/name`, form({ name: ' New name ' }));
    const page = await (await office.get(`companies/${id}`)).text();
    expect(page).toContain('New name');
    expect(page).not.toContain('First name');
    expect(await reveal(String(id))).toBe(apiKey);
  });

  it('is not found under an unknown id', async () => {
    for (const id of ['99', '99999999999999999999', 'x']) {
      expect((await office.get(`companies/${id}`)).status).toBe(404);
    }
  });

  it('has its own page for unknown addresses', async () => {
    const answer = await office.get('nowhere', { Accept: 'text/html' });
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('<h1>Page not found</h1>');
  });

  it('may have data connections to allowed servers, and does not show their strings', async () => {
    const save = (name: string, connectionString: string): Promise<Response> =>
      office.post('companies/1/connections', form({ name, connectionString, untested: 'on' }));
    const answer = await save('Elsewhere', 'postgres://me:pa55word@10.0.0.1/data');
    expect(answer.status).toBe(400);
    const refused = await answer.text();
    expect(refused).toContain('SERVICE_CONNECTION_HOSTS');
    expect(refused).not.toContain('pa55word');
    expect((await save('Warehouse', 'postgres://me:pa55word@db.example.com/data')).status).toBe(
      303,
    );
    const page = await (await office.get('companies/1')).text();
    expect(page).toContain('Warehouse');
    expect(page).not.toContain('pa55word');
    await office.post('companies/1/connections/remove', form({ name: 'Warehouse' }));
    expect(await (await office.get('companies/1')).text()).not.toContain('Warehouse');
  });

  it('refuses a form that is too large', async () => {
    const answer = await office.post('companies', form({ name: 'x'.repeat(100_000) }));
    expect(answer.status).toBe(413);
  });
});
