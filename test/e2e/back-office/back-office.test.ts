import { createDashboardService, type DashboardService } from 'embedded-dashboard-service';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findViolations } from '../axe.ts';
import { shareChromium } from '../../support/chromium.ts';
import { startConsumer } from '../../support/consumer.ts';
import { figuresDashboard } from '../../support/test-dashboard.ts';
import { SETTINGS } from '../../support/test-database.ts';

const dashboard = figuresDashboard(1, { orders: 'SELECT count(*) AS n FROM orders' });

let service: DashboardService;
let browser: Browser;
let url: string;
let office: Page;

beforeAll(async () => {
  service = createDashboardService({ ...SETTINGS, dashboards: [dashboard] });
  [browser, { url }] = await Promise.all([shareChromium(), service.listen(0)]);
  const context = await browser.newContext();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  office = await context.newPage();
});

afterAll(async () => {
  await browser.close();
  await service.close();
});

const click = (role: 'button' | 'link', name: string): Promise<void> =>
  office.getByRole(role, { name, exact: true }).first().click();

/** Returns the text that the copy button next to `label` copies. */
async function copyFrom(label: string): Promise<string> {
  await office.evaluate(() => navigator.clipboard.writeText(''));
  const box = office.locator('figure, .secret').filter({
    has: office.locator(`[aria-label="${label}"]`),
  });
  await box.getByRole('button', { name: 'Copy' }).click();
  const read = (): Promise<string> => office.evaluate(() => navigator.clipboard.readText());
  await expect.poll(read).not.toBe('');
  return read();
}

it('leads from the login to a dashboard on a page, and to its statistics', async () => {
  await office.goto(`${url}/admin`);
  expect(await findViolations(office)).toEqual([]);
  await office.getByLabel('Password').fill(service.adminPassword);
  await click('button', 'Sign in');
  await click('link', dashboard.title);

  // Copies its code, and runs the code unchanged.
  await click('link', 'API code');
  await office.waitForURL('**/api-code');
  expect(await copyFrom('server.mjs')).toContain('<API_KEY>');
  const apiKey = await copyFrom('API key');
  expect(apiKey).toBe(service.apiKey);
  await click('button', 'Insert the API key');
  await office.getByText('The code now contains the API key').waitFor();
  const files = {
    'index.html': await copyFrom('index.html'),
    'server.mjs': await copyFrom('server.mjs'),
  };
  await using host = await startConsumer(files, {});
  const page = await browser.newPage();
  await page.goto(host.url);
  const frame = page.frameLocator('iframe');
  await frame.getByRole('heading', { name: dashboard.title }).waitFor();
  const [{ orders } = {}] = await service.query('SELECT count(*) AS orders FROM orders');
  await frame.locator(`.figure[data-value="${String(orders)}"]`).waitFor();

  // Replaces a leaked key: the old one is no longer valid, and the dashboards end.
  const ask = (key: string): Promise<Response> =>
    fetch(`${url}/Api/GetToken/${key}/anna/${dashboard.guid}`);
  expect((await ask(apiKey)).status).toBe(200);
  await click('link', 'Companies');
  await office.getByRole('heading', { name: 'Companies' }).waitFor();
  expect(await findViolations(office)).toEqual([]);
  await click('link', 'Aurora Coffee Supply');
  await office.getByText('Edit', { exact: true }).click();
  expect(await findViolations(office)).toEqual([]);
  office.once('dialog', (dialog) => void dialog.accept());
  await office.waitForLoadState();
  const done = office.waitForEvent('load');
  await click('button', 'Replace a leaked API key');
  await done;
  expect((await ask(apiKey)).status).toBe(401);
  expect((await ask(await copyFrom('API key'))).status).toBe(200);
  await page.reload();
  await page.waitForFunction(
    () => document.querySelector('embedded-dashboard')?.status === 'failed',
  );

  // Finds its opening in the statistics.
  await click('link', 'Statistics');
  await office.waitForURL('**/statistics/connections');
  await office.goto(`${url}/admin/statistics/access`);
  expect(await findViolations(office)).toEqual([]);
  const byDashboard = office.getByRole('group', { name: 'Openings by dashboard' });
  const row = byDashboard.getByRole('row', { name: dashboard.title });
  expect(await row.getByRole('cell').last().textContent()).toBe('1');
});

it('downloads an export from its page', async () => {
  await office.goto(`${url}/admin/companies`);
  await click('link', 'Export all companies');
  await office.getByRole('heading', { name: 'Export', exact: true }).waitFor();
  expect(await findViolations(office)).toEqual([]);
  const download = office.waitForEvent('download');
  await office.getByLabel('Passphrase', { exact: true }).fill('correct horse battery');
  await office.getByLabel('Passphrase again').fill('correct horse battery');
  await click('button', 'Download the export');
  expect((await download).suggestedFilename()).toMatch(/^dashboards-\d{4}-\d\d-\d\d\.jsonl$/);
});
