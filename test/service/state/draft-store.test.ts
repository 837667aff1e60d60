import { expect, it } from 'vitest';
import { EMPTY_DRAFT } from '../../../service/src/dashboard/dashboard-draft.ts';
import { SECRET } from '../../support/test-database.ts';
import { useDatabases } from '../../support/use-databases.ts';
import { openBox, storesOf } from '../start/sealed-content.ts';

const { state } = await useDatabases();
const { companies, drafts } = storesOf(state, openBox(SECRET));

it('does not overwrite a draft that another company has made since the check of the call', async () => {
  const [aurora, borealis] = [await companies.create('Aurora'), await companies.create('Borealis')];
  const guid = crypto.randomUUID();
  const place = { guid, publishedVersion: 0, editor: 'an-editor' };
  const theirs = { ...place, draft: { ...EMPTY_DRAFT, title: 'Theirs' }, companyId: aurora };
  expect(await drafts.save({ ...theirs, version: 0 })).toBe(1);
  const mine = { ...place, draft: { ...EMPTY_DRAFT, title: 'Mine' }, companyId: borealis };
  expect(await drafts.save({ ...mine, version: 1 })).toBeNull();
  expect(await drafts.find(guid)).toMatchObject({ title: 'Theirs', companyId: aurora });
  expect(await drafts.save({ ...theirs, version: 1 })).toBe(2);
});
