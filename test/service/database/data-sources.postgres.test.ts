import { expect, it } from 'vitest';
import type { DataSource } from '../../../service/src/database/database.ts';
import { DataSources } from '../../../service/src/database/data-sources.ts';
import { OWN_DIALECT } from '../../../service/src/database/dialects.ts';
import { PATIENCE_MS } from '../../support/patience.mjs';
import { runSql, testDatabase } from '../../support/test-database.ts';
import { holdLock } from './held-lock.ts';

const OWN: DataSource = { dialect: OWN_DIALECT, read: async () => ({ columns: [], rows: [] }) };
/** Fails as a query on a replica does that the server ends. */
const CONFLICT = `CREATE FUNCTION public.conflict() RETURNS int LANGUAGE plpgsql AS
  $$ BEGIN RAISE 'canceling statement due to conflict with recovery' USING ERRCODE = '40001'; END $$`;
const CONNECTIONS = `SELECT count(*)::int AS count FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = 'dashboard-service'`;

it('tells the operator of a query that a server has ended', async () => {
  const database = await testDatabase();
  await runSql(database, CONFLICT);
  const { hostname: host, port } = new URL(database);
  const outages: [code?: string, isOutage?: boolean][] = [];
  const sources = new DataSources(OWN, {
    servers: [{ host, port: Number(port) }],
    limitMs: PATIENCE_MS,
    report: (event) => {
      if (event.kind === 'query') outages.push([event.failure, event.isOutage]);
    },
  });
  const source = sources.find(database, 1)!;
  const owner = { companyId: 1, sessionId: 'anna' };
  for (const sql of ['SELECT public.conflict() AS n', 'SELECT oops']) {
    await expect(source.read(sql, [], { owner, dataset: 'figures' })).rejects.toThrow();
  }
  expect(outages).toEqual([
    ['40001', true],
    ['42703', false],
  ]);
  await sources.close();
});

it('ends the connections to other servers when it closes, and refuses later queries', async () => {
  const database = await testDatabase();
  const { hostname: host, port } = new URL(database);
  const sources = new DataSources(OWN, { servers: [{ host, port: Number(port) }], limitMs: 1000 });
  const source = sources.find(database, 1)!;
  const read = (): Promise<unknown> => source.read('SELECT 1 AS n', [], {});
  expect(await read()).toMatchObject({ rows: [{ n: 1 }] });
  expect(await runSql(database, CONNECTIONS)).toEqual([{ count: 1 }]);
  await sources.close();
  await expect.poll(() => runSql(database, CONNECTIONS)).toEqual([{ count: 0 }]);
  await expect(read()).rejects.toMatchObject({ code: 'closed' });
});

it('runs 20 queries on all connection strings at once, so that their results fit into the memory', async () => {
  const database = await testDatabase();
  const { hostname: host, port } = new URL(database);
  const sources = new DataSources(OWN, {
    servers: [{ host, port: Number(port) }],
    limitMs: PATIENCE_MS,
  });
  const lock = await holdLock(database);
  // The server trusts each password. So each is another connection string.
  const reading = Array.from({ length: 24 }, (_, index) => {
    const address = Object.assign(new URL(database), { password: `any-${index}` }).href;
    const owner = { companyId: index, sessionId: 'anna' };
    const sql = 'SELECT pg_advisory_lock_shared(1)::text AS n';
    return sources.find(address, index)!.read(sql, [], { owner });
  });
  await expect.poll(() => lock.countWaiting()).toBe(20);
  expect(sources.queries.count).toEqual({ running: 20, waiting: 4 });
  await lock.release();
  expect(await Promise.all(reading)).toHaveLength(24);
  await sources.close();
});
