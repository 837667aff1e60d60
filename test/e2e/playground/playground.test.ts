import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasNetwork, isLive, request } from '../../support/live-demo.ts';
import {
  CALM,
  chooseAction,
  choose,
  fill,
  frameOf,
  GUIDS,
  logOf,
  openTab,
  regionOf,
  setFault,
  searchOf,
  sharePlayground,
  untilLifetime,
  shownAddress,
  shownFigure,
  shownFrame,
  shownLook,
  untilLogged,
  untilStatus,
} from '../playground-browser.ts';

const open = sharePlayground();

describe('a visitor', () => {
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

  async function shownFigures(page: Page): Promise<Record<string, unknown>> {
    return {
      revenue: await shownFigure(page, 'revenue'),
      orders: await shownFigure(page, 'orders'),
    };
  }

  const nobody = (page: Page) => page.getByRole('heading', { name: 'Nobody is signed in' });
  const user = (page: Page) => page.getByLabel('Signed in as');

  it('sees the dashboards of each user, until the user signs out in all tabs', async () => {
    const page = await open.visit('', 'ready', CALM);
    expect(await user(page).locator('option:checked').textContent()).toBe('Nora (North)');
    const frame = shownFrame(page).contentFrame();
    expect((await frame.locator('h1').textContent())?.trim()).toBe('Sales overview');
    expect(await shownFigures(page)).toEqual(await figuresOf('North'));
    expect(await frame.locator('[data-state="ready"]').count()).toBe(8);
    const { dashboards } = open.playground.service;
    const accessible = dashboards.filter((dashboard) => dashboard.accessible);
    expect(accessible.length).toBeLessThan(dashboards.length);
    expect(await page.locator('nav a').allTextContents()).toEqual(
      accessible.map(({ title }) => title),
    );

    const bar = (await frameOf(page))
      .locator('[data-tile="revenue-by-country"] .chart path[fill="#1f6f78"]')
      .first();
    await bar.scrollIntoViewIfNeeded();
    await bar.click();
    await untilLogged(page, 'dashboard-select');
    await untilLogged(page, /The reader has chosen: Revenue by country: \w+/);
    const first = await shownAddress(page);
    await page.locator('#reload').click();
    await expect.poll(() => shownAddress(page)).not.toBe(first);
    await expect
      .poll(async () => (await logOf(page)).filter((entry) => entry.includes('dashboard-load')))
      .toHaveLength(2);
    await page.getByRole('button', { name: 'Clear' }).click();
    expect(await logOf(page)).toEqual([]);

    const north = await shownAddress(page);
    await user(page).selectOption('Sofia (South)');
    await expect.poll(() => shownAddress(page).catch(() => north)).not.toBe(north);
    await untilStatus(page, 'ready');
    const south = await figuresOf('South');
    expect(await shownFigures(page)).toEqual(south);
    expect(south).not.toEqual(await figuresOf('North'));
    expect((await request(page, north)).status).toBe(401);

    const address = await shownAddress(page);
    const revenue = String(south.revenue);
    const before = await request(page, address);
    expect([before.status, before.text.includes(revenue)]).toEqual([200, true]);
    await chooseAction(page, 'log-out');
    await untilStatus(page, 'logged-out');
    await nobody(page).waitFor();
    const after = await request(page, address);
    expect(after.status).toBe(401);
    expect(after.text).not.toMatch(new RegExp(`data-value|data-tile|${revenue}`));

    const other = await openTab(page, 'logged-out');
    await other.getByRole('button', { name: 'Sign in as Sofia' }).press('Enter');
    expect(await other.evaluate(() => document.activeElement!.id)).toBe('stage');
    for (const tab of [page, other]) {
      await untilStatus(tab, 'ready');
      expect(await regionOf(tab)).toContain('South');
      expect(await user(tab).inputValue()).toBe('sofia');
    }
    await chooseAction(page, 'log-out');
    for (const tab of [page, other]) {
      await untilStatus(tab, 'logged-out');
      await nobody(tab).waitFor();
      expect(await tab.locator('embedded-dashboard iframe').count()).toBe(0);
    }
    await untilLogged(page, 'This page requested it.');
    await untilLogged(other, 'Another tab requested it.');
    await page.context().close();
  });

  it.runIf(hasNetwork)('has a new session at each sign-in, and never the API key', async () => {
    const seen: string[] = [];
    const page = await open.visit(`?dashboard-guid=${GUIDS.Delivery}`, 'ready', {
      ...CALM,
      prepare: (own) => recordAnswers(own, seen),
    });
    const cookie = async () => (await page.context().cookies())[0]!;
    const sessions = [await cookie()];
    const untilNew = async (): Promise<void> => {
      await expect.poll(async () => (await cookie()).value).not.toBe(sessions.at(-1)!.value);
      sessions.push(await cookie());
    };
    await user(page).selectOption('nobody');
    await nobody(page).waitFor();
    await untilNew();
    expect(await statusOfToken(sessions[0]!)).toBe(401);
    await page.reload();
    await page.getByRole('button', { name: 'Sign in as Nora Lindqvist' }).click();
    await untilStatus(page, 'ready');
    await untilNew();
    expect(new Set(sessions.map(({ value }) => value)).size).toBe(3);
    expect(await statusOfToken(sessions[2]!)).toBe(200);
    expect(await page.evaluate(() => document.cookie)).toBe('');

    await page.unrouteAll({ behavior: 'wait' });
    await page.context().close();
    const everything = seen.join('\n');
    expect(everything).toContain('"baseUrl"');
    expect(everything).toContain('data-tile=');
    expect(everything).toContain('/dashboards/logout');
    expect(everything).not.toContain(open.playground.service.apiKey);
  });

  /** Adds the address, the headers and the body of each answer to a list, before the browser gets it. */
  function recordAnswers(page: Page, seen: string[]): Promise<unknown> {
    return page.route('**', async (route) => {
      const response = await route.fetch({ maxRedirects: 0 });
      seen.push(response.url(), JSON.stringify(response.headers()), await response.text());
      await route.fulfill({ response });
    });
  }

  /** Requests a token with the cookie of a session. */
  async function statusOfToken({ name, value }: { name: string; value: string }): Promise<number> {
    const response = await fetch(`${open.playground.url}/dashboards/token`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Embedded-Dashboard': '1',
        'Sec-Fetch-Site': 'same-origin',
        Cookie: `${name}=${value}`,
      },
      body: JSON.stringify({ dashboardGuid: open.playground.service.dashboards[0]!.guid }),
    });
    return response.status;
  }
});

describe('a developer', () => {
  const code = (page: Page) => page.locator('#code code');

  it('finds the code for a dashboard, and shares its settings by the address', async () => {
    const label = 'A "quoted" {label} & `more` <b>';
    const settings = `color=tomato&label=${encodeURIComponent(label)}`;
    const page = await open.visit(
      `?${settings}&dashboard-guid=${GUIDS['Sales overview']}`,
      'ready',
      {
        ...CALM,
        permissions: ['clipboard-read', 'clipboard-write'],
      },
    );
    await expectTags(page, {
      'token-url': '/dashboards/token',
      'logout-url': '/dashboards/logout',
      'dashboard-guid': GUIDS['Sales overview'],
      theme: 'auto',
      color: 'tomato',
      label,
    });
    await expectScript(page);
    await expectCopy(page);

    const lead = page.locator('header hgroup p');
    expect(await lead.textContent()).toContain('Choose “one minute”');
    await choose(page, 'one minute');
    await expect.poll(() => lead.textContent()).toContain('Here they expire after one minute');
    await choose(page, 'two hours');
    // All visitors of this file share the lifetime.
    await untilLifetime(page, 'long');

    await page.getByRole('link', { name: 'Delivery' }).click();
    await shownFrame(page).contentFrame().locator('h1', { hasText: 'Delivery' }).waitFor();
    expect(await page.locator('nav [aria-current]').textContent()).toBe('Delivery');
    await page.getByLabel('Signed in as').selectOption('Sofia (South)');
    await choose(page, 'dark');
    await fill(page, 'background-color', '#123456');
    await expectServer(page);
    await choose(page, 'Vue');
    await setFault(page, '500');
    await setFault(page, 'none');
    const chosen = await settingsOf(page);
    const search = await searchOf(page);

    await page.getByRole('link', { name: 'Quick start' }).click();
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
    await expectBackOffice(page);
    await page.context().close();

    const other = await open.visit(search, 'ready', CALM);
    expect(await settingsOf(other)).toEqual(chosen);
    expect(await shownLook(other)).toBe('?theme=dark&color=tomato&background-color=$123456');
    const frame = shownFrame(other).contentFrame();
    await frame.getByRole('heading', { name: 'Delivery', exact: true }).waitFor();
    const regions = frame.getByLabel('Region', { exact: true }).locator('option');
    const texts = (await regions.allTextContents()).map((text) => text.trim());
    expect(texts).toEqual(['All', 'South']);
    await other.close();
  });

  function settingsOf(page: Page): Promise<unknown> {
    return page.evaluate(() => [
      ...new FormData(document.querySelector<HTMLFormElement>('#settings')!),
    ]);
  }

  /** Expects the tag in the code of each framework. */
  async function expectTags(page: Page, expected: Record<string, string>): Promise<void> {
    const stacks = await page.getByRole('radiogroup', { name: 'Code' }).getByRole('radio').all();
    expect(stacks).toHaveLength(6);
    for (const stack of stacks.slice(0, -1)) {
      await stack.check({ force: true });
      const attributes = await code(page).evaluate((element) => {
        const [tag = ''] = /<embedded-dashboard[^>]*>/.exec(element.textContent) ?? [];
        const { body } = new DOMParser().parseFromString(tag, 'text/html');
        return [...body.firstElementChild!.attributes].map(({ name, value }) => [name, value]);
      });
      expect(Object.fromEntries(attributes)).toEqual(expected);
    }
  }

  /** Expects the script of the quick start. */
  async function expectScript(page: Page): Promise<void> {
    await choose(page, 'HTML');
    const toScript = (text: string): Promise<Record<string, string>> =>
      page.evaluate((html) => {
        const { head } = new DOMParser().parseFromString(html, 'text/html');
        const script = head.querySelector('script')!;
        return Object.fromEntries([...script.attributes].map(({ name, value }) => [name, value]));
      }, text);
    const [told] = /<script src="\/embedded-dashboard.*?<\/script>/.exec(
      readFileSync('docs/quick-start.md', 'utf8'),
    )!;
    const script = await toScript((await code(page).textContent())!);
    expect(script).toEqual(await toScript(told));
    expect(script).toHaveProperty('src');
  }

  /** Expects the server of the quick start, for “Delivery” and this service. */
  async function expectServer(page: Page): Promise<void> {
    await choose(page, 'Server');
    // No server can call the service of the live demo.
    const port = isLive ? '4600' : new URL(open.playground.serviceUrl).port;
    const server = readFileSync('demo/quick-start/server.mjs', 'utf8')
      .replace('http://localhost:4600', `http://localhost:${port}`)
      .replace(GUIDS['Sales overview'], GUIDS.Delivery);
    expect(server).toContain(`http://localhost:${port}`);
    expect(server).toContain(GUIDS.Delivery);
    expect(await page.locator('#code pre code').textContent()).toBe(server.trimEnd());
  }

  /** Expects that the button copies the code, and says so. */
  async function expectCopy(page: Page): Promise<void> {
    await choose(page, 'Svelte');
    const button = page.getByRole('button', { name: 'Copy' });
    // The button shows the confirmation only for a moment.
    const next = await button.evaluateHandle((element) => ({
      text: new Promise((resolve) => {
        const observer = new MutationObserver(() => resolve(element.textContent));
        observer.observe(element, { childList: true });
      }),
    }));
    await button.click();
    expect(await next.evaluate(({ text }) => text)).toBe('Copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      await code(page).textContent(),
    );
  }

  /** Expects that the link leads to the back office of the service. */
  async function expectBackOffice(page: Page): Promise<void> {
    const opened = page.context().waitForEvent('page');
    await page.getByRole('link', { name: 'Back office' }).click();
    const office = await opened;
    await office.getByLabel('Password').waitFor();
    const { port, pathname } = new URL(`${open.playground.serviceUrl}/admin/login`);
    expect(new URL(office.url())).toMatchObject({ port, pathname });
  }
});
