import { beforeAll, describe, expect, it } from 'vitest';
import {
  type BackOffice,
  createCompany,
  enter,
  openOffice,
  postTo,
} from '../../support/back-office.ts';
import { accept as acceptAt, enterAs, invite, PASSWORD } from '../../support/people.ts';
import { SETTINGS } from '../../support/test-database.ts';
import { useBackOffice } from '../tested-service.ts';

const HOURS = 60 * 60 * 1000;
const OTHER = 'another horse battery';

let now = Date.UTC(2026, 10, 21, 12);
const tested = useBackOffice({ clock: () => now });
let companyId: number;
let others: number;

const form = (fields: Record<string, string> = {}): URLSearchParams => new URLSearchParams(fields);
const titleOf = async (answer: Response): Promise<string> =>
  /<h1>(.*?)<\/h1>/.exec(await answer.text())![1]!;

beforeAll(async () => {
  ({ id: companyId } = await createCompany(tested.office, 'Borealis'));
  ({ id: others } = await createCompany(tested.office, 'Zephyr'));
});

const accept = (invitation: string, password?: string, again?: string): Promise<Response> =>
  acceptAt(tested.url, invitation, password, again);

function toOffice(answer: Response): BackOffice {
  return enter(tested.url, answer.headers.getSetCookie()[0]!.split(';')[0]!);
}

async function signIn(name: string, password: string): Promise<Response> {
  return postTo(tested.url, 'login', form({ name, password }));
}

/** Returns whether a session is still valid. */
async function isSignedIn(office: BackOffice): Promise<boolean> {
  return !(await office.get('account')).redirected;
}

describe('an invitation', () => {
  const open = (invitation: string): Promise<Response> =>
    fetch(`${tested.url}/admin/${invitation}`);

  it('lets a person set a password once, and signs the person in', async () => {
    const { invitation } = await invite(tested.office, { name: 'Anna', companyId });
    // Programs that open links do not use it.
    expect(await titleOf(await open(invitation))).toBe('Welcome, Anna');
    const answer = await accept(invitation);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '../dashboards']);
    expect((await toOffice(answer).get('dashboards')).status).toBe(200);
    expect((await open(invitation)).status).toBe(404);
    const again = await accept(invitation, OTHER);
    expect([again.status, await titleOf(again)]).toEqual([404, 'This invitation is not valid']);
    expect((await signIn('Anna', PASSWORD)).status).toBe(303);
  });

  it('ends after 24 hours, with a new one, and with the removal of the person', async () => {
    const late = await invite(tested.office, { name: 'Late' });
    now += 24 * HOURS - 1;
    expect((await open(late.invitation)).status).toBe(200);
    now += 1;
    expect([(await open(late.invitation)).status, (await accept(late.invitation)).status]).toEqual([
      404, 404,
    ]);
    tested.office = await openOffice(tested.url, SETTINGS.adminPassword);

    const page = await (await tested.office.post(`people/${late.id}/invitation`, form())).text();
    const [, first] = /\/admin\/(invitation\/[\w-]+)/.exec(page)!;
    expect((await open(first!)).status).toBe(200);
    await tested.office.post(`people/${late.id}/invitation`, form());
    expect((await accept(first!)).status).toBe(404);

    const removed = await invite(tested.office, { name: 'Removed' });
    await tested.office.post(`people/${removed.id}/remove`, form());
    expect((await accept(removed.invitation)).status).toBe(404);
  });

  it('is not used up by refused passwords', async () => {
    const { invitation } = await invite(tested.office, { name: 'Weak' });
    for (const [password, again, problem] of [
      ['eleven char', 'eleven char', 'The password must have 12 to 256 characters.'],
      [PASSWORD, `${PASSWORD}!`, 'The two passwords are different.'],
      ['x'.repeat(257), 'x'.repeat(257), 'The password must have 12 to 256 characters.'],
    ] as const) {
      const answer = await accept(invitation, password, again);
      expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining(problem)]);
    }
    expect((await open(invitation)).status).toBe(200);
  });

  it.each([
    ...[' aNNa ', 'Administrator', '  ', 'x'.repeat(101), 'An\u202Ena', 'Anna\u034F', '\u2800'],
    ...['identity provider', 'Import\u00A0command'],
  ])('is refused for the name “%s”', async (name) => {
    const answer = await tested.office.post('people', form({ name, role: 'reader' }));
    expect(answer.status).toBe(400);
    expect(await answer.text()).toMatch(
      /role="alert">(Somebody has|The service uses|The name must have)/,
    );
  });

  it('is refused for a company that does not exist', async () => {
    for (const company of ['9999', 'x', '0']) {
      const fields = form({ name: 'Nowhere', role: 'reader', company });
      expect((await tested.office.post('people', fields)).status).toBe(404);
    }
    expect(await (await tested.office.get('people')).text()).not.toContain('Nowhere');
  });

  it('resets a forgotten password, and ends the sessions of before', async () => {
    const { id, invitation } = await invite(tested.office, { name: 'Forgetful' });
    const before = toOffice(await accept(invitation));
    const page = await (await tested.office.post(`people/${id}/invitation`, form())).text();
    expect(await isSignedIn(before)).toBe(true);
    await accept(/\/admin\/(invitation\/[\w-]+)/.exec(page)![1]!, OTHER);
    expect(await isSignedIn(before)).toBe(false);
    expect((await signIn('Forgetful', PASSWORD)).status).toBe(401);
  });
});

describe('a person', () => {
  it('who is removed is out at once, and the name is free', async () => {
    const person = await invite(tested.office, { name: 'Leaving' });
    const office = await enterAs(tested.url, person);
    expect(await isSignedIn(office)).toBe(true);
    await tested.office.post(`people/${person.id}/remove`, form());
    expect(await isSignedIn(office)).toBe(false);
    expect(await isSignedIn(await enterAs(tested.url, person))).toBe(false);
    expect(await (await tested.office.get('people')).text()).not.toContain('Leaving');
    await invite(tested.office, { name: 'Leaving' });
  });

  it('has a new role at the next click, and without one sees a page that says so', async () => {
    const person = await invite(tested.office, { name: 'Promoted', companyId });
    const office = await enterAs(tested.url, person);
    const change = (role: string): Promise<Response> =>
      tested.office.post(`people/${person.id}/role`, form({ company: String(companyId), role }));
    expect((await office.get('companies')).status).toBe(403);
    await change('administrator');
    expect((await office.get('companies')).status).toBe(200);
    await change('');
    const refused = await office.get('dashboards');
    expect(refused.status).toBe(403);
    expect(await refused.text()).toMatch(/You have no role yet[^]*Sign out/);
    expect((await office.get('account')).status).toBe(200);
  });

  it('gets the name of the role that a page needs', async () => {
    const office = await enterAs(
      tested.url,
      await invite(tested.office, { name: 'Curious', companyId }),
    );
    expect(await (await office.get('people')).text()).toContain('the role “administrator”');
    const answer = await office.post('dashboards/preview', { companyId });
    expect(await answer.json()).toEqual({
      error: { code: 'missing-role', message: expect.stringContaining('the role “author”') },
    });
  });

  it('changes the password with the old one, which ends the other sessions', async () => {
    const person = await invite(tested.office, { name: 'Careful' });
    const office = toOffice(await accept(person.invitation));
    const elsewhere = await enterAs(tested.url, person);
    const change = (old: string, password: string): Promise<Response> =>
      office.post('account/password', form({ old, password, again: password }));
    expect(await (await change(OTHER, OTHER)).text()).toContain('The old password is wrong.');
    expect((await change(PASSWORD, 'short')).status).toBe(400);
    expect(await isSignedIn(elsewhere)).toBe(true);
    expect((await change(PASSWORD, OTHER)).status).toBe(200);
    expect([await isSignedIn(office), await isSignedIn(elsewhere)]).toEqual([true, false]);
    expect((await signIn('Careful', OTHER)).status).toBe(303);
  });

  it('ends the other sessions, and an administrator ends all of them', async () => {
    const person = await invite(tested.office, { name: 'Busy' });
    const [one, two] = [await enterAs(tested.url, person), await enterAs(tested.url, person)];
    await one.post('account/end-sessions', form());
    expect([await isSignedIn(one), await isSignedIn(two)]).toEqual([true, false]);
    await tested.office.post(`people/${person.id}/end-sessions`, form());
    expect([await isSignedIn(one), await isSignedIn(tested.office)]).toEqual([false, true]);
  });
});

it.each(['9999', '99999999999'])('nobody has the id %s', async (id) => {
  expect((await tested.office.get(`people/${id}`)).status).toBe(404);
  for (const call of ['role', 'invitation', 'end-sessions', 'remove', 'let-in']) {
    const answer = await tested.office.post(`people/${id}/${call}`, form({ role: 'reader' }));
    expect([call, answer.status]).toEqual([call, 404]);
  }
});

describe('the administrator of one company', () => {
  let office: BackOffice;
  const rows = async (): Promise<string> => (await office.get('people')).text();

  beforeAll(async () => {
    const invited = { name: 'Local', role: 'administrator', companyId } as const;
    office = await enterAs(tested.url, await invite(tested.office, invited));
  });

  it('invites nobody into all companies', async () => {
    const fields = form({ name: 'Intruder', role: 'administrator', company: '' });
    expect((await office.post('people', fields)).status).toBe(403);
    expect(await (await tested.office.get('people')).text()).not.toContain('Intruder');
  });

  it('sees nobody of other companies, and no name of them', async () => {
    const stranger = await invite(tested.office, { name: 'Stranger', companyId: others });
    const everywhere = await invite(tested.office, { name: 'Everywhere' });
    expect(await rows()).not.toMatch(/Stranger|Everywhere|Zephyr|All companies/);
    for (const { id } of [stranger, everywhere]) {
      expect((await office.get(`people/${id}`)).status).toBe(404);
      const fields = form({ company: String(companyId), role: 'reader' });
      expect((await office.post(`people/${id}/role`, fields)).status).toBe(404);
    }
  });

  it('does not take over a person who has roles elsewhere', async () => {
    const { id } = await invite(tested.office, { name: 'Shared', companyId });
    const give = form({ company: String(others), role: 'publisher' });
    await tested.office.post(`people/${id}/role`, give);
    const page = await (await office.get(`people/${id}`)).text();
    expect(page).toContain('Publisher in another company');
    expect(page).not.toMatch(/New invitation|Zephyr|\/remove"/);
    for (const call of ['invitation', 'end-sessions', 'remove']) {
      expect((await office.post(`people/${id}/${call}`, form())).status).toBe(403);
    }
    const own = form({ company: String(companyId), role: '' });
    expect((await office.post(`people/${id}/role`, own)).status).toBe(303);
    expect(await rows()).not.toContain('Shared');
  });
});
