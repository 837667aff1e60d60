import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Row } from '../../../service/src/database/database.ts';
import { parseDatabaseUrl } from '../../../service/src/start/database-url.ts';
import { type Databases, openDatabases } from '../../../service/src/start/open-databases.ts';
import { PATIENCE_MS } from '../../support/patience.mjs';
import { testDatabase } from '../../support/test-database.ts';

let databases: Databases;

beforeEach(async () => {
  databases = await openDatabases(parseDatabaseUrl(await testDatabase()), PATIENCE_MS);
});

afterEach(() => databases.close());

const names = (): Promise<Row[]> => databases.state.query('SELECT name FROM companies ORDER BY id');
const ADD = 'INSERT INTO companies (name) VALUES ($1)';

it('keeps all changes of its work, or none', async () => {
  const { state } = databases;
  const [row] = await state.exclusively(async ({ query }) => {
    await query(ADD, ['First']);
    return query('SELECT count(*)::int AS count FROM companies');
  });
  expect(row).toEqual({ count: 1 });
  const failing = state.exclusively(async ({ query }) => {
    await query(ADD, ['Second']);
    throw new Error('stopped');
  });
  await expect(failing).rejects.toThrow('stopped');
  const refused = state.exclusively(async ({ query, execute }) => {
    await query(ADD, ['Third']);
    await execute('SELECT nothing');
  });
  await expect(refused).rejects.toThrow('nothing');
  expect(await names()).toEqual([{ name: 'First' }]);
  await state.query(ADD, ['Fourth']);
  expect(await names()).toEqual([{ name: 'First' }, { name: 'Fourth' }]);
});
