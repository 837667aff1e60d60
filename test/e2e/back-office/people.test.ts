import { createDashboardService, type DashboardService } from 'embedded-dashboard-service';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { shareChromium } from '../../support/chromium.ts';
import { figuresDashboard } from '../../support/test-dashboard.ts';
import { SETTINGS } from '../../support/test-database.ts';
import { findViolations } from '../axe.ts';

const PASSWORD = 'correct horse battery';
const dashboard = figuresDashboard(1, { orders: 'SELECT 42 AS n' });

let service: DashboardService;
let browser: Browser;
let url: string;
let office: Page;

beforeAll(async () => {
  service = createDashboardService({ ...SETTINGS, dashboards: [dashboard] });
  [browser, { url }] = await Promise.all([shareChromium(), service.listen(0)]);
  office = await openPage();
});

afterAll(async () => {
  await browser.close();
  await service.close();
});

/** Opens a page as wide as a phone, with its own cookies. */
async function openPage(): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 800 } });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  return context.newPage();
}

/** Expects that everybody can use the page, also on a phone. */
async function inspect(page: Page): Promise<void> {
  expect(await findViolations(page)).toEqual([]);
  const { width, room } = await page.evaluate(() => ({
    width: document.documentElement.scrollWidth,
    room: document.documentElement.clientWidth,
  }));
  expect(width, page.url()).toBe(room);
}

/** Invites a person with a role in the first company, and returns the link that the page copies. */
async function invite(name: string, role: string): Promise<string> {
  await office.goto(`${url}/admin/people`);
  await office.getByLabel('Name', { exact: true }).fill(name);
  const choice = office.getByRole('combobox', { name: 'Role' });
  await choice.selectOption(role);
  await choice.focus();
  await office.keyboard.press('Tab');
  await office.keyboard.press('Tab');
  await office.keyboard.press('Enter');
  await office.getByRole('heading', { name: `Invitation of ${name}` }).waitFor();
  await office.getByRole('button', { name: 'Copy' }).click();
  await office.getByText('Copied', { exact: true }).waitFor();
  return office.evaluate(() => navigator.clipboard.readText());
}

/** Sets the password of an invitation by keyboard. */
async function accept(link: string): Promise<Page> {
  const page = await openPage();
  await page.goto(link);
  await inspect(page);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Password again').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Dashboards' }).waitFor();
  return page;
}

it('leads a reader from the invitation to a dashboard, and out', async () => {
  await office.goto(`${url}/admin`);
  expect(await office.getByLabel('Name').count()).toBe(0);
  await office.getByLabel('Password').fill(service.adminPassword);
  await office.keyboard.press('Enter');
  await office.getByRole('link', { name: 'People' }).click();
  await office.getByText('Nobody is invited yet').waitFor();
  await inspect(office);
  const link = await invite('Anna', 'reader');
  await inspect(office);

  const page = await accept(link);
  await inspect(page);
  const menu = page.getByRole('navigation', { name: 'Back office' }).getByRole('link');
  expect(await menu.allInnerTexts()).toEqual(['Dashboards', 'Statistics']);
  await page.getByRole('link', { name: dashboard.title }).click();
  await page.frameLocator('iframe').locator('.figure[data-value="42"]').waitFor();
  await inspect(page);

  await page.getByRole('link', { name: 'Your account' }).click();
  await page.getByText('Reader in Aurora Coffee Supply').waitFor();
  await inspect(page);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('Name').fill('anna');
  await inspect(page);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Dashboards' }).waitFor();

  // The administrator takes the role away, and removes the person.
  await office.goto(`${url}/admin/people`);
  await inspect(office);
  await office.getByRole('link', { name: 'Anna' }).click();
  await inspect(office);
  await office.getByRole('button', { name: /^Take away/ }).click();
  await office.getByText('No role yet').waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'You have no role yet' }).waitFor();
  await inspect(page);
  office.once('dialog', (dialog) => void dialog.accept());
  await office.getByRole('button', { name: 'Remove' }).click();
  await office.getByText('Nobody is invited yet').waitFor();
  await page.reload();
  await page.waitForURL('**/login**');

  // The audit names who did that, and finds it by keyboard.
  await office.getByRole('link', { name: 'Audit' }).click();
  await office.getByRole('cell', { name: 'Person removed' }).waitFor();
  await inspect(office);
  await office.getByLabel('Action').selectOption({ label: 'Signed in' });
  await office.getByRole('button', { name: 'Show' }).press('Enter');
  await office.waitForURL('**action=sign-in**');
  const people = await office.locator('tbody tr td:nth-child(2)').allInnerTexts();
  expect(people).toEqual(['Anna', 'Anna', 'administrator']);
});
