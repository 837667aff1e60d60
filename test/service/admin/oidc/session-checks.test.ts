import { afterEach, describe, expect, it } from 'vitest';
import type { CookieBrowser } from '../../../support/cookie-browser.ts';
import { MINUTES, type SignedOnOffice, useSignedOnOffice } from './signed-on.ts';

const GROUPS = { groups: ['everybody'] };
const OPTIONS = { oidcRoles: ['groups:everybody=reader', 'groups:authors=author'] };

/** Provider with refresh tokens, and one without: then the service asks for the person's claims. */
const tested = useSignedOnOffice(OPTIONS);
const withoutRefresh = useSignedOnOffice(OPTIONS);

afterEach(() => {
  for (const each of [tested, withoutRefresh]) {
    each.ahead = 0;
    each.provider.isAway = false;
  }
});

async function enter(office: SignedOnOffice, name: string): Promise<CookieBrowser> {
  const { browser, page } = await office.signIn(name, GROUPS);
  expect(page.url).toBe(`${office.url}/admin/dashboards`);
  office.takeEvents();
  office.provider.calls = [];
  return browser;
}

/** Returns the status of a page of the back office, or `out` for the sign-in page. */
async function show(office: SignedOnOffice, browser: CookieBrowser): Promise<number | 'out'> {
  const { url, status } = await office.show(browser, 'dashboards');
  return url.includes('/admin/login') ? 'out' : status;
}

const PROVIDERS: [string, () => SignedOnOffice, string][] = [
  ['refresh tokens', () => tested, '/token'],
  ['userinfo', () => withoutRefresh, '/me'],
];

describe.each(PROVIDERS)('a session at a provider with %s', (kind, find, path) => {
  const prepare = async (name: string): Promise<[SignedOnOffice, CookieBrowser]> => {
    const office = find();
    if (kind === 'userinfo') {
      await office.provider.serve(office.url, { issueRefreshToken: async () => false });
    }
    return [office, await enter(office, name)];
  };

  it('is checked every five minutes, and no sooner', async () => {
    const [office, browser] = await prepare('anna');
    office.ahead = 4.9 * MINUTES;
    expect(await show(office, browser)).toBe(200);
    expect(office.provider.calls).toEqual([]);
    for (const round of [1, 2, 3]) {
      office.ahead = round * 5.1 * MINUTES;
      expect(await show(office, browser)).toBe(200);
      expect(await show(office, browser)).toBe(200);
      expect(office.provider.calls.filter((each) => each === path)).toHaveLength(round);
    }
    expect(office.takeEvents()).toEqual(Array.from({ length: 3 }, () => ({ outcome: 'checked' })));
  });

  it('ends for a person who was removed at the provider', async () => {
    const [office, browser] = await prepare('bert');
    office.provider.accounts.delete('bert');
    expect(await show(office, browser)).toBe(200);
    office.ahead = 5.1 * MINUTES;
    const { url, text } = await office.show(browser, 'account');
    expect(url).toBe(`${office.url}/admin/login?next=account&sign-on=not-confirmed`);
    expect(text).toContain('Your organization has ended your session. Sign in again.');
    expect(office.takeEvents()).toMatchObject([{ outcome: 'ended', code: 'not-confirmed' }]);
    // Nor does it begin again.
    office.provider.accounts.set('bert', GROUPS);
    expect(await show(office, browser)).toBe('out');
  });

  it('gets the roles of this moment', async () => {
    const [office, browser] = await prepare('carl');
    expect((await office.show(browser, 'account')).text).toContain('Reader in all companies');
    office.provider.accounts.set('carl', { groups: ['authors'] });
    office.ahead = 5.1 * MINUTES;
    expect((await office.show(browser, 'account')).text).toContain('Author in all companies');
    office.provider.accounts.set('carl', { groups: [] });
    office.ahead = 10.2 * MINUTES;
    expect(await show(office, browser)).toBe(403);
  });

  it('continues for 15 minutes while the provider is away, and afterwards when it is back', async () => {
    const [office, browser] = await prepare('dora');
    office.provider.isAway = true;
    for (const minutes of [5.1, 8, 14.9]) {
      office.ahead = minutes * MINUTES;
      expect(await show(office, browser)).toBe(200);
    }
    office.ahead = 16 * MINUTES;
    const { status, text, headers } = await office.show(browser);
    expect([status, headers.get('retry-after')]).toEqual([503, '60']);
    expect(text).toContain('Reload this page in a minute. You stay signed in.');
    office.provider.isAway = false;
    office.ahead = 17.1 * MINUTES;
    expect(await show(office, browser)).toBe(200);
  });

  it('ends for a person who was removed while the provider was away', async () => {
    const [office, browser] = await prepare('eva');
    office.provider.accounts.delete('eva');
    office.provider.isAway = true;
    office.ahead = 60 * MINUTES;
    expect(await show(office, browser)).toBe(503);
    office.provider.isAway = false;
    office.ahead = 62 * MINUTES;
    expect(await show(office, browser)).toBe('out');
  });
});

it('asks a provider that is away once a minute for each session', async () => {
  const browser = await enter(tested, 'fred');
  tested.provider.isAway = true;
  tested.ahead = 6 * MINUTES;
  for (let round = 0; round < 3; round++) await show(tested, browser);
  expect(tested.provider.calls).toHaveLength(1);
  tested.ahead = 7.1 * MINUTES;
  await show(tested, browser);
  expect(tested.provider.calls.length).toBeGreaterThan(1);
});

it('uses a refresh token once, however many pages open at the same time', async () => {
  const browser = await enter(tested, 'gerd');
  tested.ahead = 20 * MINUTES;
  const pages = await Promise.all(Array.from({ length: 5 }, () => show(tested, browser)));
  expect(pages).toEqual(Array(5).fill(200));
  expect(tested.provider.calls.filter((path) => path === '/token')).toHaveLength(1);
});

it('answers a script whose session cannot be checked with JSON', async () => {
  const browser = await enter(tested, 'hans');
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
