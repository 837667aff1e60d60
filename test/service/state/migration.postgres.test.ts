import { createDashboardService, SettingError } from 'embedded-dashboard-service';
import pg from 'pg';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { MIGRATIONS } from '../../../service/src/state/migrations.ts';
import { STATE_SCHEMA } from '../../../service/src/state/state-schema.ts';
import { PATIENCE_MS } from '../../support/patience.mjs';
import { runSql, SETTINGS, testDatabase } from '../../support/test-database.ts';

let database: string;
beforeEach(async () => {
  database = await testDatabase();
});

/** Makes the tables of the first versions, as an old version of the service left them. */
async function makeOldTables(versions: number): Promise<void> {
  const old = MIGRATIONS.slice(0, versions).map(
    ({ sql }, index) => `${sql}; INSERT INTO schema_versions VALUES (${index + 1});`,
  );
  await runSql(
    database,
    `CREATE SCHEMA ${STATE_SCHEMA}; SET search_path TO ${STATE_SCHEMA};
     CREATE TABLE schema_versions (version integer PRIMARY KEY); ${old.join('\n')}`,
  );
}

/** Starts a service until the end of the test. Resolves when it listens. */
async function start(): Promise<void> {
  const service = createDashboardService({ database, ...SETTINGS });
  onTestFinished(() => service.close());
  await service.listen(0);
}

const isTrue = async (condition: string): Promise<boolean> =>
  (await runSql(database, `SELECT ${condition} AS is_true`))[0]!.is_true === true;

it('lets readers read while it waits for a long reader of its tables', async () => {
  await makeOldTables(MIGRATIONS.length - 1);
  const tables = await runSql(
    database,
    `SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = '${STATE_SCHEMA}'`,
  );
  const readAll = tables.map(({ name }) => `SELECT FROM ${STATE_SCHEMA}.${String(name)};`).join('');
  const long = new pg.Client(database);
  await long.connect();
  onTestFinished(() => long.end());
  // A backup reads like this.
  await long.query(`BEGIN; ${readAll}`);

  const starting = start();
  const isWaiting = 'EXISTS (SELECT FROM pg_locks WHERE NOT granted)';
  await vi.waitUntil(() => isTrue(isWaiting), { timeout: PATIENCE_MS });
  await runSql(database, readAll);
  await long.query('ROLLBACK');
  await starting;
  const versions = `(SELECT max(version) FROM ${STATE_SCHEMA}.schema_versions)`;
  expect(await isTrue(`${versions} = ${MIGRATIONS.length}`)).toBe(true);
});

it.each(['missing', 'incomplete'])('adds an index that is %s, next to the calls', async (state) => {
  await start();
  await runSql(
    database,
    state === 'missing'
      ? `DROP INDEX ${STATE_SCHEMA}.dashboards_company`
      : `UPDATE pg_index SET indisvalid = false
         WHERE indexrelid = '${STATE_SCHEMA}.dashboards_company'::regclass`,
  );
  await start();
  const isThere = `EXISTS (SELECT FROM pg_index WHERE indisvalid
    AND indexrelid = to_regclass('${STATE_SCHEMA}.dashboards_company'))`;
  await vi.waitUntil(() => isTrue(isThere), { timeout: PATIENCE_MS });
});

describe('tables of a newer version', () => {
  const version = MIGRATIONS.length + 1;
  const changeTables = (oldest: number) =>
    runSql(database, `INSERT INTO ${STATE_SCHEMA}.schema_versions VALUES (${version}, ${oldest})`);

  it('are used if that version has only added to them', async () => {
    await start();
    await changeTables(8);
    await start();
  });

  it('stop the start if only that version can use them', async () => {
    await start();
    await changeTables(version);
    await expect(start()).rejects.toThrow(SettingError);
  });
});
