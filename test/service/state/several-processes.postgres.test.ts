import { demoDashboards } from 'embedded-dashboard-service';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { logIn, postTo } from '../../support/back-office.ts';
import { type ServiceProcess, startInVain, startService } from '../service-process.ts';
import { toEnvironment } from '../../support/service-environment.ts';
import { SETTINGS, testDatabase } from '../../support/test-database.ts';

const { apiKey, adminPassword } = SETTINGS;
const { guid } = demoDashboards.find(({ accessible }) => accessible)!;

const env = toEnvironment(await testDatabase());
let services: ServiceProcess[];

/** Starts two services at once, on one empty database. */
beforeAll(async () => {
  services = await Promise.all([startService(env), startService(env)]);
});

afterAll(() => Promise.all(services.map(({ end }) => end())));

async function read(address: string): Promise<{ status: number; body: string }> {
  const response = await fetch(address);
  return { status: response.status, body: await response.text() };
}

const getToken = (session: string): string => `/Api/GetToken/${apiKey}/${session}/${guid}`;

it('opens a token at the other process, until a logout at either of them', async () => {
  const [first, second] = services.map(({ url }) => url) as [string, string];
  const { body: token } = await read(first + getToken('anna'));
  expect((await read(`${second}/Tdb/${token}`)).status).toBe(200);
  expect((await read(`${second}/api/logout/${apiKey}/anna`)).status).toBe(204);
  expect((await read(`${first}/Tdb/${token}`)).status).toBe(401);
});

it('shares a login between processes, until the logout at either of them', async () => {
  const [first, second] = services.map(({ url }) => url) as [string, string];
  const login = await postTo(first, 'login', new URLSearchParams({ password: adminPassword }));
  const headers = { Cookie: login.headers.get('set-cookie')!.split(';')[0]! };
  const reveal = (url: string): Promise<Response> =>
    postTo(url, 'companies/1/key/reveal', {}, headers);
  expect(await (await reveal(second)).json()).toEqual({ apiKey });
  expect((await postTo(second, 'logout', new URLSearchParams(), headers)).status).toBe(303);
  expect((await reveal(first)).status).toBe(401);
});

it('counts wrong passwords for all processes together', async () => {
  const [first, second] = services.map(({ url }) => url) as [string, string];
  await logIn(first, adminPassword);
  const statusOf = async (url: string, password: string): Promise<number> =>
    (await postTo(url, 'login', new URLSearchParams({ password }))).status;
  const wrong = Array.from({ length: 10 }, () => statusOf(first, 'wrong'));
  expect(new Set(await Promise.all(wrong))).toEqual(new Set([401]));
  expect(await statusOf(second, adminPassword)).toBe(429);
});

it('refuses a process with another secret, and keeps running', async () => {
  const ending = await startInVain({ ...env, SERVICE_SECRET: 'the-secret-of-somebody-else' });
  expect(ending).toMatchObject({ status: 1, stdout: '' });
  // On a slow machine, it says first how long the databases take.
  expect(ending.stderr).toMatch(
    /^(\S+ info Filling [^\n]+\n)?embedded-dashboard-service: SERVICE_SECRET is not [^\n]+\n$/,
  );
  expect((await read(services[0]!.url + getToken('anna'))).status).toBe(200);
});
