import { pathToFileURL } from 'node:url';
import { createDashboardService } from 'embedded-dashboard-service';
import { expect, it, onTestFinished, vi } from 'vitest';
import { PATIENCE_MS } from '../../support/patience.mjs';
import { toEnvironment } from '../../support/service-environment.ts';
import { runSql, SETTINGS, testDatabase } from '../../support/test-database.ts';
import { startService } from '../service-process.ts';

/** SIGUSR2 sets the clock of a process with this module two hours forward, or back. */
const SHIFTED_CLOCK = pathToFileURL('test/kill/shifted-clock.mjs').href;

/** Starts a service that issues a token, and then a process on its database that preloads a module. */
async function startBoth(preload: string) {
  const database = await testDatabase();
  const service = createDashboardService({ database, ...SETTINGS });
  onTestFinished(() => service.close());
  const right = await service.listen(0);
  const path = `/Api/GetToken/${SETTINGS.apiKey}/anna/${service.dashboards[0]!.guid}`;
  const getToken = async ({ url }: { url: string }) => (await fetch(url + path)).text();
  const open = async ({ url }: { url: string }, token: string) =>
    (await fetch(`${url}/Tdb/${token}`, { method: 'HEAD' })).status;
  const first = await getToken(right);
  await runSql(
    database,
    `INSERT INTO dashboard_service.tokens (token_hash, connection_id, sharing, sql_parameters, expires_at)
     SELECT 'old', connection_id, sharing, sql_parameters, now() - interval '2 days'
     FROM dashboard_service.tokens`,
  );
  const other = await startService(toEnvironment(database), '--import', preload);
  onTestFinished(other.end);
  // The first sweep of the process has ended when it has removed the old token.
  const old = `SELECT FROM dashboard_service.tokens WHERE token_hash = 'old'`;
  const isSwept = async () => (await runSql(database, old)).length === 0;
  await vi.waitUntil(isSwept, { timeout: PATIENCE_MS });
  return { right, other, first, getToken, open };
}

it.each([
  ['ahead of', 3],
  ['behind', -3],
])('a process whose clock is 3 hours %s the database’s ends no token', async (side, hours) => {
  const { right, other, first, getToken, open } = await startBoth(
    `data:text/javascript,const real = Date.now; Date.now = () => real() + ${hours * 3_600_000};`,
  );
  const second = await getToken(other);
  for (const each of [right, other]) {
    expect([await open(each, first), await open(each, second)]).toEqual([200, 200]);
  }
  expect(other.errors.filter((line) => line.includes('clock'))).toEqual([
    expect.stringContaining(`is 10800 s ${side} the database's clock`),
  ]);
});

it('a process whose clock is set while it runs ends no token, and says so', async () => {
  const { right, other, first, getToken, open } = await startBoth(SHIFTED_CLOCK);
  other.child.kill('SIGUSR2');
  const statuses = new Set<number>();
  const hasSaidSo = async (): Promise<boolean> => {
    statuses.add(await open(other, first));
    return other.errors.some((line) => line.includes('is 7200 s ahead of'));
  };
  await vi.waitUntil(hasSaidSo, { timeout: PATIENCE_MS });
  expect([...statuses]).toEqual([200]);
  // Other processes take its tokens.
  expect(await open(right, await getToken(other))).toBe(200);
});
