import { createDashboardService, type DashboardService } from 'embedded-dashboard-service';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openOffice } from '../../support/back-office.ts';
import { PATIENCE_MS } from '../../support/patience.mjs';
import { runSql, SETTINGS, testDatabase } from '../../support/test-database.ts';
import { keepNotices } from '../../support/notices.ts';

it('a deleted demo company stays deleted, and its statistics follow', async () => {
  const database = await testDatabase();
  const warnings: string[] = [];
  const start = async (): Promise<{ service: DashboardService; url: string }> => {
    const service = createDashboardService({
      database,
      ...SETTINGS,
      onEvent: keepNotices(warnings),
    });
    onTestFinished(() => service.close());
    return { service, ...(await service.listen(0)) };
  };
  const first = await start();
  const { guid } = first.service.dashboards[0]!;
  const getToken = (url: string) => fetch(`${url}/Api/GetToken/${SETTINGS.apiKey}/anna/${guid}`);
  const token = await (await getToken(first.url)).text();
  await (await fetch(`${first.url}/Tdb/${token}`)).text();
  const office = await openOffice(first.url, SETTINGS.adminPassword);
  const name = 'Aurora Coffee Supply';
  expect((await office.post('companies/1/remove', new URLSearchParams({ name }))).status).toBe(303);
  const page = await (await office.get('dashboards')).text();
  expect(page).toContain('<a class="button" href="companies">Add a company</a>');
  await first.service.close();

  warnings.length = 0;
  const second = await start();
  expect((await getToken(second.url)).status).toBe(401);
  expect(warnings.filter((line) => line.startsWith('SERVICE_API_KEY'))).toEqual([
    expect.stringContaining('the demo company was deleted'),
  ]);
  const tables = ['connections', 'openings', 'tokens', 'dashboards'];
  const counts = tables.map((table) => `(SELECT count(*) FROM dashboard_service.${table})`);
  const isEmpty = async (): Promise<boolean> =>
    (await runSql(database, `SELECT ${counts.join(' + ')} = 0 AS is_empty`))[0]!.is_empty === true;
  await vi.waitUntil(isEmpty, { timeout: PATIENCE_MS });
});
