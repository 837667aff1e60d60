import { createDashboardService } from 'embedded-dashboard-service';
import pg from 'pg';
import { expect, it, vi } from 'vitest';
import { startPostgres } from '../../support/postgres-server.ts';
import { runSql, SETTINGS } from '../../support/test-database.ts';
import { PATIENCE_MS } from '../../support/patience.mjs';

const WAITING = `SELECT 1 FROM pg_stat_activity WHERE wait_event = 'transactionid'`;

it('lets services on separate databases start at once, although they share the readers’ role', async () => {
  const server = await startPostgres();
  const [own, other] = [server.createDatabase(), server.createDatabase()];
  const first = new pg.Client(other);
  await first.connect();
  await first.query('BEGIN; CREATE ROLE dashboard_reader; GRANT dashboard_reader TO CURRENT_USER');
  const service = createDashboardService({ database: own, ...SETTINGS });
  const begun = service.listen(0);
  await vi.waitUntil(async () => (await runSql(other, WAITING)).length > 0, {
    timeout: PATIENCE_MS,
  });
  await first.query('COMMIT');
  await expect(begun).resolves.toMatchObject({ url: expect.stringContaining('http') });

  await Promise.all([service.close(), first.end()]);
  await server.stop();
});
