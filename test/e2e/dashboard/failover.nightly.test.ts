import type { EmbeddedDashboardElement } from 'embedded-dashboard';
import { createDashboardService } from 'embedded-dashboard-service';
import type { Page } from 'playwright-core';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { shareChromium } from '../../support/chromium.ts';
import { findPostgres, type PostgresServer, startPostgres } from '../../support/postgres-server.ts';
import { figuresDashboard } from '../../support/test-dashboard.ts';
import { runSql, SETTINGS } from '../../support/test-database.ts';
import { frameOf, untilStatus } from '../playground-browser.ts';
import { serveHostPage } from './host-page.ts';

/** The query takes a while, so that one is under way when the server is lost. */
const dashboard = figuresDashboard(1, {
  orders: 'SELECT count(*) AS n FROM orders, pg_sleep(0.3)',
});
/** The number of renewals before the loss, and after the promotion. */
const RENEWALS = 10;

let primary: PostgresServer;
/** The address of the database at the standby. */
let copy: string;
let page: Page;

/** Opens a host page whose service has a primary, and a standby that has each change before it is acknowledged. */
async function openPage(): Promise<void> {
  vi.spyOn(console, 'error').mockReturnValue();
  primary = await startPostgres();
  onTestFinished(() => primary.stop());
  const database = primary.createDatabase();
  const standby = await primary.startStandby();
  onTestFinished(() => standby.end());
  copy = standby.addressOf(database);
  await runSql(database, `ALTER SYSTEM SET synchronous_standby_names = '*'`);
  await runSql(database, 'SELECT pg_reload_conf()');
  const hosts = database.replace(/@[^/]+/, (host) => `${host},${new URL(copy).host}`);
  const options = { ...SETTINGS, database: hosts, dashboards: [dashboard], cacheMs: 0 };
  const service = createDashboardService(options);
  onTestFinished(() => service.close());
  const { url } = await service.listen(0);
  const site = await serveHostPage(
    { url, service },
    () => ({ sessionId: 'anna', dashboards: [dashboard.guid] }),
    `<embedded-dashboard style="height: 300px" token-url="/dashboards/token"
      dashboard-guid="${dashboard.guid}"></embedded-dashboard>`,
  );
  onTestFinished(() => site[Symbol.asyncDispose]());
  const browser = await shareChromium();
  onTestFinished(() => browser.close());
  page = await browser.newPage();
  await page.goto(`http://localhost:${site.port}/`);
  await untilStatus(page, 'ready');
  await page.evaluate(() => {
    addEventListener('dashboard-load', () => {
      Object.assign(window, { loads: countLoads() + 1 });
    });
    const countLoads = () => Number(Reflect.get(window, 'loads') ?? 0);
  });
}

/** Renews the dashboard again and again, and returns the errors that the frame on screen has shown. */
async function renew(until: AbortSignal): Promise<string[]> {
  const seen: string[] = [];
  const element = page.locator('embedded-dashboard');
  while (!until.aborted) {
    const frame = await frameOf(page).catch(() => null);
    const shown = frame?.evaluate(
      () =>
        document.documentElement.dataset.refusal ??
        document.querySelector('[data-state=error]')?.textContent,
    );
    // The frame may be replaced meanwhile.
    const error = await shown?.catch(() => null);
    if (error) seen.push(error);
    await element.evaluate((each: EmbeddedDashboardElement) => {
      if (each.status === 'ready') void each.reload();
    });
  }
  return seen;
}

async function untilRenewed(): Promise<void> {
  const countLoads = () => page.evaluate(() => Number(Reflect.get(window, 'loads') ?? 0));
  const before = await countLoads();
  await expect.poll(countLoads).toBeGreaterThanOrEqual(before + RENEWALS);
}

const isMissing = !findPostgres();
const reason = isMissing ? ' (skipped: PostgreSQL is not installed)' : '';

beforeEach(() => (isMissing ? undefined : openPage()));

it.skipIf(isMissing).each(['closed', 'silent'])(
  `a reader sees no error while the primary is lost: %s${reason}`,
  async (loss) => {
    const over = new AbortController();
    const seen = renew(over.signal);
    await untilRenewed();
    if (loss === 'silent') {
      onTestFinished(() => primary.kill());
      primary.freeze();
    } else await primary.kill();
    await runSql(copy, 'SELECT pg_promote()');
    await untilRenewed();
    over.abort();
    expect(await seen).toEqual([]);
  },
);
