import { expect, it } from 'vitest';
import { openDatabases } from '../../../service/src/start/open-databases.ts';
import { parseDatabaseUrl } from '../../../service/src/start/database-url.ts';
import { STATE_CONTENT, STATE_SCHEMA } from '../../../service/src/state/state-schema.ts';
import { runSql, testDatabase } from '../../support/test-database.ts';

/** Returns the columns of all tables of the state, and the versions of the schema. */
const stateOf = async (database: string): Promise<unknown[]> => [
  await runSql(
    database,
    `SELECT table_name, column_name, data_type, is_nullable FROM information_schema.columns
     WHERE table_schema = '${STATE_SCHEMA}' ORDER BY 1, 2`,
  ),
  await runSql(database, `SELECT version FROM ${STATE_SCHEMA}.schema_versions ORDER BY 1`),
];

it('a prepared database has the tables of a migrated one, and needs no migration', async () => {
  const [migrated, prepared] = [await testDatabase(), await testDatabase()];
  const open = async (database: string): Promise<void> =>
    (await openDatabases(parseDatabaseUrl(database), 1000)).close();
  await open(migrated);
  await runSql(prepared, `CREATE SCHEMA ${STATE_SCHEMA}; ${STATE_CONTENT.toSql()}`);
  const content = await stateOf(prepared);
  expect(content).toEqual(await stateOf(migrated));
  await open(prepared);
  expect(await stateOf(prepared)).toEqual(content);
});
