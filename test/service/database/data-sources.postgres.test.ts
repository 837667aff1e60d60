import { expect, it } from 'vitest';
import type { DataSource } from '../../../service/src/database/database.ts';
import { DataSources } from '../../../service/src/database/data-sources.ts';
import { OWN_DIALECT } from '../../../service/src/database/dialects.ts';
import { PATIENCE_MS } from '../../support/patience.mjs';
import { runSql, testDatabase } from '../../support/test-database.ts';

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
