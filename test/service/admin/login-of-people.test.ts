import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  hashPersonPassword,
  type PasswordHash,
} from '../../../service/src/secrets/person-password.ts';
import { hashSecret } from '../../../service/src/secrets/secret-box.ts';
import { parseDatabaseUrl } from '../../../service/src/start/database-url.ts';
import { type Databases, openDatabases } from '../../../service/src/start/open-databases.ts';
import { SETTINGS, testDatabase } from '../../support/test-database.ts';
import { LoginApp, MINUTES, PASSWORD, WRONG } from './login-app.ts';

const ANNA = { name: 'Anna', password: 'the password of anna' };
const BERT = { name: 'Bert', password: 'the password of bert' };
const DORA = { name: 'Dora', password: ANNA.password };
const CARLA = { name: 'Carla', password: ANNA.password };

let databases: Databases;
let app: LoginApp;
let annaId: number;
/** The hashes of both passwords: each takes 0.2 s, as each sign-in does. */
let hashes: PasswordHash[];

beforeAll(async () => {
  databases = await openDatabases(parseDatabaseUrl(await testDatabase()), SETTINGS.queryLimitMs);
  app = new LoginApp(databases.state);
  hashes = await Promise.all([ANNA, BERT].map(({ password }) => hashPersonPassword(password)));
});

afterAll(() => databases.close());

beforeEach(() => {
  app.now += 15 * MINUTES;
});

async function add({ name, password }: typeof ANNA): Promise<number> {
  const invitation = await app.people.invite(name, { companyId: null, role: 'reader' });
  return (await app.people.accept(invitation!, hashes[password === ANNA.password ? 0 : 1]!))!;
}

function toCookie(answer: Response, at = 0): string {
  return answer.headers.getSetCookie()[at]!.split(';')[0]!;
}

function toSession(answer: Response): string {
  return toCookie(answer).split('=')[1]!;
}

/** Returns the page without the name that was typed. */
async function toText(answer: Response): Promise<string> {
  return (await answer.text()).replace(/value="[^"]*"/, '');
}

it('has no field for the name until somebody is invited', async () => {
  expect(await app.show()).not.toContain('name="name"');
  annaId = await add(ANNA);
  await add(BERT);
  expect(await app.show()).toContain('name="name"');
});

it('accepts a name in any case, and hides the session from a process of the version before', async () => {
  const answer = await app.signIn(ANNA.password, { name: ' aNNA ' });
  expect(answer.status).toBe(303);
  const session = toSession(answer);
  expect(await app.sessions.find(session)).toMatchObject({ personId: annaId, name: 'Anna' });
  const rows = await databases.state.query('SELECT 1 FROM admin_sessions WHERE session_hash = $1', [
    hashSecret(`binding.${session}`),
  ]);
  expect(rows).toEqual([]);
});

it.each(['', 'administrator', ' Administrator'])(
  'takes the password of the settings for the name “%s”',
  async (name) => {
    const answer = await app.signIn(PASSWORD, { name });
    expect((await app.sessions.find(toSession(answer)))?.personId).toBeNull();
    expect((await app.signIn(ANNA.password, { name })).status).toBe(401);
  },
);

it('answers a name that nobody has as a wrong password, and one without a password, too', async () => {
  await app.people.invite('Invited only', { companyId: null, role: 'administrator' });
  const known = await app.signIn(WRONG, { name: 'Anna' });
  const text = await toText(known);
  expect(known.status).toBe(401);
  expect(text).toContain('Wrong name or password.');
  for (const name of ['Nobody', 'Invited only']) {
    const unknown = await app.signIn(WRONG, { name, from: '10.0.0.2' });
    expect([unknown.status, await toText(unknown)]).toEqual([401, text]);
  }
});

it('begins a new session, and ends the one of the cookie', async () => {
  const chosen = 'a-session-that-an-attacker-has-chosen-000000';
  const fixed = await app.signIn(BERT.password, { name: 'Bert', Cookie: `back-office=${chosen}` });
  const answer = await app.signIn(ANNA.password, { name: 'Anna', Cookie: toCookie(fixed) });
  expect(toSession(answer)).not.toBe(toSession(fixed));
  for (const ended of [chosen, toSession(fixed)]) {
    expect(await app.sessions.find(ended)).toBeNull();
  }
});

it('fails with a password that is replaced during the sign-in', async () => {
  const { people } = app;
  const id = await add(CARLA);
  const find = people.findByName.bind(people);
  people.findByName = async (name) => {
    const found = await find(name);
    await people.setPassword(id, hashes[0]!, hashes[1]!);
    return found;
  };
  const answer = await app.signIn(CARLA.password, CARLA);
  people.findByName = find;
  expect([answer.status, answer.headers.getSetCookie()]).toEqual([401, []]);
});

it('takes the signed name of a browser for no other name', async () => {
  await add(DORA);
  const answer = await app.signIn(DORA.password, DORA);
  const [device, value] = toCookie(answer, 1).split('=');
  const [id, signature] = value!.split('.');
  for (let attempt = 1; attempt <= 10; attempt += 1) await app.signIn(WRONG, { name: '' });
  // The signed text is that of the administrator of the settings, with an id that ends with the name.
  const Cookie = `${device}=${encodeURIComponent(`${id} dora`)}.${signature}`;
  expect((await app.signIn(PASSWORD, { name: '', Cookie })).status).toBe(429);
});

it('counts ten wrong passwords by name and by address, not for the browser of the person', async () => {
  const known = toCookie(await app.signIn(ANNA.password, { name: 'Anna' }), 1);
  const names = ['Anna', 'Nobody', ''];
  const statusOf = async (name: string, from: string, Cookie?: string): Promise<number> =>
    (await app.signIn(name === 'Bert' ? BERT.password : ANNA.password, { name, from, Cookie }))
      .status;
  for (const name of names) {
    expect((await app.signIn(WRONG, { name, from: '10.0.0.2' })).status).toBe(401);
  }
  await databases.state.query('UPDATE login_attempts SET attempts = 10');

  // Each name is locked for each address, and the address for each name.
  const refused = await app.signIn(ANNA.password, { name: ' anna', from: '10.0.0.3' });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '900']);
  expect(await statusOf('Bert', '10.0.0.2')).toBe(429);
  // The sign-in of another person from another address ends no lock.
  const others = await app.signIn(BERT.password, { name: 'Bert', from: '10.0.0.4' });
  expect(others.status).toBe(303);
  for (const name of names) {
    expect(await statusOf(name, '10.0.0.4')).toBe(429);
    expect(await statusOf(name, '10.0.0.4', toCookie(others, 1))).toBe(429);
  }
  expect(await statusOf('Anna', '10.0.0.2', known)).toBe(303);
  expect(await statusOf('Anna', '10.0.0.5')).toBe(429);
  app.now += 15 * MINUTES;
  expect(await statusOf('Anna', '10.0.0.2')).toBe(303);
});
