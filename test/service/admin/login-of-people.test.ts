import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashPersonPassword } from '../../../service/src/secrets/person-password.ts';
import { hashSecret } from '../../../service/src/secrets/secret-box.ts';
import { parseDatabaseUrl } from '../../../service/src/start/database-url.ts';
import { type Databases, openDatabases } from '../../../service/src/start/open-databases.ts';
import { SETTINGS, testDatabase } from '../../support/test-database.ts';
import { LoginApp, MINUTES, PASSWORD, WRONG } from './login-app.ts';

const ANNA = { name: 'Anna', password: 'the password of anna' };
const BERT = { name: 'Bert', password: 'the password of bert' };

let databases: Databases;
let app: LoginApp;
let annaId: number;

beforeAll(async () => {
  databases = await openDatabases(parseDatabaseUrl(await testDatabase()), SETTINGS.queryLimitMs);
  app = new LoginApp(databases.state);
});

afterAll(() => databases.close());

beforeEach(() => {
  app.now += 15 * MINUTES;
});

async function add({ name, password }: typeof ANNA): Promise<number> {
  const invitation = await app.people.invite(name, { companyId: null, role: 'reader' });
  return (await app.people.accept(invitation!, await hashPersonPassword(password)))!;
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

it.each(['Anna', ' aNNA '])('accepts the name “%s”', async (name) => {
  const answer = await app.signIn(ANNA.password, { name });
  expect(answer.status).toBe(303);
  const visitor = await app.sessions.find(toSession(answer));
  expect([visitor?.personId, visitor?.name]).toEqual([annaId, 'Anna']);
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
  const fixed = await app.signIn(BERT.password, { name: 'Bert' });
  const answer = await app.signIn(ANNA.password, { name: 'Anna', Cookie: toCookie(fixed) });
  expect(toSession(answer)).not.toBe(toSession(fixed));
  expect(await app.sessions.find(toSession(fixed))).toBeNull();
  const chosen = 'a-session-that-an-attacker-has-chosen-000000';
  await app.signIn(ANNA.password, { name: 'Anna', Cookie: `back-office=${chosen}` });
  expect(await app.sessions.find(chosen)).toBeNull();
});

it('hides the session of a person from a process of the version before', async () => {
  const session = toSession(await app.signIn(ANNA.password, { name: 'Anna' }));
  const rows = await databases.state.query('SELECT 1 FROM admin_sessions WHERE session_hash = $1', [
    hashSecret(`binding.${session}`),
  ]);
  expect(rows).toEqual([]);
});

it('ends with a password that is replaced during the sign-in', async () => {
  const { people } = app;
  const carla = { name: 'Carla', password: 'the password of carla' };
  const id = await add(carla);
  const { password } = (await people.findByName(carla.name))!;
  const next = await hashPersonPassword('the next password of carla');
  const find = people.findByName.bind(people);
  people.findByName = async (name) => {
    const found = await find(name);
    await people.setPassword(id, password, next);
    return found;
  };
  const answer = await app.signIn(carla.password, carla);
  people.findByName = find;
  expect([answer.status, answer.headers.getSetCookie()]).toEqual([401, []]);
  expect((await app.signIn('the next password of carla', carla)).status).toBe(303);
});

it('does not lead to another site', async () => {
  const answer = await app.signIn(ANNA.password, { name: 'Anna', next: '//example.com' });
  expect(answer.headers.get('location')).toBe('dashboards');
});

/** Fails once, and lets all counts of the attempt be ten: each hash of a password takes 0.2 s. */
async function failTenTimes(attempt: { name: string; from?: string }): Promise<void> {
  await databases.state.query('DELETE FROM login_attempts');
  expect((await app.signIn(WRONG, attempt)).status).toBe(401);
  await databases.state.query('UPDATE login_attempts SET attempts = 10');
}

describe('ten wrong passwords', () => {
  it.each(['Anna', 'Nobody'])('of the name “%s” lock it for each address', async (name) => {
    await failTenTimes({ name });
    const refused = await app.signIn(ANNA.password, { name: ` ${name}`, from: '10.0.0.2' });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '900']);
    expect((await app.signIn(BERT.password, { name: 'Bert', from: '10.0.0.3' })).status).toBe(303);
    app.now += 15 * MINUTES;
    expect((await app.signIn(ANNA.password, { name: 'Anna' })).status).toBe(303);
  });

  it('of one address lock it for each name', async () => {
    await failTenTimes({ name: 'Nobody' });
    expect((await app.signIn(ANNA.password, { name: 'Anna' })).status).toBe(429);
    expect((await app.signIn(ANNA.password, { name: 'Anna', from: '10.0.0.2' })).status).toBe(303);
  });

  it.each(['Anna', ''])(
    'of the name “%s” are not forgotten because another person signs in',
    async (name) => {
      await failTenTimes({ name, from: '10.0.0.2' });
      const answer = await app.signIn(BERT.password, { name: 'Bert' });
      expect((await app.signIn(WRONG, { name })).status).toBe(429);
      // Nor does the browser of that person have attempts of its own.
      const Cookie = toCookie(answer, 1);
      expect((await app.signIn(WRONG, { name, Cookie })).status).toBe(429);
    },
  );

  it('leave the browser in which the person has signed in before', async () => {
    const Cookie = toCookie(await app.signIn(ANNA.password, { name: 'Anna' }), 1);
    await failTenTimes({ name: 'Anna' });
    expect((await app.signIn(ANNA.password, { name: 'Anna' })).status).toBe(429);
    expect((await app.signIn(ANNA.password, { name: 'Anna', Cookie })).status).toBe(303);
  });
});
