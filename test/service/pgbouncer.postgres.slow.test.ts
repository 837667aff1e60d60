import { createDashboardService } from 'embedded-dashboard-service';
import { expect, it } from 'vitest';
import { hasPgBouncer, startPgBouncer } from '../support/pgbouncer.ts';
import { figuresDashboard, stateOf } from '../support/test-dashboard.ts';
import { SETTINGS, testDatabase } from '../support/test-database.ts';

const { apiKey } = SETTINGS;
const dashboard = figuresDashboard(1, {
  zone: `SELECT 1 AS n WHERE current_setting('TimeZone') = 'UTC'`,
  sales: 'SELECT count(*) AS n FROM sales',
});

it.skipIf(!hasPgBouncer)('serves readers behind PgBouncer in session mode', async () => {
  const pooler = await startPgBouncer(await testDatabase(), 'session', 20);
  const service = createDashboardService({
    database: pooler.address,
    ...SETTINGS,
    dashboards: [dashboard],
  });
  try {
    const { url } = await service.listen(0);
    const open = async (session: number): Promise<string[]> => {
      const issued = await fetch(
        `${url}/Api/GetToken/${apiKey}/reader-${session}/${dashboard.guid}`,
      );
      const response = await fetch(`${url}/Tdb/${await issued.text()}`);
      const page = await response.text();
      return [String(response.status), stateOf(page, 'zone')!, stateOf(page, 'sales')!];
    };
    const pages = await Promise.all(Array.from({ length: 20 }, (_, index) => open(index)));
    expect(pages).toEqual(pages.map(() => ['200', 'ready', 'ready']));
  } finally {
    await service.close();
    await pooler.stop();
  }
});
