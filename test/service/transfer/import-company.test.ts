import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import {
  type CompanyImportEnd,
  importCompany,
} from '../../../service/src/transfer/import-company.ts';
import { ExportReader } from '../../../service/src/transfer/read-export.ts';
import { SECRET } from '../../support/test-database.ts';
import { useDatabases } from '../../support/use-databases.ts';
import { openBox, storesOf } from '../start/sealed-content.ts';
import { dashboardOf, exportText, guidOf, readRows, startFirst } from './exported-content.ts';

const secrets = openBox(SECRET);
const { state } = await useDatabases();
await startFirst(state, secrets);
const { companies, connections, dashboards, drafts } = storesOf(state, secrets);
/** The company that gets dashboards, and another one. */
const aurora = await companies.create('Aurora');
const other = await companies.create('Other');
await connections.save(aurora, 'Warehouse', 'postgres://a:b@db.example.com/app');
await dashboards.create(aurora, dashboardOf(guidOf(1), 'Of staging', 'Warehouse'));
await dashboards.create(aurora, dashboardOf(guidOf(2), 'New', 'Lake'));
await dashboards.create(other, dashboardOf(guidOf(3), 'Of another company'));
/** The file: two dashboards of the company, and one of another company. */
const staging = await exportText(state, secrets, null);
for (const number of [1, 2, 3]) await dashboards.remove(guidOf(number));

const saveDraft = (number: number, companyId: number, publishedVersion: number) =>
  drafts.save({
    ...{ guid: guidOf(number), companyId, version: 0, publishedVersion, editor: 'editor' },
    draft: { title: 'A draft' } as never,
  });

async function importTo(name: string): Promise<CompanyImportEnd> {
  const reader = await ExportReader.open(Readable.from([Buffer.from(staging)]));
  return state.exclusively((locked) => importCompany(locked, reader.records(null), name));
}

it('imports the dashboards of one company as new versions, and nothing else', async () => {
  const production = dashboardOf(guidOf(1), 'Of production');
  await dashboards.create(aurora, { ...production, accessible: false });
  await saveDraft(1, aurora, 1);
  const before = await readRows(state, secrets);
  const counts = { created: 1, changed: 1, unchanged: 0, missingConnections: ['Lake'] };
  expect(await importTo('Aurora')).toEqual(counts);
  const after = await readRows(state, secrets);
  const { companies: unchanged, connections: same, drafts: kept } = before;
  expect(after).toMatchObject({ companies: unchanged, connections: same, drafts: kept });
  const [changed, created] = await Promise.all([1, 2].map((n) => dashboards.find(guidOf(n))));
  expect(changed).toMatchObject({ title: 'Of staging', version: 2, accessible: false });
  expect((await dashboards.findVersion(guidOf(1), 1))?.title).toBe('Of production');
  expect(created).toMatchObject({ title: 'New', version: 1, accessible: true, companyId: aurora });
  expect(await dashboards.find(guidOf(3))).toBeNull();

  // Again, it changes nothing.
  expect(await importTo('Aurora')).toMatchObject({ created: 0, changed: 0, unchanged: 2 });
  expect(await readRows(state, secrets)).toEqual(after);
});

it('imports a dashboard of the demo without a change, although its fields have another order', async () => {
  const end = await importTo('Aurora Coffee Supply');
  expect(end).toMatchObject({ created: 0, changed: 0 });
  expect(end.unchanged).toBeGreaterThan(3);
});

it.each<[string, string, () => Promise<unknown>, RegExp]>([
  [
    'a company that the database does not have',
    'Nobody',
    async () => {},
    /The database has no company with the name “Nobody”/,
  ],
  [
    'a name of several companies',
    'Twice',
    async () => {
      await companies.create('Twice');
      await companies.create('Twice');
    },
    /The database has several companies with the name “Twice”/,
  ],
  [
    'a company that the file does not have',
    'Later',
    () => companies.create('Later'),
    /The file has no company/,
  ],
  [
    'a dashboard of another company',
    'Other',
    () => dashboards.create(aurora, dashboardOf(guidOf(3), 'Mine')),
    /Line \d+: another company has the dashboard/,
  ],
  [
    'a dashboard whose draft is of another company',
    'Aurora',
    async () => {
      await dashboards.remove(guidOf(2));
      await saveDraft(2, other, 0);
    },
    /another company has the dashboard/,
  ],
])('refuses %s, and changes nothing', async (_, name, prepare, refusal) => {
  await prepare();
  const before = await readRows(state, secrets);
  await expect(importTo(name)).rejects.toThrow(refusal);
  expect(await readRows(state, secrets)).toEqual(before);
});
