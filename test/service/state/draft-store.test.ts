import { afterAll, beforeAll, expect, it } from 'vitest';
import { EMPTY_DRAFT } from '../../../service/src/dashboard/dashboard-draft.ts';
import { parseDatabaseUrl } from '../../../service/src/start/database-url.ts';
import { type Databases, openDatabases } from '../../../service/src/start/open-databases.ts';
import { CompanyStore } from '../../../service/src/state/company-store.ts';
import { DraftStore } from '../../../service/src/state/draft-store.ts';
import { PATIENCE_MS } from '../../support/patience.mjs';
import { SECRET, testDatabase } from '../../support/test-database.ts';
import { openBox } from '../start/sealed-content.ts';

let databases: Databases;

beforeAll(async () => {
  databases = await openDatabases(parseDatabaseUrl(await testDatabase()), PATIENCE_MS);
});
afterAll(() => databases.close());

it('does not overwrite a draft that another company has made since the check of the call', async () => {
  const { state } = databases;
  const companies = new CompanyStore(state, openBox(SECRET).box);
  const [aurora, borealis] = [await companies.create('Aurora'), await companies.create('Borealis')];
  const drafts = new DraftStore(state, Date.now);
  const guid = crypto.randomUUID();
  const place = { guid, publishedVersion: 0, editor: 'an-editor' };
  const theirs = { ...place, draft: { ...EMPTY_DRAFT, title: 'Theirs' }, companyId: aurora };
  expect(await drafts.save({ ...theirs, version: 0 })).toBe(1);
  const mine = { ...place, draft: { ...EMPTY_DRAFT, title: 'Mine' }, companyId: borealis };
  expect(await drafts.save({ ...mine, version: 1 })).toBeNull();
  expect(await drafts.find(guid)).toMatchObject({ title: 'Theirs', companyId: aurora });
  expect(await drafts.save({ ...theirs, version: 1 })).toBe(2);
});
