import { createDashboardService, type DashboardService } from 'embedded-dashboard-service';
import type { Browser, BrowserContext, FrameLocator, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { beginSession } from '../../support/kept-databases.ts';
import { isLive, launchEngine, LIVE_PASSWORD, request } from '../../support/live-demo.ts';
import { serveLiveDemo } from '../../support/serve-live-demo.ts';
import { SETTINGS } from '../../support/test-database.ts';
import { untilStatus } from '../playground-browser.ts';

/** The page of the running test, signed in, on the list of dashboards. */
export let page: Page;

/** The service that all tests of a file share. In the live demo, each test has its own. */
export interface OpenBackOffice {
  /** Knows the expected figures. */
  service: DashboardService;
  /** The address of the service. */
  url: string;
  /** Errors of the page's scripts. A test fails if it leaves any. */
  troubles: string[];
}

/** Starts a service and a browser for the tests of a file, and opens {@link page} for each test. */
export function openBackOffice(): OpenBackOffice {
  const office = {} as OpenBackOffice;
  let browser: Browser;
  let close: () => Promise<void>;

  beforeAll(async () => {
    const [launched, served] = await Promise.all([launchEngine(), serveBackOffice()]);
    browser = launched;
    close = served.close;
    Object.assign(office, served);
  });

  afterAll(() => Promise.all([browser.close(), close()]));

  beforeEach(async () => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    if (isLive) await openLiveDemo(context, office.url);
    page = await context.newPage();
    office.troubles = [];
    page.on('pageerror', ({ message }) => office.troubles.push(message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) {
        office.troubles.push(message.text());
      }
    });
    await enter(office.url, page);
  });

  afterEach(async () => {
    await page.context().close();
    expect(office.troubles).toEqual([]);
  });

  return office;
}

interface ServedBackOffice extends Pick<OpenBackOffice, 'service' | 'url'> {
  close: () => Promise<void>;
}

async function serveBackOffice(): Promise<ServedBackOffice> {
  if (isLive) {
    const { service, serviceUrl: url, close } = await serveLiveDemo();
    return { service, url, close };
  }
  const service = createDashboardService(SETTINGS);
  const { url } = await service.listen(0);
  return { service, url, close: () => service.close() };
}

/** Opens the list of dashboards in the back office of the service at `url`. */
async function enter(url: string, office: Page): Promise<void> {
  const session = await beginSession(url);
  if (session === null) return logInTo(url, office);
  await office.context().addCookies([{ name: 'back-office', value: session, url }]);
  await office.goto(`${url}/admin/dashboards`);
}

/** Signs in to the back office of the service at `url`. The page then shows the list of dashboards. */
export async function logInTo(url: string, office: Page): Promise<void> {
  await office.goto(`${url}/admin/login`);
  await office.getByLabel('Password').fill(isLive ? LIVE_PASSWORD : SETTINGS.adminPassword);
  await office.getByRole('button', { name: 'Sign in' }).click();
  await office.waitForURL('**/dashboards');
}

/** Opens the tab that has the server of the live demo. */
async function openLiveDemo(context: BrowserContext, url: string): Promise<void> {
  const demo = await context.newPage();
  await demo.goto(new URL('./', url).href);
  await untilStatus(demo, 'ready');
}

/** Returns the status of the service's answer to GetToken for a dashboard of the demo company. */
export async function getTokenStatus(office: OpenBackOffice, guid: string): Promise<number> {
  return (await callGetToken(office, guid)).status;
}

/** Returns a token for a dashboard of the demo company. */
export async function getToken(office: OpenBackOffice, guid: string): Promise<string> {
  return (await callGetToken(office, guid)).text;
}

async function callGetToken({ url }: OpenBackOffice, guid: string) {
  const apiKey = isLive ? await page.evaluate(revealApiKey, url) : SETTINGS.apiKey;
  return request(page, `${url}/Api/GetToken/${apiKey}/anna/${guid}`);
}

/** Runs in a page of the back office: returns the demo company's API key. */
async function revealApiKey(url: string): Promise<string> {
  const response = await fetch(`${url}/admin/companies/1/key/reveal`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: '{}',
  });
  return ((await response.json()) as { apiKey: string }).apiKey;
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
