import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { PasswordHash } from '../../../service/src/secrets/person-password.ts';
import { parseDatabaseUrl } from '../../../service/src/start/database-url.ts';
import { type Databases, openDatabases } from '../../../service/src/start/open-databases.ts';
import { AdminSessionStore } from '../../../service/src/state/admin-session-store.ts';
import { CompanyStore } from '../../../service/src/state/company-store.ts';
import { PeopleStore, toNameKey } from '../../../service/src/state/people-store.ts';
import { ProviderPeople } from '../../../service/src/state/provider-people.ts';
import type { GivenRole, Role } from '../../../service/src/state/rights.ts';
import { PATIENCE_MS } from '../../support/patience.mjs';
import { SECRET, testDatabase } from '../../support/test-database.ts';
import { openBox } from '../start/sealed-content.ts';

const OLD: PasswordHash = { hash: 'an-old-hash', salt: 'a-salt' };
const NEW: PasswordHash = { hash: 'a-new-hash', salt: 'a-salt' };
const THIRD: PasswordHash = { hash: 'a-third-hash', salt: 'a-salt' };

let databases: Databases;
let people: PeopleStore;
let sessions: AdminSessionStore;
let aurora: number;
let borealis: number;
let count = 0;
/** The id of a new person, who has the password {@link OLD}. */
let anna: number;

beforeAll(async () => {
  databases = await openDatabases(parseDatabaseUrl(await testDatabase()), PATIENCE_MS);
  const { state } = databases;
  people = new PeopleStore(state, Date.now);
  sessions = new AdminSessionStore(state, ['binding'], Date.now);
  const companies = new CompanyStore(state, openBox(SECRET).box);
  [aurora, borealis] = [await companies.create('Aurora'), await companies.create('Borealis')];
});
afterAll(() => databases.close());

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
  const rows = await databases.state.query('SELECT FROM admin_sessions WHERE person_id = $1', [
    anna,
  ]);
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
  const rows = await databases.state.query('SELECT FROM person_roles WHERE person_id = $1', [anna]);
  expect(rows).toEqual([]);
});

it('lets a person in again without the roles of before and of the removal, and nobody else', async () => {
  const { state } = databases;
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

const ROLES_OF_INVITED: [name: string, role: GivenRole | null, isValid: boolean][] = [
  ['no further role', null, true],
  ['a higher role in the company', to('administrator', -1), true],
  ['a role in another company', to('reader', -2), false],
  ['a role in all companies', to('administrator', null), false],
];

it.each(ROLES_OF_INVITED)(
  'lets nobody use the link of the administrator of one company to get %s',
  async (_, given, isValid) => {
    const local = await add(to('administrator', aurora));
    const invitation = await invite(to('reader', aurora), local);
    const { id } = (await people.list({ search: `Person ${count}`, page: 1 }, null)).items[0]!;
    const companies: Record<string, number | null> = { '-1': aurora, '-2': borealis };
    const companyId = companies[String(given?.companyId)] ?? null;
    if (given) await people.setRole(id, companyId, given.role);
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
