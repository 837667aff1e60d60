import { createDashboardService } from 'embedded-dashboard-service';
import pg from 'pg';
import { expect, it } from 'vitest';
import { parsePostgresAddress } from '../../../service/src/database/postgres/postgres-address.ts';
import { PostgresPool } from '../../../service/src/database/postgres/postgres-pool.ts';
import { figuresDashboard } from '../../support/test-dashboard.ts';
import { runSql, SETTINGS, testDatabase } from '../../support/test-database.ts';
import { keepNotices } from '../../support/notices.ts';

const { apiKey } = SETTINGS;

async function countConnections(database: string): Promise<number> {
  const rows = await runSql(
    database,
    `SELECT 1 FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'dashboard-service'`,
  );
  return rows.length;
}

it('starts and serves many readers with two connections', async () => {
  const database = await testDatabase();
  const dashboard = figuresDashboard(1, { a: 'SELECT 1 AS n', b: 'SELECT 2 AS n' });
  const service = createDashboardService({
    database,
    ...SETTINGS,
    dashboards: [dashboard],
    connections: 2,
  });
  try {
    const { url } = await service.listen(0);
    const open = async (session: number): Promise<number> => {
      const issued = await fetch(
        `${url}/Api/GetToken/${apiKey}/reader-${session}/${dashboard.guid}`,
      );
      return (await fetch(`${url}/Tdb/${await issued.text()}`)).status;
    };
    const statuses = await Promise.all(Array.from({ length: 10 }, (_, index) => open(index)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await countConnections(database)).toBe(2);
  } finally {
    await service.close();
  }
});

it('warns if the server has no room for a second process', async () => {
  const warnings: string[] = [];
  const service = createDashboardService({
    database: await testDatabase(),
    ...SETTINGS,
    connections: 60,
    onEvent: keepNotices(warnings),
  });
  await service.query('SELECT 1');
  await service.close();
  expect(warnings).toContain(
    'SERVICE_CONNECTIONS: the server has 97 connections, fewer than two processes with 60 need.',
  );
});

it('waits while the server has no connection left, and fails at the limit', async () => {
  const database = await testDatabase();
  const role = `full_${new URL(database).pathname.slice(1)}`;
  await runSql(database, `CREATE ROLE ${role} LOGIN CONNECTION LIMIT 1`);
  const url = new URL(database);
  url.username = role;
  const holder = new pg.Client(url.href);
  await holder.connect();
  const address = parsePostgresAddress(url.href)!;
  const options = { address, size: 1, readLimitMs: 1000 };
  const hasty = new PostgresPool({ ...options, waitLimitMs: 1 });
  const patient = new PostgresPool({ ...options, waitLimitMs: 60_000 });
  const waiting = patient.query('SELECT 1 AS n');
  // Meanwhile, `patient` has been refused as well: it asked first.
  await expect(hasty.query('SELECT 1')).rejects.toMatchObject({ code: 'unavailable' });
  await holder.end();
  expect(await waiting).toEqual([{ n: 1 }]);
  await Promise.all([hasty.close(), patient.close()]);
});
