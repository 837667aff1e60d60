import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DatabaseError } from '../../../service/src/database/database.ts';
import { type Databases, openDatabases } from '../../../service/src/start/open-databases.ts';
import { parseDatabaseUrl } from '../../../service/src/start/database-url.ts';
import { SETTINGS, testDatabase } from '../../support/test-database.ts';
import { type Attempt, LoginApp, MINUTES, PASSWORD, WRONG } from './login-app.ts';

let databases: Databases;
let app: LoginApp;

beforeAll(async () => {
  databases = await openDatabases(parseDatabaseUrl(await testDatabase()), SETTINGS.queryLimitMs);
  app = new LoginApp(databases.state);
});

beforeEach(() => {
  app.url = 'http://127.0.0.1:4600';
  app.events = [];
  // The attempts of the test before are over.
  app.now += 15 * MINUTES;
});

afterAll(() => databases.close());

const signIn = (password: string, attempt?: Attempt): Promise<Response> =>
  app.signIn(password, attempt);

async function failTimes(count: number, attempt?: Attempt): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    expect((await signIn(WRONG, attempt)).status).toBe(401);
  }
}

describe('the sign-in', () => {
  it.each([
    ['companies/1', 'companies/1'],
    ['statistics?from=2026-01-01&company=1', 'statistics?from=2026-01-01&company=1'],
    ['//example.com', 'dashboards'],
    ['https://example.com', 'dashboards'],
    ['../../x', 'dashboards'],
    ['/x', 'dashboards'],
    ['a:b', 'dashboards'],
    ['\\\\x', 'dashboards'],
  ])('asked for %s, it leads to %s', async (next, page) => {
    expect((await signIn(PASSWORD, { next })).headers.get('location')).toBe(page);
  });

  it.each([
    ['http://127.0.0.1:4600', ''],
    ['https://dashboards.example.com/analytics', ' Secure;'],
  ])('at %s sets cookies that scripts and other sites cannot read', async (address, secure) => {
    app.url = address;
    const end = `Path=/; HttpOnly;${secure} SameSite=Strict`;
    expect((await signIn(PASSWORD)).headers.getSetCookie()).toEqual([
      expect.stringMatching(new RegExp(`^back-office=[\\w-]{43}; Max-Age=43200; ${end}$`)),
      expect.stringMatching(
        new RegExp(`^back-office-device=[\\w.-]{87}; Max-Age=34560000; ${end}$`),
      ),
    ]);
  });

  it('accepts ten wrong passwords of an address in 15 minutes, and then refuses every password', async () => {
    await failTimes(10);
    const refused = await signIn(PASSWORD);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '900']);
    expect(refused.headers.get('set-cookie')).toBeNull();
    const tried = { kind: 'sign-in', address: '10.0.0.1' };
    expect(app.events.filter(({ kind }) => kind === 'sign-in')).toEqual([
      ...Array.from({ length: 10 }, () => ({ ...tried, outcome: 'refused' })),
      { ...tried, outcome: 'locked' },
    ]);
    expect((await signIn(PASSWORD, { from: '10.0.0.2' })).status).toBe(303);
    app.now += 15 * MINUTES;
    expect((await signIn(PASSWORD)).status).toBe(303);
  });

  it('counts a browser that has signed in before separately from strangers', async () => {
    const [, device] = (await signIn(PASSWORD)).headers.getSetCookie();
    const Cookie = device!.split(';')[0]!;
    await failTimes(10);
    expect((await signIn(PASSWORD)).status).toBe(429);
    expect((await signIn(PASSWORD, { Cookie: `${Cookie}x` })).status).toBe(429);
    expect((await signIn(PASSWORD, { Cookie })).status).toBe(303);
    expect(app.events.at(-1)).toEqual({ kind: 'sign-in', outcome: 'accepted', address: null });

    await failTimes(10, { Cookie });
    expect((await signIn(PASSWORD, { Cookie })).status).toBe(429);
    app.now += 15 * MINUTES;
    expect((await signIn(PASSWORD)).status).toBe(303);
  });

  it('counts the browsers behind a trusted proxy by their own addresses', async () => {
    const through = (forwarded: string, from = '10.9.0.1') => ({ from, forwarded });
    await failTimes(10, through('198.51.100.1'));
    expect((await signIn(PASSWORD, through('198.51.100.1'))).status).toBe(429);
    expect((await signIn(PASSWORD, through('203.0.113.1, 198.51.100.1'))).status).toBe(429);
    expect((await signIn(PASSWORD, through('198.51.100.2'))).status).toBe(303);
    // A stranger cannot choose the address by which its attempts are counted.
    await failTimes(10, through('198.51.100.3', '10.0.0.3'));
    expect((await signIn(PASSWORD, through('198.51.100.4', '10.0.0.3'))).status).toBe(429);
  });

  it('counts the addresses of one IPv6 network together', async () => {
    await failTimes(5, { from: '2001:db8:0:1::1' });
    await failTimes(5, { from: '2001:db8:0:1:ffff::2' });
    expect((await signIn(PASSWORD, { from: '2001:db8:0:1::3' })).status).toBe(429);
    expect((await signIn(PASSWORD, { from: '2001:db8:0:2::1' })).status).toBe(303);
  });

  it('forgets the wrong passwords after the right one', async () => {
    await failTimes(9);
    expect((await signIn(PASSWORD)).status).toBe(303);
    await failTimes(2);
  });
});

it('reports no sign-out that the database has refused', async () => {
  const LOST = new DatabaseError('unavailable', 'The database is gone.');
  const lost = new LoginApp({ query: () => Promise.reject(LOST) });
  const { status } = await lost.signOut('some-session');
  expect([status, lost.errors]).toEqual([503, [LOST]]);
});
