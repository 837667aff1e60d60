import { beforeEach, expect, it } from 'vitest';
import type { PasswordHash } from '../../../service/src/secrets/person-password.ts';
import { AdminSessionStore } from '../../../service/src/state/admin-session-store.ts';
import { toNameKey } from '../../../service/src/state/people-store.ts';
import { ProviderPeople } from '../../../service/src/state/provider-people.ts';
import type { GivenRole, Role } from '../../../service/src/state/rights.ts';
import { SECRET } from '../../support/test-database.ts';
import { useDatabases } from '../../support/use-databases.ts';
import { openBox, storesOf } from '../start/sealed-content.ts';

const OLD: PasswordHash = { hash: 'an-old-hash', salt: 'a-salt' };
const NEW: PasswordHash = { hash: 'a-new-hash', salt: 'a-salt' };
const THIRD: PasswordHash = { hash: 'a-third-hash', salt: 'a-salt' };

const { state } = await useDatabases();
const { companies, people } = storesOf(state, openBox(SECRET));
const sessions = new AdminSessionStore(state, ['binding'], Date.now);
const aurora = await companies.create('Aurora');
const borealis = await companies.create('Borealis');
let count = 0;
/** The id of a new person, who has the password {@link OLD}. */
let anna: number;

const to = (role: Role, companyId: number | null): GivenRole => ({ role, companyId });

/** Invites a new person, and returns the secret of the invitation. */
async function invite(given: GivenRole, by: number | null = null): Promise<string> {
  count += 1;
  return (await people.invite(`Person ${count}`, given, { by }))!;
}

async function add(given: GivenRole): Promise<number> {
  return (await people.accept(await invite(given), OLD))!;
}

beforeEach(async () => {
  anna = await add(to('reader', aurora));
});

it('begins no session with a password that was replaced after the check', async () => {
  expect(await sessions.begin([], anna, { password: OLD })).not.toBeNull();
  await people.setPassword(anna, OLD, NEW);
  expect(await sessions.begin([], anna, { password: OLD })).toBeNull();
  expect(await sessions.begin([], anna, { password: NEW })).not.toBeNull();
});

it('begins no session of a person who was removed after the check', async () => {
  await people.remove(anna);
  expect(await sessions.begin([], anna)).toBeNull();
  const rows = await state.query('SELECT FROM admin_sessions WHERE person_id = $1', [anna]);
  expect(rows).toEqual([]);
});

it('replaces no password that was replaced after the check', async () => {
  expect(await people.setPassword(anna, OLD, NEW)).toBe(true);
  expect(await people.setPassword(anna, OLD, THIRD)).toBe(false);
  expect((await people.findPassword(anna))?.password).toEqual(NEW);
});

it('gives no role to a person who was removed meanwhile', async () => {
  await people.remove(anna);
  await people.setRole(anna, borealis, 'administrator');
  const rows = await state.query('SELECT FROM person_roles WHERE person_id = $1', [anna]);
  expect(rows).toEqual([]);
});

it('lets a person in again without the roles of before and of the removal, and nobody else', async () => {
  const identity = { issuer: 'https://login.example.com', subject: 'anna', name: 'Anna' };
  const id = (await new ProviderPeople(state).keep(identity))!;
  await people.setRole(id, aurora, 'author');
  await people.letIn(id);
  expect((await people.find(id))?.roles).toEqual([to('author', aurora)]);
  await people.remove(id);
  const role = `INSERT INTO person_roles (person_id, company_id, role) VALUES ($1, $2, 'reader')`;
  await state.query(role, [id, borealis]);
  await people.letIn(id);
  expect((await people.find(id))?.roles).toEqual([]);
});

it.each(['J\u030Can', 'H\u0331', 'W\u030A', '\u0130\u0316', 'Anna', ' \uFF21nna '])(
  'compares “%s” by a form whose form is the same',
  (name) => {
    const key = toNameKey(name);
    expect([toNameKey(key), toNameKey(name.toLowerCase())]).toEqual([key, key]);
  },
);

it('lets a person sign in whose letters have a composed form in lower case only', async () => {
  const invitation = await people.invite('J\u030Can', to('reader', aurora));
  const id = await people.accept(invitation!, OLD);
  for (const typed of ['J\u030Can', 'j\u030Can', '\u01F0an', toNameKey('J\u030Can')]) {
    expect((await people.findByName(typed))?.id).toBe(id);
  }
});

it.each<[name: string, role: GivenRole | null, isValid: boolean]>([
  ['no further role', null, true],
  ['a higher role in the company', to('administrator', aurora), true],
  ['a role in another company', to('reader', borealis), false],
  ['a role in all companies', to('administrator', null), false],
])(
  'lets nobody use the link of the administrator of one company to get %s',
  async (_, given, isValid) => {
    const local = await add(to('administrator', aurora));
    const invitation = await invite(to('reader', aurora), local);
    const { id } = (await people.list({ search: `Person ${count}`, page: 1 }, null)).items[0]!;
    if (given) await people.setRole(id, given.companyId, given.role);
    expect((await people.findInvited(invitation)) !== null).toBe(isValid);
    expect(await people.accept(invitation, NEW)).toBe(isValid ? id : null);
  },
);

it('ends the invitations of an administrator who was removed, and no other', async () => {
  const [local, chief] = [
    await add(to('administrator', aurora)),
    await add(to('administrator', null)),
  ];
  const links = [
    await invite(to('reader', aurora), local),
    await invite(to('reader', aurora), chief),
    await invite(to('reader', borealis)),
  ];
  await people.remove(local);
  const names = await Promise.all(links.map((link) => people.findInvited(link)));
  expect(names.map((name) => name !== null)).toEqual([false, true, true]);
});
