import { readFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { parsePostgresAddress } from '../../../service/src/database/postgres/postgres-address.ts';
import { PostgresPool } from '../../../service/src/database/postgres/postgres-pool.ts';
import { PATIENCE_MS } from '../../support/patience.mjs';
import { runSql, testDatabase } from '../../support/test-database.ts';

const OF_DASHBOARD = {
  owner: { companyId: 7, sessionId: 'anna', dashboardGuid: 'a-guid' },
  dataset: 'sold goods',
};
/** Waits until nobody shares the lock. */
const WAITING = 'SELECT pg_advisory_xact_lock(4711)::text AS waited';
/** The statement of the documentation. */
const RUNNING = readFileSync('docs/examples/running-queries.sql', 'utf8');

async function openPool(): Promise<{ database: string; pool: PostgresPool }> {
  const database = await testDatabase();
  const address = parsePostgresAddress(database)!;
  const pool = new PostgresPool({ address, size: 2, readLimitMs: PATIENCE_MS });
  onTestFinished(() => pool.close());
  return { database, pool };
}

it('names the dashboard of a running query, as the documentation shows', async () => {
  const { database, pool } = await openPool();
  const held = pool.exclusively(async (locked) => {
    await locked.query(WAITING);
    const reading = pool.read(WAITING, [], OF_DASHBOARD);
    await expect
      .poll(() => runSql(database, RUNNING), { timeout: PATIENCE_MS })
      .toMatchObject([{ company: '7', dashboard: 'a-guid', dataset: 'sold%20goods' }]);
    return { reading };
  });
  const { reading } = await held;
  expect((await reading).rows).toHaveLength(1);
});

it.each(['SELECT 1 -- the end', "SELECT 'open"])(
  'leaves the result and the position of the error as they are: %s',
  async (sql) => {
    const { pool } = await openPool();
    const outcomes = [OF_DASHBOARD, {}].map(async (options) =>
      pool.read(sql, [], options).then(
        ({ rows }) => rows,
        ({ code, details }) => [code, details],
      ),
    );
    const [commented, plain] = await Promise.all(outcomes);
    expect(commented).toEqual(plain);
  },
);
