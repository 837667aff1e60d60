import { describe, expect, it } from 'vitest';
import { CookieBrowser } from '../../../support/cookie-browser.ts';
import { useSignedOnOffice } from './signed-on.ts';

const tested = useSignedOnOffice({
  oidcRoles: [
    'groups:everybody=reader',
    'groups:authors=author@Aurora%20Borealis',
    'groups:chiefs=administrator',
  ],
});

it('signs a person in with the name and the roles of the provider', async () => {
  const account = { name: 'Anna Arendt', groups: ['everybody'] };
  const { browser, page } = await tested.signIn('anna', account);
  expect([page.status, page.url]).toEqual([200, `${tested.url}/admin/dashboards`]);
  expect(page.text).toContain('Dashboards – Back office');
  const { text } = await tested.show(browser, 'account');
  expect(text).toContain('Anna Arendt');
  expect(text).toContain('Reader in all companies');
  expect(tested.takeEvents()).toEqual([{ outcome: 'accepted' }]);
});

it('shows one page to a person without a role', async () => {
  const { page } = await tested.signIn('nobody', { groups: ['others'] });
  expect([page.status, page.text]).toEqual([403, expect.stringContaining('You have no role yet')]);
  expect(tested.takeEvents()).toEqual([{ outcome: 'accepted', code: 'no-role' }]);
  await tested.signIn('groupless');
  expect(tested.takeEvents()).toEqual([{ outcome: 'accepted', code: 'no-role', detail: 'groups' }]);
});

it('gives a role in the company of the name, once there is one', async () => {
  const account = { name: 'Author', groups: ['authors'] };
  const { page } = await tested.signIn('author', account);
  expect(page.status).toBe(403);
  const notice = tested.events.find((event) => event.kind === 'notice' && event.level === 'warn');
  expect(notice).toMatchObject({ text: expect.stringContaining('“Aurora Borealis”') });
  await tested.office.post('companies', new URLSearchParams({ name: 'Aurora Borealis' }));
  const { browser } = await tested.signIn('author', account);
  expect((await tested.show(browser, 'account')).text).toContain('Author in Aurora Borealis');
});

describe('the audit', () => {
  it('tells people of one name apart, and nobody from the provider has the name of an actor', async () => {
    const groups = ['chiefs'];
    const form = new URLSearchParams({ name: 'Twin', role: 'reader', company: '' });
    await tested.office.post('people', form);
    const { browser } = await tested.signIn('twin-at-the-provider', { name: 'Twin', groups });
    const twins = await (await tested.office.get('people?search=Twin')).text();
    expect(twins.match(/">Twin</g)).toHaveLength(2);
    await browser.post(`${tested.url}/admin/companies`, { name: 'Of the twin' });
    const page = await (await tested.office.get('audit?action=create-company')).text();
    const [, id] = /people\/(\d+)">Twin</.exec(page)!;
    const csv = await (await tested.office.get('audit.csv?action=create-company')).text();
    expect(csv).toContain(`,Twin,,create-company,Of the twin,,,${id}\r\n`);
    const given = new URLSearchParams({ company: '', role: 'reader' });
    expect((await tested.office.post(`people/${id}/role`, given)).status).toBe(404);
    const roles = await (await tested.office.get(`people/${id}`)).text();
    expect(roles).toContain('Administrator in all companies');
    const others = ['Administrator', 'identity\u00A0provider', 'un\u200Bknown', '\u3164', '<b>'];
    for (const name of others) {
      await tested.signIn(`named-${name.length}`, { name, groups });
    }
    const people = await (await tested.office.get('people')).text();
    const shown = Array.from(people.matchAll(/people\/\d+">([^<]*)</g), ([, name]) => name);
    expect(shown).toEqual(expect.arrayContaining(['named-13', 'named-17', 'named-8', '&lt;b&gt;']));
    expect(shown.join()).not.toMatch(/\b(administrator|identity provider|unknown)\b/i);
  });

  it('has the new name of the person of a subject, and the roles before and after a change', async () => {
    await tested.signIn('mover', { name: 'Mover', groups: ['everybody'] });
    const { browser } = await tested.signIn('mover', { name: 'Moved', groups: ['chiefs'] });
    const people = await tested.show(browser, 'people?search=Move');
    expect(people.text.match(/people\/\d+">Move[^<]*</g)).toEqual([
      expect.stringContaining('>Moved<'),
    ]);
    const csv = await (await tested.office.get('audit.csv?action=change-role')).text();
    const line = csv.split('\r\n').find((each) => each.includes(',Moved,'));
    expect(line).toContain(
      ',identity provider,,change-role,Moved,"{""roles"":""reader""}","{""roles"":""administrator""}",',
    );
  });
});

it('opens the page that asked for the sign-in, and no other site', async () => {
  const browser = new CookieBrowser();
  await tested.signIn('anna', { groups: ['everybody'] }, browser);
  const asked = await new CookieBrowser().open(`${tested.url}/admin/statistics?days=7`);
  // The provider is above the password.
  expect(asked.text).toMatch(
    /href="single-sign-on\?next=statistics%3Fdays%3D7">Single sign-on<[^]*name="password"/,
  );
  const page = await browser.open(`${tested.url}/admin/single-sign-on?next=account`);
  expect(page.url).toBe(`${tested.url}/admin/account`);
  for (const next of ['//evil.example', 'https://evil.example', '/\\evil.example', '../x']) {
    const address = `${tested.url}/admin/single-sign-on?next=${encodeURIComponent(next)}`;
    expect((await browser.open(address)).url).toBe(`${tested.url}/admin/dashboards`);
  }
});

it('keeps the attempt in a Lax cookie for ten minutes, and the session in a Strict one', async () => {
  const begun = await fetch(`${tested.url}/admin/single-sign-on`, { redirect: 'manual' });
  const [attempt] = begun.headers.getSetCookie();
  expect(attempt).toMatch(
    /^back-office-attempt=[\w-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  const query = new URL(begun.headers.get('location')!).searchParams;
  expect(Object.fromEntries(query)).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    redirect_uri: tested.callback,
    state: expect.stringMatching(/.{43}/),
    nonce: expect.stringMatching(/.{43}/),
  });
  const browser = new CookieBrowser();
  const answer = await tested.answerTo('anna', browser);
  const Cookie = `back-office-attempt=${browser.cookie(tested.url, 'back-office-attempt')}`;
  const finished = await fetch(answer, { redirect: 'manual', headers: { Cookie } });
  expect(finished.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^back-office-attempt=; Max-Age=0; Path=\//),
    expect.stringMatching(
      /^back-office=[\w-]+; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/,
    ),
  ]);
});

describe('an attack', () => {
  it('with an answer in a browser that began no sign-in, or another one, is refused', async () => {
    const answer = await tested.answerTo('attacker', new CookieBrowser());
    const [victim, busy] = [new CookieBrowser(), new CookieBrowser()];
    await tested.answerTo('anna', busy);
    tested.takeEvents();
    const page = await victim.open(answer);
    expect(page.url).toMatch(/\/admin\/login\?next=dashboards&sign-on=no-attempt$/);
    expect(page.text).toContain('The sign-in took too long, or another one has begun');
    await busy.open(answer);
    for (const browser of [victim, busy]) {
      expect(browser.cookie(tested.url, 'back-office')).toBeUndefined();
    }
    expect(tested.takeEvents()).toEqual([
      { outcome: 'refused', code: 'no-attempt' },
      { outcome: 'refused', code: 'state' },
    ]);
  });

  it('with a code for the second time is refused', async () => {
    const browser = new CookieBrowser();
    const answer = await tested.answerTo('anna', browser);
    const attempt = browser.cookie(tested.url, 'back-office-attempt')!;
    await browser.open(answer);
    expect(browser.cookie(tested.url, 'back-office')).toBeDefined();
    tested.takeEvents();
    const thief = new CookieBrowser();
    thief.setCookie(tested.url, 'back-office-attempt', attempt);
    await thief.open(answer);
    expect(thief.cookie(tested.url, 'back-office')).toBeUndefined();
    expect(tested.takeEvents()).toEqual([{ outcome: 'refused', code: 'code' }]);
  });

  it('with a session that it has chosen gets no session', async () => {
    const browser = new CookieBrowser();
    const chosen = 'a-session-that-an-attacker-has-chosen-000000';
    browser.setCookie(tested.url, 'back-office', chosen);
    await tested.signIn('anna', { groups: ['everybody'] }, browser);
    expect(browser.cookie(tested.url, 'back-office')).not.toBe(chosen);
    const attacker = new CookieBrowser();
    attacker.setCookie(tested.url, 'back-office', chosen);
    expect((await tested.show(attacker)).url).toContain('/admin/login');
  });

  it('with a host name of its own does not move the redirect', async () => {
    const { hostname, port } = new URL(tested.url);
    const other = `http://localhost:${port}/admin/single-sign-on`;
    const begun = await fetch(other, { redirect: 'manual' });
    const back = new URL(begun.headers.get('location')!).searchParams.get('redirect_uri');
    expect(new URL(back!).hostname).toBe(hostname);
  });
});

it('ends an attempt after ten minutes', async () => {
  const browser = new CookieBrowser();
  const answer = await tested.answerTo('anna', browser);
  tested.takeEvents();
  tested.ahead += 10 * 60_000;
  await browser.open(answer);
  expect(tested.takeEvents()).toEqual([{ outcome: 'refused', code: 'no-attempt' }]);
  tested.ahead = 0;
});

describe('a person who was removed here', () => {
  const textOf = async (page: string): Promise<string> => (await tested.office.get(page)).text();
  const findId = async (name: string): Promise<string> =>
    new RegExp(`people/(\\d+)">${name}<`).exec(await textOf(`people?search=${name}`))![1]!;
  const post = (call: string): Promise<Response> =>
    tested.office.post(`people/${call}`, new URLSearchParams());

  it('is signed out at once, and the provider does not bring the person back until an administrator does', async () => {
    const account = { name: 'Returning', groups: ['everybody'] };
    const { browser } = await tested.signIn('returning', account);
    const id = await findId('Returning');
    expect(await textOf('people')).toContain('people/removed">Removed people<');
    await post(`${id}/remove`);
    expect((await tested.show(browser)).url).toContain('/admin/login');
    tested.takeEvents();
    const refused = await tested.signIn('returning', account);
    expect(refused.page.text).toContain('You were removed from this back office.');
    expect(tested.takeEvents()).toEqual([{ outcome: 'refused', code: 'removed' }]);

    expect(await textOf('people/removed?search=return')).toContain(`people/${id}/let-in`);
    expect((await post(`${id}/let-in`)).headers.get('location')).toBe(`../${id}`);
    // The session of before stays ended, and the roles are those of the next sign-in.
    expect((await tested.show(browser)).url).toContain('/admin/login');
    expect(await textOf(`people/${id}`)).toContain('No role yet.');
    expect(await textOf('people/removed')).not.toContain('Returning');
    expect((await post(`${id}/let-in`)).status).toBe(303);
    const { page } = await tested.signIn('returning', account);
    expect([page.status, page.url]).toEqual([200, `${tested.url}/admin/dashboards`]);
    expect((await textOf('audit.csv?action=let-in-person')).match(/,Returning,/g)).toHaveLength(1);
  });

  it('is let in again only after the removal, and only with an account at the provider', async () => {
    const form = new URLSearchParams({ name: 'Passworded', role: 'reader', company: '' });
    await tested.office.post('people', form);
    const id = await findId('Passworded');
    expect((await post(`${id}/let-in`)).status).toBe(303);
    expect(await textOf(`people/${id}`)).toContain('Reader in all');
    await post(`${id}/remove`);
    expect((await post(`${id}/let-in`)).status).toBe(404);
    expect(await textOf('people/removed')).not.toContain('Passworded');
  });

  it('cannot be invited to a password before', async () => {
    await tested.signIn('walled', { name: 'Walled', groups: ['everybody'] });
    const id = await findId('Walled');
    expect(await textOf(`people/${id}`)).not.toContain('New invitation');
    expect((await post(`${id}/invitation`)).status).toBe(404);
  });
});

it('signs out at the provider, too', async () => {
  const { browser } = await tested.signIn('anna', { groups: ['everybody'] });
  tested.provider.calls = [];
  await browser.post(`${tested.url}/admin/logout`);
  expect(browser.visited[1]).toMatch(
    new RegExp(
      `^${tested.provider.url}/session/end\\?id_token_hint=[\\w.-]+&post_logout_redirect_uri=`,
    ),
  );
  expect(tested.provider.calls).toEqual(
    expect.arrayContaining(['/token/revocation', '/session/end']),
  );
  expect((await tested.show(browser)).url).toContain('/admin/login');
});

it('writes no secret into its events', async () => {
  const text = JSON.stringify(tested.events);
  expect(text).not.toContain('eyJ');
  expect(text).not.toContain('the secret of the back office');
});
