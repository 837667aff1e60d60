import { pathToFileURL } from 'node:url';
import { createDashboardService } from 'embedded-dashboard-service';
import { expect, it, onTestFinished, vi } from 'vitest';
import { PATIENCE_MS } from '../../support/patience.mjs';
import { runSql, SECRET, SETTINGS, testDatabase } from '../../support/test-database.ts';
import { startService } from '../service-process.ts';

const { apiKey, adminPassword } = SETTINGS;
const HOUR_MS = 3_600_000;
/** SIGUSR2 sets the clock of a process with this module two hours forward, or back. */
const SHIFTED_CLOCK = pathToFileURL('test/kill/shifted-clock.mjs').href;
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

it('a process whose clock is set while it runs ends no token, and says so', async () => {
  const database = await testDatabase();
  const service = createDashboardService({ database, ...SETTINGS });
  onTestFinished(() => service.close());
  const { url } = await service.listen(0);
  const path = `/Api/GetToken/${apiKey}/anna/${service.dashboards[0]!.guid}`;
  const token = await (await fetch(url + path)).text();
  const set = await startService(
    {
      DATABASE_URL: database,
      SERVICE_SECRET: SECRET,
      SERVICE_API_KEY: apiKey,
      SERVICE_ADMIN_PASSWORD: adminPassword,
    },
    '--import',
    SHIFTED_CLOCK,
  );
  onTestFinished(set.end);

  set.child.kill('SIGUSR2');
  const statuses = new Set<number>();
  const hasSaidSo = async (): Promise<boolean> => {
    statuses.add((await fetch(`${set.url}/Tdb/${token}`, { method: 'HEAD' })).status);
    return set.errors.some((line) => line.includes('is 7200 s ahead of'));
  };
  await vi.waitUntil(hasSaidSo, { timeout: PATIENCE_MS });
  const second = await (await fetch(set.url + path)).text();
  expect([...statuses]).toEqual([200]);
  // Other processes take its tokens.
  expect((await fetch(`${url}/Tdb/${second}`, { method: 'HEAD' })).status).toBe(200);
});
