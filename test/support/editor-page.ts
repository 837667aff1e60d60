import { createDashboardService, type DashboardService } from 'embedded-dashboard-service';
import type { Browser, FrameLocator, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { launchChromium } from './chromium.ts';
import { SECRETS } from './test-database.ts';

/** What a file's tests share: a service, and for each test a page on its list of dashboards. */
export interface OpenBackOffice {
  service: DashboardService;
  url: string;
  page: Page;
  /** What went wrong in the page's script; a test that leaves any fails. */
  troubles: string[];
}

/** Starts a service and a browser for the tests of a file, each of which begins logged in, in a page of its own. */
export function openBackOffice(): OpenBackOffice {
  const office = {} as OpenBackOffice;
  let browser: Browser;

  beforeAll(async () => {
    const service = createDashboardService(SECRETS);
    const [launched, { url }] = await Promise.all([launchChromium(), service.listen(0)]);
    browser = launched;
    Object.assign(office, { service, url });
  }, 60_000);

  afterAll(() => Promise.all([browser.close(), office.service.close()]));

  beforeEach(async () => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    Object.assign(office, { page, troubles: [] });
    page.on('pageerror', ({ message }) => office.troubles.push(message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) {
        office.troubles.push(message.text());
      }
    });
    await page.goto(`${office.url}/admin/login`);
    await page.getByLabel('Password').fill(SECRETS.adminPassword);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL('**/dashboards');
  });

  afterEach(async () => {
    await office.page.context().close();
    expect(office.troubles).toEqual([]);
  });

  return office;
}

/** The page in the preview of an editor. */
export function previewIn(page: Page): FrameLocator {
  return page.frameLocator('.screen iframe:first-child');
}

/** Where an editor says whether it is saved. */
export function statusIn(page: Page): Locator {
  return page.locator('.save-bar [role=status]');
}

/** The field of the dashboard's title. */
export function titleIn(page: Page): Locator {
  return page.getByLabel('Title', { exact: true }).first();
}

/** Asks an editor to save, and waits for nothing. */
export function saveIn(page: Page): Promise<void> {
  return page.getByRole('button', { name: 'Save', exact: true }).click();
}

/** Goes from the list to a dashboard of the demo, until its preview is there. */
export async function openDashboard(page: Page, title: string): Promise<void> {
  await page.getByRole('link', { name: title }).click();
  await previewIn(page).getByRole('heading', { level: 1 }).waitFor();
}
