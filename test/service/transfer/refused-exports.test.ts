import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseDatabaseUrl } from '../../../service/src/start/database-url.ts';
import { type Databases, openDatabases } from '../../../service/src/start/open-databases.ts';
import { ExportText } from '../../../service/src/transfer/write-export.ts';
import { PATIENCE_MS } from '../../support/patience.mjs';
import { SECRET, testDatabase } from '../../support/test-database.ts';
import { openBox, storesOf } from '../start/sealed-content.ts';
import { dashboardOf, guidOf, startFirst } from './exported-content.ts';

const { box, ...others } = openBox(SECRET);

let databases: Databases;
beforeAll(async () => {
  databases = await openDatabases(parseDatabaseUrl(await testDatabase()), PATIENCE_MS);
});
afterAll(() => databases.close());

it('says which dashboards an import will refuse: programs give what no editor saves', async () => {
  const { state } = databases;
  await startFirst(state, { box, ...others });
  const { dashboards } = storesOf(state, { box, ...others });
  const { definition, ...dashboard } = dashboardOf(guidOf(1), 'By a program');
  const large = { ...definition, subtitle: 'x'.repeat(9 * 2 ** 20) };
  await dashboards.create(1, { ...dashboard, definition: { ...definition, currency: 'coins' } });
  await dashboards.create(1, { ...dashboard, guid: guidOf(2), title: 'Large', definition: large });
  const exported = await ExportText.create(state, box, null);
  for await (const line of exported.lines(new Date())) expect(line).toMatch(/\n$/);
  expect(exported.refusals).toEqual([
    'the editor refuses “By a program”, currency: Choose an ISO 4217 currency, such as EUR.',
    '“Large” is too large.',
    'the editor refuses “Large”, subtitle: Shorten it to 300 characters.',
  ]);
});
