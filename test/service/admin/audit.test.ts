import { beforeAll, describe, expect, it } from 'vitest';
import { createCompany, postTo } from '../../support/back-office.ts';
import { enterAs, invite, type InvitedPerson } from '../../support/people.ts';
import { SETTINGS } from '../../support/test-database.ts';
import { useBackOffice } from '../tested-service.ts';
import { draftOf } from './draft-calls.ts';

const PASSWORD = 'correct horse battery';
const CONNECTION = 'postgres://reader:a-password@db.example.com:5432/sales';

const tested = useBackOffice({ connectionHosts: ['db.example.com'] });
let companyId: number;
let apiKey: string;

/** An entry as the page shows it. */
interface Entry {
  person: string;
  action: string;
  object: string;
  company: string;
  change: string;
}

const toText = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&gt;', '>')
    .trim();

/** Returns the entries of a page, the latest one first. */
async function entriesOf(query = '', office = tested.office): Promise<Entry[]> {
  const page = await (await office.get(`audit${query}`)).text();
  return [...page.matchAll(/<tr>\s*<td>(.*?)<\/tr>/gs)].map(([row]) => {
    const cells = [...row.matchAll(/<td>(.*?)<\/td>/gs)].map(([, cell]) => toText(cell!));
    const [, person, action, object, company, change] = cells as [string, ...string[]];
    return { person, action, object, company, change } as Entry;
  });
}

const form = (fields: Record<string, string> = {}): URLSearchParams => new URLSearchParams(fields);

beforeAll(async () => {
  ({ id: companyId, apiKey } = await createCompany(tested.office, 'Borealis'));
});

let guid: string;
let person: number;
let invitation: string;
let anna: InvitedPerson;

/** Sends a form below a path of the company. */
const post = (path: string, fields: Record<string, string> = {}): Promise<Response> =>
  tested.office.post(path.replace(':id', String(companyId)), form(fields));

const OLD_NAME = 'Borealis';
const NEW_NAME = 'Aurora Borealis';
const ADDRESS = 'address: postgres://db.example.com:5432/sales';

/** The changes of the administrator in their order, and the entry of each: action, object, company, change. */
const CHANGES: [change: () => Promise<unknown>, ...entry: string[]][] = [
  [
    async () => {
      guid = await tested.create(draftOf({ title: 'Sales' }), { companyId });
    },
    ...['Dashboard published', 'Sales', OLD_NAME, 'version: 1'],
  ],
  [
    () => tested.publish(guid, draftOf({ title: 'Sales of today' }), { companyId, version: 1 }),
    ...['Dashboard published', 'Sales of today', OLD_NAME, 'version: 1 → 2'],
  ],
  [
    () => tested.share(guid, true),
    ...['“Accessible in API” changed', 'Sales of today', OLD_NAME, 'accessible: false → true'],
  ],
  [() => post(`dashboards/${guid}/remove`), 'Dashboard deleted', 'Sales of today', OLD_NAME, ''],
  [
    () => post('companies/:id/name', { name: NEW_NAME }),
    ...['Company renamed', '', OLD_NAME, `name: ${OLD_NAME} → ${NEW_NAME}`],
  ],
  [
    () => post('companies/:id/key', { reason: 'planned' }),
    ...['API key replaced', '', NEW_NAME, 'reason: planned'],
  ],
  [() => post('companies/:id/key/end-previous'), 'Old API key ended', '', NEW_NAME, ''],
  [() => post('companies/:id/key/reveal'), 'API key shown', '', NEW_NAME, ''],
  [
    () =>
      post('companies/:id/connections', {
        ...{ name: 'Sales', connectionString: CONNECTION, untested: 'on' },
      }),
    ...['Data connection saved', 'Sales', NEW_NAME, ADDRESS],
  ],
  [
    () => post('companies/:id/connections/remove', { name: 'Sales' }),
    ...['Data connection removed', 'Sales', NEW_NAME, ADDRESS],
  ],
  [
    async () => {
      anna = await invite(tested.office, { name: 'Anna', role: 'author', companyId });
      ({ id: person, invitation } = anna);
    },
    ...['Person invited', 'Anna', NEW_NAME, 'role: author'],
  ],
  [
    () => post(`people/${person}/role`, { company: String(companyId), role: 'publisher' }),
    ...['Role changed', 'Anna', NEW_NAME, 'role: author → publisher'],
  ],
  [
    async () => {
      await enterAs(tested.url, anna);
      await post(`people/${person}/end-sessions`);
    },
    ...['Sessions ended', 'Anna', '', ''],
  ],
  [
    async () => {
      const page = await (await post(`people/${person}/invitation`)).text();
      invitation = /\/admin\/(invitation\/[\w-]+)/.exec(page)![1]!;
    },
    ...['Person invited again', 'Anna', '', ''],
  ],
  [
    () => post(`people/${person}/remove`),
    ...['Person removed', 'Anna', '', 'roles: publisher@:id'],
  ],
  [
    () =>
      tested.office.get(`statistics/access.csv?company=${companyId}&from=2026-11-01&to=2026-11-02`),
    ...['Statistics downloaded', '', NEW_NAME, 'view: access, from: 2026-11-01, to: 2026-11-02'],
  ],
  [
    () => post('export', { passphrase: PASSWORD, again: PASSWORD }),
    ...['Export downloaded', '', '', 'secrets: true'],
  ],
  [() => post('companies/:id/remove', { name: NEW_NAME }), 'Company deleted', '', NEW_NAME, ''],
  [() => post('companies', { name: 'Zephyr' }), 'Company created', 'Zephyr', '', ''],
];

const OF_SIGN_IN = new Set(['Invitation accepted', 'Signed in']);

it('has one entry for each change, with its person, and without secrets', async () => {
  for (const [change, ...entry] of CHANGES) {
    const before = await entriesOf();
    await change();
    const entries = await entriesOf();
    const added = entries.slice(0, entries.length - before.length);
    // A session on PostgreSQL begins with a sign-in.
    const [action, object, company, changed] = entry as [string, string, string, string];
    expect(added.filter((each) => !OF_SIGN_IN.has(each.action))).toEqual([
      {
        person: 'administrator',
        action,
        object,
        company,
        change: changed.replace(':id', `${companyId}`),
      },
    ]);
  }
  const csv = await (await tested.office.get('audit.csv')).text();
  expect(csv.trimEnd().split('\r\n').length).toBeGreaterThan(CHANGES.length);
  for (const secret of [apiKey, 'a-password', PASSWORD, invitation]) {
    expect(csv).not.toContain(secret);
  }
});

it('has no entry for what was refused', async () => {
  const before = await entriesOf();
  const other = crypto.randomUUID();
  await tested.office.post('companies/1/name', form({ name: ' ' }));
  await tested.office.post('companies/1/connections/remove', form({ name: 'None' }));
  await tested.office.post(`dashboards/${other}/share`, { accessible: true });
  await tested.publish(other, draftOf({ tiles: 7 }), { version: 0 });
  const shared = await tested.create(draftOf(), { companyId: 1 });
  await tested.publish(shared, draftOf({ title: 'Mine' }), { version: 9, editor: 'other' });
  const [published, ...others] = await entriesOf();
  expect([published!.action, others]).toEqual(['Dashboard published', before]);
});

it('names in the history of a dashboard who published each version', async () => {
  const published = await tested.create(draftOf(), { companyId: 1 });
  await tested.publish(published, draftOf({ title: 'Second' }), { version: 1 });
  const answer = await tested.office.get(`dashboards/${published}/versions`);
  expect(await answer.json()).toMatchObject({
    versions: [{ version: 1, person: 'administrator' }],
  });
});

it('has an entry for each sign-in with its person, and no text of the form of a refused one', async () => {
  const { invitation: link } = await invite(tested.office, {
    name: 'Bea',
    role: 'administrator',
  });
  await postTo(tested.url, link, form({ password: PASSWORD, again: PASSWORD }));
  await postTo(tested.url, 'login', form({ name: 'bea', password: 'wrong' }));
  await postTo(tested.url, 'login', form({ name: PASSWORD, password: '' }));
  await postTo(tested.url, 'login', form({ password: SETTINGS.adminPassword }));
  const entries = await entriesOf();
  expect(entries.slice(0, 6).map(({ person: who, action }) => [who, action])).toEqual([
    ['administrator', 'Signed in'],
    ['unknown', 'Sign-in refused'],
    ['Bea', 'Sign-in refused'],
    ['Bea', 'Signed in'],
    ['Bea', 'Invitation accepted'],
    ['administrator', 'Person invited'],
  ]);
  expect(JSON.stringify(entries)).not.toContain(PASSWORD);
});

describe('the page', () => {
  it('shows an administrator of one company the entries of that company only', async () => {
    const { id } = await createCompany(tested.office, 'Own');
    const clara = await invite(tested.office, {
      ...{ name: 'Clara', role: 'administrator', companyId: id },
    });
    const office = await enterAs(tested.url, clara);
    const entries = await entriesOf('', office);
    expect(entries.map(({ action }) => action)).toEqual([
      'Person invited',
      'API key shown',
      'API key replaced',
    ]);
    expect(await (await office.get('audit.csv')).text()).not.toContain('Zephyr');
    expect((await office.get('audit?company=1')).status).toBe(400);
  });

  it('finds entries by person, company, action and day', async () => {
    const found = await entriesOf('?person=Bea&action=sign-in');
    expect(found.map(({ person: who, action }) => [who, action])).toEqual([['Bea', 'Signed in']]);
    const company = await entriesOf('?company=1');
    expect(new Set(company.map((each) => each.company))).toEqual(new Set(['Aurora Coffee Supply']));
    expect(await entriesOf('?from=2020-01-01&to=2020-01-02')).toEqual([]);
    const refused = await tested.office.get('audit?from=2026-02-30');
    expect([refused.status, await refused.text()]).toEqual([
      400,
      expect.stringContaining('Enter a valid date'),
    ]);
  });

  it.each(['99999999999999-1', '1-9999999999999999999', '-1', 'x'])(
    'answers an address with the place %s',
    async (before) => {
      expect((await tested.office.get(`audit?before=${before}`)).status).toBe(200);
    },
  );

  it('shows 50 entries, and the earlier ones behind a link', async () => {
    for (let count = 0; count < 51; count += 1) {
      await tested.office.post('companies/1/key/reveal');
    }
    const shown = '?company=1&action=reveal-key';
    const page = await (await tested.office.get(`audit${shown}`)).text();
    const [, earlier] = /href="[^"]*audit(\?[^"]*before=[\d-]+)" rel="next"/.exec(page)!;
    const second = await entriesOf(earlier!.replaceAll('&amp;', '&'));
    expect([(await entriesOf(shown)).length, second.length]).toEqual([50, 1]);
  });
});
