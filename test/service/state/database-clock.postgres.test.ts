import { createDashboardService } from 'embedded-dashboard-service';
import { expect, it, onTestFinished, vi } from 'vitest';
import { PATIENCE_MS } from '../../support/patience.mjs';
import { runSql, SECRET, SETTINGS, testDatabase } from '../../support/test-database.ts';
import { startService } from '../service-process.ts';

const { apiKey, adminPassword } = SETTINGS;
const HOUR_MS = 3_600_000;
const sumOld =
  "SELECT count(*)::int AS n FROM dashboard_service.tokens WHERE expires_at < now() - interval '1 day'";

it.each([
  ['ahead of', 3 * HOUR_MS],
  ['behind', -3 * HOUR_MS],
])('a process whose clock is 3 hours %s the database’s ends no token', async (side, ms) => {
  const database = await testDatabase();
  const service = createDashboardService({ database, ...SETTINGS });
  onTestFinished(() => service.close());
  const { url } = await service.listen(0);
  const { guid } = service.dashboards[0]!;
  const getToken = async (base: string) =>
    (await fetch(`${base}/Api/GetToken/${apiKey}/anna/${guid}`)).text();
  const first = await getToken(url);
  await runSql(
    database,
    `INSERT INTO dashboard_service.tokens (token_hash, connection_id, sharing, sql_parameters, expires_at)
     SELECT 'old', connection_id, sharing, sql_parameters, now() - interval '2 days'
     FROM dashboard_service.tokens`,
  );

  const wrong = await startService(
    {
      DATABASE_URL: database,
      SERVICE_SECRET: SECRET,
      SERVICE_API_KEY: apiKey,
      SERVICE_ADMIN_PASSWORD: adminPassword,
    },
    '--import',
    `data:text/javascript,const real = Date.now; Date.now = () => real() + ${ms};`,
  );
  onTestFinished(wrong.end);
  const second = await getToken(wrong.url);
  // Its first sweep has ended when it has removed the old token.
  const isSwept = async () => (await runSql(database, sumOld))[0]!.n === 0;
  await vi.waitUntil(isSwept, { timeout: PATIENCE_MS });
  for (const base of [url, wrong.url]) {
    for (const token of [first, second]) {
      expect((await fetch(`${base}/Tdb/${token}`, { method: 'HEAD' })).status).toBe(200);
    }
  }
  expect(wrong.errors.filter((line) => line.includes('clock'))).toEqual([
    expect.stringContaining(`is 10800 s ${side} the database's clock`),
  ]);
});
