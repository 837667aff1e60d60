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

const ofAdministrator = (entry: Partial<Entry>): Entry => ({
  ...{ person: 'administrator', action: '', object: '', company: 'Borealis', change: '' },
  ...entry,
});

let guid: string;
let person: number;
let invitation: string;
let anna: InvitedPerson;

/** The changes in their order, and the entry of each. */
const CHANGES: [name: string, change: () => Promise<unknown>, entry: () => Entry][] = [
  [
    'a first publication',
    async () => {
      guid = await tested.create(draftOf({ title: 'Sales' }), { companyId });
    },
    () => ofAdministrator({ action: 'Dashboard published', object: 'Sales', change: 'version: 1' }),
  ],
  [
    'another version',
    () => tested.publish(guid, draftOf({ title: 'Sales of today' }), { companyId, version: 1 }),
    () =>
      ofAdministrator({
        ...{ action: 'Dashboard published', object: 'Sales of today' },
        change: 'version: 1 → 2',
      }),
  ],
  [
    'sharing',
    () => tested.share(guid, true),
    () =>
      ofAdministrator({
        ...{ action: '“Accessible in API” changed', object: 'Sales of today' },
        change: 'accessible: false → true',
      }),
  ],
  [
    'a deleted dashboard',
    () => tested.office.post(`dashboards/${guid}/remove`),
    () => ofAdministrator({ action: 'Dashboard deleted', object: 'Sales of today' }),
  ],
  [
    'a new name of a company',
    () => tested.office.post(`companies/${companyId}/name`, form({ name: 'Aurora Borealis' })),
    () =>
      ofAdministrator({ action: 'Company renamed', change: 'name: Borealis → Aurora Borealis' }),
  ],
  [
    'a replaced key',
    () => tested.office.post(`companies/${companyId}/key`, form({ reason: 'planned' })),
    () => ofNamed({ action: 'API key replaced', change: 'reason: planned' }),
  ],
  [
    'the end of the old key',
    () => tested.office.post(`companies/${companyId}/key/end-previous`),
    () => ofNamed({ action: 'Old API key ended' }),
  ],
  [
    'a key on the screen',
    () => tested.office.post(`companies/${companyId}/key/reveal`),
    () => ofNamed({ action: 'API key shown' }),
  ],
  [
    'a connection',
    () =>
      tested.office.post(
        `companies/${companyId}/connections`,
        form({ name: 'Sales', connectionString: CONNECTION, untested: 'on' }),
      ),
    () =>
      ofNamed({
        ...{ action: 'Data connection saved', object: 'Sales' },
        change: 'address: postgres://db.example.com:5432/sales',
      }),
  ],
  [
    'a removed connection',
    () => tested.office.post(`companies/${companyId}/connections/remove`, form({ name: 'Sales' })),
    () =>
      ofNamed({
        ...{ action: 'Data connection removed', object: 'Sales' },
        change: 'address: postgres://db.example.com:5432/sales',
      }),
  ],
  [
    'an invitation',
    async () => {
      const invited = { name: 'Anna', role: 'author', companyId } as const;
      anna = await invite(tested.office, invited);
      ({ id: person, invitation } = anna);
    },
    () => ofNamed({ action: 'Person invited', object: 'Anna', change: 'role: author' }),
  ],
  [
    'another role',
    () =>
      tested.office.post(
        `people/${person}/role`,
        form({ company: String(companyId), role: 'publisher' }),
      ),
    () => ofNamed({ action: 'Role changed', object: 'Anna', change: 'role: author → publisher' }),
  ],
  [
    'the end of a person’s sessions',
    async () => {
      await enterAs(tested.url, anna);
      await tested.office.post(`people/${person}/end-sessions`);
    },
    () => ofAdministrator({ action: 'Sessions ended', object: 'Anna', company: '' }),
  ],
  [
    'another invitation',
    async () => {
      const answer = await tested.office.post(`people/${person}/invitation`);
      [, invitation] = /\/admin\/(invitation\/[\w-]+)/.exec(await answer.text()) as unknown as [
        string,
        string,
      ];
    },
    () => ofAdministrator({ action: 'Person invited again', object: 'Anna', company: '' }),
  ],
  [
    'a removed person',
    () => tested.office.post(`people/${person}/remove`),
    () =>
      ofAdministrator({
        ...{ action: 'Person removed', object: 'Anna', company: '' },
        change: `roles: publisher@${companyId}`,
      }),
  ],
  [
    'a download of statistics',
    () =>
      tested.office.get(`statistics/access.csv?company=${companyId}&from=2026-11-01&to=2026-11-02`),
    () =>
      ofNamed({
        action: 'Statistics downloaded',
        change: 'view: access, from: 2026-11-01, to: 2026-11-02',
      }),
  ],
  [
    'an export',
    () => tested.office.post('export', form({ passphrase: PASSWORD, again: PASSWORD })),
    () => ofAdministrator({ action: 'Export downloaded', company: '', change: 'secrets: true' }),
  ],
  [
    'a deleted company',
    () => tested.office.post(`companies/${companyId}/remove`, form({ name: 'Aurora Borealis' })),
    () => ofNamed({ action: 'Company deleted' }),
  ],
  [
    'a new company',
    () => tested.office.post('companies', form({ name: 'Zephyr' })),
    () => ofAdministrator({ action: 'Company created', object: 'Zephyr', company: '' }),
  ],
];

function ofNamed(entry: Partial<Entry>): Entry {
  return ofAdministrator({ company: 'Aurora Borealis', ...entry });
}

const OF_SIGN_IN = new Set(['Invitation accepted', 'Signed in']);

it('has one entry for each change, with its person, and without secrets', async () => {
  const seen: [string, Entry[]][] = [];
  for (const [name, change] of CHANGES) {
    const before = await entriesOf();
    await change();
    const entries = await entriesOf();
    const added = entries.slice(0, entries.length - before.length);
    // A session on PostgreSQL begins with a sign-in.
    seen.push([name, added.filter(({ action }) => !OF_SIGN_IN.has(action))]);
  }
  expect(seen).toEqual(CHANGES.map(([name, , entry]) => [name, [entry()]]));
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

describe('a sign-in', () => {
  it('has an entry with the person, and a refused one has no text of the form', async () => {
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

  it.each(['99999999999999-1', '999999999999999-1', '1-9999999999999999999', '-1', 'x', '1'])(
    'answers an address with the place %s',
    async (before) => {
      expect((await tested.office.get(`audit?before=${before}`)).status).toBe(200);
    },
  );

  it('shows 50 entries, and the earlier ones behind a link', async () => {
    for (let count = 0; count < 60; count += 1) {
      await tested.office.post('companies/1/key/reveal');
    }
    const shown = '?company=1&action=reveal-key';
    const page = await (await tested.office.get(`audit${shown}`)).text();
    const [, earlier] = /href="[^"]*audit(\?[^"]*before=[\d-]+)" rel="next"/.exec(page)!;
    const second = await entriesOf(earlier!.replaceAll('&amp;', '&'));
    expect([(await entriesOf(shown)).length, second.length]).toEqual([50, 10]);
  });
});
