import { createDashboardService, type DashboardService } from 'embedded-dashboard-service';
import * as fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { type BackOffice, logIn, postTo } from '../../support/back-office.ts';
import { hostileText, mostly } from '../../support/hostile-text.ts';
import { inputs } from '../../support/inputs.ts';
import { SETTINGS, testService } from '../../support/test-database.ts';

const apiKey = 'key-of-the-demo';
const { adminPassword } = SETTINGS;
const HALF_AN_HOUR_MS = 30 * 60 * 1000;

let service: DashboardService;
let url: string;
let office: BackOffice;
let now = Date.UTC(2026, 10, 21, 12);
const log = vi.spyOn(console, 'error');

beforeAll(async () => {
  service = createDashboardService({
    ...(await testService()),
    apiKey,
    connectionHosts: ['db.example.com'],
    clock: () => now,
  });
  ({ url } = await service.listen(0));
  office = await logIn(url, adminPassword);
  // Those of the start.
  log.mockClear();
});

afterAll(() => service.close());

/** The lines that changes and sign-ins have. */
const EXPECTED = / info Audit: | warn Audit: sign-in-refused\. /;

afterEach(() => {
  const lines = log.mock.calls.map(String);
  log.mockClear();
  expect(lines.filter((line) => !EXPECTED.test(line))).toEqual([]);
});

/** Expects no error of the service (5xx), no secret in the answer, and none of the given `secrets`. */
async function check(response: Response, ...secrets: string[]): Promise<void> {
  expect(response.status).toBeLessThan(500);
  const text = await response.text();
  const long = secrets.filter((secret) => secret.length > 12);
  for (const secret of [apiKey, adminPassword, ...long]) expect(text).not.toContain(secret);
}

const encode = (text: string): string => encodeURIComponent(Buffer.from(text).toString());
const form = (fields: Record<string, string>): URLSearchParams => new URLSearchParams(fields);
/** Longer addresses are refused before the service sees them. */
const inAddress = hostileText.map((text) => text.slice(0, 1000));
const name = mostly(fc.constantFrom('Warehouse', 'Borealis <b>Tea</b>'));
const connection = mostly(
  fc.constantFrom(
    'postgres://me:pa55word@db.example.com/data',
    'postgres://me:pa55word@db.example.com:5432/data?sslmode=require',
    'postgres://me:pa55word@10.0.0.1/data',
  ),
);

const contentType = mostly(
  fc.constantFrom('application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'),
);
const formPath = fc.constantFrom('companies', 'companies/1/name', 'companies/1/connections');
const view = fc.constantFrom('connections', 'access', 'connections.csv', 'access.csv');
const company = mostly(fc.constantFrom('', '1', '99'));
const day = mostly(fc.constantFrom('', '2026-11-01', '2026-11-21', '2026-02-30'));
const method = fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH');
const start = fc.constantFrom(
  ...['', 'companies/', 'companies/1/', 'companies/1', 'dashboards/', 'dashboards/new?company='],
  ...[`dashboards/${crypto.randomUUID()}/`, 'statistics/', 'login?next=', 'logout/'],
);

it('a company accepts any name, or reports that it is invalid', async () => {
  await fc.assert(
    fc.asyncProperty(name, async (given) => {
      for (const path of ['companies', 'companies/1/name']) {
        const answer = await office.post(path, form({ name: given }));
        expect([303, 400]).toContain(answer.status);
        await check(answer);
      }
      expect((await office.get('companies/1')).status).toBe(200);
      expect((await office.get('dashboards')).status).toBe(200);
    }),
    inputs(60),
  );
});

it('any form of any type is answered', async () => {
  await fc.assert(
    fc.asyncProperty(formPath, contentType, hostileText, async (address, given, body) => {
      if (!isHeaderValue(given)) return;
      await check(await office.post(address, body, { 'Content-Type': given }));
    }),
    inputs(100),
  );
});

it('a data connection is kept or refused, never shown, and removed', async () => {
  await fc.assert(
    fc.asyncProperty(name, connection, async (called, connectionString) => {
      const fields = form({ name: called, connectionString, untested: 'on' });
      const answer = await office.post('companies/1/connections', fields);
      expect([303, 400]).toContain(answer.status);
      await check(answer, connectionString, 'pa55word');
      await check(await office.get('companies/1'), connectionString, 'pa55word');
      const removed = await office.post('companies/1/connections/remove', form({ name: called }));
      expect(removed.status).toBe(303);
      const page = await (await office.get('companies/1')).text();
      expect(page).not.toContain('connections/remove');
    }),
    inputs(80),
  );
});

it('the statistics answer any filter', async () => {
  await fc.assert(
    fc.asyncProperty(view, company, day, day, async (page, ...given) => {
      const [id, from, to] = given.map(encode);
      const answer = await office.get(`statistics/${page}?company=${id}&from=${from}&to=${to}`);
      expect([200, 400]).toContain(answer.status);
      await check(answer);
    }),
    inputs(100),
  );
});

it('any other address is answered', async () => {
  await fc.assert(
    fc.asyncProperty(method, start, inAddress, async (verb, first, rest) => {
      const path = `${first}${encode(rest)}`;
      if (verb === 'GET') await check(await office.get(path));
      else if (verb === 'POST') await check(await office.post(path));
      else await check(await fetch(`${url}/admin/${path}`, { method: verb }));
    }),
    inputs(200),
  );
});

it('visitors are redirected to the login, and from there only into the back office', async () => {
  await fc.assert(
    fc.asyncProperty(inAddress, async (rest) => {
      const address = `${url}/admin/${encode(rest)}`;
      const answer = await fetch(address, { redirect: 'manual' });
      await check(answer);
      if (answer.status === 404) return;
      expect(answer.status).toBe(303);
      const login = new URL(answer.headers.get('location')!, address);
      expect(login.origin + login.pathname).toBe(`${url}/admin/login`);
    }),
    inputs(100),
  );
});

// This test is the last one, because the other session expires in it. Each attempt takes a key derivation.
it('the login answers any password and any next page', async () => {
  const password = fc.oneof(fc.constant(adminPassword), mostly(fc.constant(adminPassword)));
  const page = fc.oneof(fc.constantFrom('companies/1', '//example.com'), inAddress);
  await fc.assert(
    fc.asyncProperty(password, page, async (given, next) => {
      now += HALF_AN_HOUR_MS;
      const path = `login?next=${encode(next)}`;
      const answer = await postTo(url, path, form({ password: given }));
      await check(answer, given);
      if (given.replaceAll('\0', '').trim() !== adminPassword) {
        expect(answer.status).toBe(401);
        expect(answer.headers.get('set-cookie')).toBeNull();
        return;
      }
      const { origin, pathname } = new URL(answer.headers.get('location')!, `${url}/admin/login`);
      expect([answer.status, origin]).toEqual([303, url]);
      expect(pathname).toMatch(/^\/admin\/[\w-]/);
    }),
    inputs(15),
  );
});

function isHeaderValue(text: string): boolean {
  try {
    return !!new Headers({ 'Content-Type': text });
  } catch {
    return false;
  }
}
