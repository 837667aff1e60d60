import { expect, it } from 'vitest';
import { figuresDashboard } from '../../support/test-dashboard.ts';
import { SECRET } from '../../support/test-database.ts';
import { useDatabases } from '../../support/use-databases.ts';
import { openBox, storesOf } from '../start/sealed-content.ts';

const { state } = await useDatabases();
const { companies, dashboards } = storesOf(state, openBox(SECRET));

it('does not replace a dashboard that another company has published since the check of the call', async () => {
  const [aurora, borealis] = [await companies.create('Aurora'), await companies.create('Borealis')];
  const theirs = figuresDashboard(1, {});
  const { guid } = theirs;
  await dashboards.create(aurora, theirs);
  const mine = { ...theirs, title: 'Mine', companyId: borealis };
  expect(await dashboards.save(guid, 1, mine, 'an-editor')).toBe(false);
  expect(await dashboards.find(guid)).toMatchObject({ title: theirs.title, version: 1 });
  expect(await dashboards.versions(guid)).toEqual([]);
  expect(await dashboards.save(guid, 1, { ...mine, companyId: aurora }, 'an-editor')).toBe(true);
  expect(await dashboards.versions(guid)).toMatchObject([{ version: 1, title: theirs.title }]);
});
