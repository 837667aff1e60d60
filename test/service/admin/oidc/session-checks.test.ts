import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CookieBrowser } from '../../../support/cookie-browser.ts';
import { MINUTES, useSignedOnOffice } from './signed-on.ts';

const GROUPS = { groups: ['everybody'] };
/** Whether the provider gives refresh tokens. Without one, the service asks for the person's claims. */
let hasRefresh = true;
const tested = useSignedOnOffice(
  { oidcRoles: ['groups:everybody=reader', 'groups:authors=author'] },
  { issueRefreshToken: async () => hasRefresh },
);

afterEach(() => {
  tested.ahead = 0;
  tested.provider.isAway = false;
});

async function enter(name: string): Promise<CookieBrowser> {
  const { browser, page } = await tested.signIn(name, GROUPS);
  expect(page.url).toBe(`${tested.url}/admin/dashboards`);
  tested.takeEvents();
  tested.provider.calls = [];
  return browser;
}

/** Returns the status of a page of the back office, or `out` for the sign-in page. */
async function show(browser: CookieBrowser): Promise<number | 'out'> {
  const { url, status } = await tested.show(browser, 'dashboards');
  return url.includes('/admin/login') ? 'out' : status;
}

describe.each([
  ['userinfo', '/me'],
  ['refresh tokens', '/token'],
])('a session at a provider with %s', (kind, path) => {
  beforeAll(() => {
    hasRefresh = kind === 'refresh tokens';
  });

  it('is checked every five minutes, and no sooner', async () => {
    const browser = await enter('anna');
    tested.ahead = 4.9 * MINUTES;
    expect(await show(browser)).toBe(200);
    expect(tested.provider.calls).toEqual([]);
    for (const round of [1, 2, 3]) {
      tested.ahead = round * 5.1 * MINUTES;
      expect(await show(browser)).toBe(200);
      expect(await show(browser)).toBe(200);
      expect(tested.provider.calls.filter((each) => each === path)).toHaveLength(round);
    }
    expect(tested.takeEvents()).toEqual(Array.from({ length: 3 }, () => ({ outcome: 'checked' })));
  });

  it('ends for a person who was removed at the provider', async () => {
    const browser = await enter('bert');
    tested.provider.accounts.delete('bert');
    expect(await show(browser)).toBe(200);
    tested.ahead = 5.1 * MINUTES;
    const { url, text } = await tested.show(browser, 'account');
    expect(url).toBe(`${tested.url}/admin/login?next=account&sign-on=not-confirmed`);
    expect(text).toContain('Your organization has ended your session. Sign in again.');
    expect(tested.takeEvents()).toMatchObject([{ outcome: 'ended', code: 'not-confirmed' }]);
    // Nor does it begin again.
    tested.provider.accounts.set('bert', GROUPS);
    expect(await show(browser)).toBe('out');
  });

  it('gets the roles of this moment', async () => {
    const browser = await enter('carl');
    expect((await tested.show(browser, 'account')).text).toContain('Reader in all companies');
    tested.provider.accounts.set('carl', { groups: ['authors'] });
    tested.ahead = 5.1 * MINUTES;
    expect((await tested.show(browser, 'account')).text).toContain('Author in all companies');
    tested.provider.accounts.set('carl', { groups: [] });
    tested.ahead = 10.2 * MINUTES;
    expect(await show(browser)).toBe(403);
  });

  it('continues for 15 minutes while the provider is away, and afterwards when it is back', async () => {
    const browser = await enter('dora');
    tested.provider.isAway = true;
    for (const minutes of [5.1, 8, 14.9]) {
      tested.ahead = minutes * MINUTES;
      expect(await show(browser)).toBe(200);
    }
    tested.ahead = 16 * MINUTES;
    const { status, text, headers } = await tested.show(browser);
    expect([status, headers.get('retry-after')]).toEqual([503, '60']);
    expect(text).toContain('Reload this page in a minute. You stay signed in.');
    tested.provider.isAway = false;
    tested.ahead = 17.1 * MINUTES;
    expect(await show(browser)).toBe(200);
  });

  it('ends for a person who was removed while the provider was away', async () => {
    const browser = await enter('eva');
    tested.provider.accounts.delete('eva');
    tested.provider.isAway = true;
    tested.ahead = 60 * MINUTES;
    expect(await show(browser)).toBe(503);
    tested.provider.isAway = false;
    tested.ahead = 62 * MINUTES;
    expect(await show(browser)).toBe('out');
  });
});

it('asks a provider that is away once a minute for each session', async () => {
  const browser = await enter('fred');
  tested.provider.isAway = true;
  tested.ahead = 6 * MINUTES;
  for (let round = 0; round < 3; round++) await show(browser);
  expect(tested.provider.calls).toHaveLength(1);
  tested.ahead = 7.1 * MINUTES;
  await show(browser);
  expect(tested.provider.calls.length).toBeGreaterThan(1);
});

it('uses a refresh token once, however many pages open at the same time', async () => {
  const browser = await enter('gerd');
  tested.ahead = 20 * MINUTES;
  const pages = await Promise.all(Array.from({ length: 5 }, () => show(browser)));
  expect(pages).toEqual(Array(5).fill(200));
  expect(tested.provider.calls.filter((path) => path === '/token')).toHaveLength(1);
});

it('answers a script whose session cannot be checked with JSON', async () => {
  const browser = await enter('hans');
  tested.provider.isAway = true;
  tested.ahead = 20 * MINUTES;
  const answer = await fetch(`${tested.url}/admin/dashboards`, {
    headers: {
      Cookie: `back-office=${browser.cookie(tested.url, 'back-office')}`,
      Accept: 'application/json',
    },
  });
  expect([answer.status, await answer.json()]).toEqual([
    503,
    { error: { code: 'unconfirmed', message: expect.stringContaining('cannot be reached') } },
  ]);
});

it('does not check the administrator of the settings', async () => {
  tested.provider.isAway = true;
  tested.ahead = 60 * MINUTES;
  tested.provider.calls = [];
  expect((await tested.office.get('dashboards')).status).toBe(200);
  expect(tested.provider.calls).toEqual([]);
});
