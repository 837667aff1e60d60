import { createDashboardService, type DashboardService } from 'embedded-dashboard-service';
import type { Browser, FrameLocator, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { SECRETS } from '../support/test-database.ts';

/** The page of the running test, logged in, on the list of dashboards. */
export let page: Page;

/** The service that all tests of a file share. */
export interface OpenBackOffice {
  service: DashboardService;
  url: string;
  /** Errors of the page's scripts. A test fails if it leaves any. */
  troubles: string[];
}

/** Starts a service and a browser for the tests of a file, and opens {@link page} for each test. */
export function openBackOffice(): OpenBackOffice {
  const office = {} as OpenBackOffice;
  let browser: Browser;

  beforeAll(async () => {
    const service = createDashboardService(SECRETS);
    const [launched, { url }] = await Promise.all([launchChromium(), service.listen(0)]);
    browser = launched;
    Object.assign(office, { service, url });
  });

  afterAll(() => Promise.all([browser.close(), office.service.close()]));

  beforeEach(async () => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    page = await context.newPage();
    office.troubles = [];
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
    await page.context().close();
    expect(office.troubles).toEqual([]);
  });

  return office;
}

/** Removes the browser's reports of lost calls with these errors from the troubles. */
export function passOverLostCalls(office: OpenBackOffice, ...errors: string[]): void {
  office.troubles = office.troubles.filter((text) => !errors.some((error) => text.includes(error)));
}

/** Returns the page in the preview of an editor. */
export function previewIn(editor: Page): FrameLocator {
  return editor.frameLocator('.screen iframe:first-child');
}

/** Returns the place that shows the result of an editor's last action, or its error. */
export function statusIn(editor: Page): Locator {
  return editor.locator('.save-bar [role=status]');
}

/** Returns the field of the dashboard's title. */
export function titleIn(editor: Page): Locator {
  return editor.getByLabel('Title', { exact: true }).first();
}

/** Returns the form of the selected tile. */
export function tileFormIn(editor: Page): Locator {
  return editor.getByRole('group', { name: 'Selected tile' });
}

/** Returns a tile in the layout. */
export function tileIn(editor: Page, title: string): Locator {
  return editor.locator('.board .box', { has: editor.getByText(title, { exact: true }) });
}

/** Adds a tile and types its title. */
export async function addTile(editor: Page, title: string): Promise<void> {
  await editor.getByRole('button', { name: 'Add a tile' }).click();
  await editor.keyboard.type(title);
}

/** Publishes without waiting for the result. */
export async function publishIn(editor: Page): Promise<void> {
  await editor.getByRole('button', { name: 'Publish', exact: true }).click();
  await editor.getByRole('button', { name: 'Publish now' }).click();
}

/** Waits until an editor's status contains a text. */
export function expectStatus(editor: Page, text: string): Promise<void> {
  return expect.poll(() => statusIn(editor).textContent()).toContain(text);
}

/** Waits until the service has the draft. */
export function waitForDraft(editor: Page): Promise<void> {
  return editor.locator('.save-bar', { hasText: 'Draft saved' }).waitFor();
}

/** Opens a dashboard of the demo from the list, and waits for its preview. */
export async function openDashboard(editor: Page, title: string): Promise<void> {
  await editor.getByRole('link', { name: title }).click();
  await previewIn(editor).getByRole('heading', { level: 1 }).waitFor();
}

/** Returns the label of the focused control. */
export const focusedLabel = (): Promise<string | null | undefined> =>
  page.evaluate(() => {
    const control = document.activeElement as HTMLInputElement;
    const label = document.querySelector(`#${control.getAttribute('aria-labelledby') ?? 'none'}`);
    return (control.labels?.[0] ?? label)?.textContent;
  });
