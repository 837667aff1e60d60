import { expect, it } from 'vitest';
import type { DataSource } from '../../../service/src/database/database.ts';
import { DataSources } from '../../../service/src/database/data-sources.ts';
import { OWN_DIALECT } from '../../../service/src/database/dialects.ts';
import { PATIENCE_MS } from '../../support/patience.mjs';
import { runSql, testDatabase } from '../../support/test-database.ts';
import { holdLock } from './held-lock.ts';

const OWN: DataSource = { dialect: OWN_DIALECT, read: async () => ({ columns: [], rows: [] }) };
const CONNECTIONS = `SELECT count(*)::int AS count FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = 'dashboard-service'`;

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

it('runs 20 queries on all connection strings at once, and leaves a place free for other companies', async () => {
  const database = await testDatabase();
  const { hostname: host, port } = new URL(database);
  const sources = new DataSources(OWN, {
    servers: [{ host, port: Number(port) }],
    limitMs: PATIENCE_MS,
  });
  const lock = await holdLock(database);
  /** Reads as a company. The server trusts each password, so each is another connection string. */
  const read = (companyId: number, password: number): Promise<unknown> => {
    const address = Object.assign(new URL(database), { password: `any-${password}` }).href;
    const owner = { companyId, sessionId: `user-${password}` };
    const sql = 'SELECT pg_advisory_lock_shared(1)::text AS n';
    return sources.find(address, companyId)!.read(sql, [], { owner });
  };
  const reading = Array.from({ length: 40 }, (_, index) => read(1, index));
  await expect.poll(() => lock.countWaiting()).toBe(19);
  reading.push(read(2, 100));
  await expect.poll(() => lock.countWaiting()).toBe(20);
  expect(sources.queries.count).toEqual({ running: 20, waiting: 21 });
  await lock.release();
  await Promise.all(reading);
  // Pools that are idle make room for those of other strings.
  await expect.poll(() => runSql(database, CONNECTIONS)).toEqual([{ count: 20 }]);
  await sources.close();
});
