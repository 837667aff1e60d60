import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasNetwork, request } from '../support/live-demo.ts';
import {
  sharePlayground,
  shownAddress,
  shownFigure,
  shownFrame,
  untilStatus,
} from './playground-browser.ts';

const open = sharePlayground();
let page: Page;

beforeEach(async () => {
  page = await open.visit();
});

afterEach(() => page.close());

/** Returns the expected figures from the database, not from the service's dashboards. */
async function figuresOf(region: string): Promise<Record<string, unknown>> {
  const [row] = await open.playground.service.query(
    `SELECT sum(revenue) AS revenue, count(*) AS orders
     FROM orders JOIN customers ON customers.id = customer_id
     WHERE ordered_on > '2025-10-31' AND region = $1`,
    [region],
  );
  return row!;
}

async function shownFigures(): Promise<Record<string, unknown>> {
  return { revenue: await shownFigure(page, 'revenue'), orders: await shownFigure(page, 'orders') };
}

async function signOut(): Promise<void> {
  await page.getByLabel('Signed in as').selectOption('nobody');
  await page.getByRole('heading', { name: 'Nobody is signed in' }).waitFor();
}

describe('the first visit', () => {
  it('shows the first user’s dashboard with the numbers of that region', async () => {
    expect(await page.getByLabel('Signed in as').locator('option:checked').textContent()).toBe(
      'Nora (North)',
    );
    const frame = shownFrame(page).contentFrame();
    expect((await frame.locator('h1').textContent())?.trim()).toBe('Sales overview');
    expect(await shownFigures()).toEqual(await figuresOf('North'));
    expect(await frame.locator('[data-state="ready"]').count()).toBe(8);
  });

  it('offers the dashboards that are accessible, and opens the picked one', async () => {
    const { dashboards } = open.playground.service;
    const accessible = dashboards.filter((dashboard) => dashboard.accessible);
    expect(accessible.length).toBeLessThan(dashboards.length);
    expect(await page.locator('nav a').allTextContents()).toEqual(
      accessible.map(({ title }) => title),
    );
    await page.getByRole('link', { name: 'Delivery' }).click();
    const heading = shownFrame(page).contentFrame().locator('h1', { hasText: 'Delivery' });
    await heading.waitFor();
    expect(await page.locator('nav [aria-current]').textContent()).toBe('Delivery');
  });
});

describe('the second user', () => {
  it('sees the second region’s numbers, and the first user’s address no longer works', async () => {
    const address = await shownAddress(page);
    await page.getByLabel('Signed in as').selectOption('Sofia (South)');
    await expect.poll(() => shownAddress(page).catch(() => address)).not.toBe(address);
    await untilStatus(page, 'ready');
    const south = await figuresOf('South');
    expect(await shownFigures()).toEqual(south);
    expect(south).not.toEqual(await figuresOf('North'));
    expect((await request(page, address)).status).toBe(401);
  });
});

describe('signing out', () => {
  it('removes the frame, and closes its address', async () => {
    const address = await shownAddress(page);
    const revenue = String(await shownFigure(page, 'revenue'));
    const before = await request(page, address);
    expect([before.status, before.text.includes(revenue)]).toEqual([200, true]);
    await signOut();
    expect(await page.locator('embedded-dashboard iframe').count()).toBe(0);
    const after = await request(page, address);
    expect(after.status).toBe(401);
    expect(after.text).not.toMatch(new RegExp(`data-value|data-tile|${revenue}`));
  });

  it.runIf(hasNetwork)('ends the session of the cookie', async () => {
    const [cookie] = await page.context().cookies();
    await signOut();
    const asked = await fetch(`${open.playground.url}/dashboards/token`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Embedded-Dashboard': '1',
        'Sec-Fetch-Site': 'same-origin',
        Cookie: `${cookie!.name}=${cookie!.value}`,
      },
      body: JSON.stringify({ dashboardGuid: open.playground.service.dashboards[0]!.guid }),
    });
    expect(asked.status).toBe(401);
  });

  it('lasts across a reload of the page until a user signs in again', async () => {
    await signOut();
    await page.reload();
    await page.getByRole('button', { name: 'Sign in as Nora Lindqvist' }).click();
    await untilStatus(page, 'ready');
    expect(await shownFigures()).toEqual(await figuresOf('North'));
  });

  it('lets the other user sign in without a reload of the page', async () => {
    await signOut();
    await page.getByRole('button', { name: 'Sign in as Sofia Marques' }).click();
    await untilStatus(page, 'ready');
    expect(await shownFigures()).toEqual(await figuresOf('South'));
  });
});

it.runIf(hasNetwork)('gives a new session id at each sign-in', async () => {
  const sessionId = async (): Promise<string> => (await page.context().cookies())[0]!.value;
  const seen = [await sessionId()];
  const signIn = (): Promise<void> =>
    page.getByRole('button', { name: 'Sign in as Nora Lindqvist' }).click();
  for (const change of [signOut, signIn]) {
    await change();
    await expect.poll(sessionId).not.toBe(seen.at(-1));
    seen.push(await sessionId());
  }
  expect(new Set(seen).size).toBe(3);
  expect(await page.evaluate(() => document.cookie)).toBe('');
});

it.runIf(hasNetwork)('keeps the API key from the browser', async () => {
  const seen: string[] = [];
  const pending: Promise<void>[] = [];
  page.on('response', (response) => {
    const { url, headers } = { url: response.url(), headers: response.headers() };
    // The browser may have dropped a body before it could be read.
    const reading = Promise.race([response.text().catch(() => ''), delay(5000, '')]);
    pending.push(reading.then((body) => void seen.push(url, JSON.stringify(headers), body)));
  });
  await page.reload();
  await untilStatus(page, 'ready');
  // The browser does not keep every body for a second read, so the test reads these two itself.
  seen.push(await page.evaluate(askForToken));
  seen.push(await shownFrame(page).contentFrame().locator('html').innerHTML());
  await Promise.all([page.waitForResponse('**/dashboards/logout'), signOut()]);
  await Promise.all(pending);
  const everything = seen.join('\n');
  expect(everything).toContain('"baseUrl"');
  expect(everything).toContain('data-tile="revenue"');
  expect(everything).toContain('/dashboards/logout');
  expect(everything).not.toContain(open.playground.service.apiKey);
});

/** Runs in the page: returns the host's answer to the element's token request. */
async function askForToken(): Promise<string> {
  const { tokenUrl, dashboardGuid } = document.querySelector('embedded-dashboard')!;
  const response = await fetch(tokenUrl!, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Embedded-Dashboard': '1' },
    body: JSON.stringify({ dashboardGuid }),
  });
  return response.text();
}
