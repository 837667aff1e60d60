import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { isLive } from '../support/live-demo.ts';
import {
  chooseAction,
  choose,
  fill,
  GUIDS,
  logOf,
  openTab,
  regionOf,
  setFault,
  searchOf,
  sharePlayground,
  untilLifetime,
  shownAddress,
  shownFrame,
  shownLook,
  untilLogged,
  untilStatus,
} from './playground-browser.ts';

const open = sharePlayground();

describe('a button', () => {
  it('reloads with a new token', async () => {
    const page = await open.visit();
    const before = await shownAddress(page);
    await page.locator('#reload').click();
    await expect.poll(() => shownAddress(page)).not.toBe(before);
    await expect
      .poll(async () => (await logOf(page)).filter((entry) => entry.includes('dashboard-load')))
      .toHaveLength(2);
    await page.close();
  });

  it('signs out in all tabs, and lets a user sign in again from another tab', async () => {
    const page = await open.visit();
    const other = await openTab(page);
    await chooseAction(page, 'log-out');
    for (const tab of [page, other]) {
      await untilStatus(tab, 'logged-out');
      await tab.getByRole('heading', { name: 'Nobody is signed in' }).waitFor();
    }
    await untilLogged(page, 'This page requested it.');
    await untilLogged(other, 'Another tab requested it.');
    await other.getByRole('button', { name: 'Sign in as Sofia' }).press('Enter');
    expect(await other.evaluate(() => document.activeElement!.id)).toBe('stage');
    for (const tab of [page, other]) {
      await untilStatus(tab, 'ready');
      expect(await regionOf(tab)).toContain('South');
      expect(await tab.getByLabel('Signed in as').inputValue()).toBe('sofia');
    }
    await page.context().close();
  });

  it('clears the log', async () => {
    const page = await open.visit();
    await untilLogged(page, 'dashboard-load');
    await page.getByRole('button', { name: 'Clear' }).click();
    expect(await logOf(page)).toEqual([]);
    await page.close();
  });
});

describe('the page’s address', () => {
  it('shows the same settings to another visitor', async () => {
    const page = await open.visit();
    await page.getByLabel('Signed in as').selectOption('Sofia (South)');
    await page.getByRole('link', { name: 'Delivery' }).click();
    await choose(page, 'dark');
    await fill(page, 'background-color', '#123456');
    await fill(page, 'label', 'Ways & “means”');
    await choose(page, 'Vue');
    await setFault(page, '500');
    await setFault(page, 'none');
    const settings = await settingsOf(page);
    const search = await searchOf(page);
    await page.close();

    const other = await open.visit(search);
    expect(await settingsOf(other)).toEqual(settings);
    expect(await shownLook(other)).toBe('?theme=dark&background-color=$123456');
    const frame = shownFrame(other).contentFrame();
    await frame.getByRole('heading', { name: 'Delivery', exact: true }).waitFor();
    const regions = frame.getByLabel('Region', { exact: true }).locator('option');
    const texts = (await regions.allTextContents()).map((text) => text.trim());
    expect(texts).toEqual(['All', 'South']);
    await other.close();
  });
});

function settingsOf(page: Page): Promise<unknown> {
  return page.evaluate(() => [
    ...new FormData(document.querySelector<HTMLFormElement>('#settings')!),
  ]);
}

describe('the header', () => {
  it('says what the page shows, and follows the lifetime of tokens', async () => {
    const page = await open.visit();
    const lead = page.locator('header hgroup p');
    expect(await lead.textContent()).toContain('Choose “one minute”');
    await choose(page, 'one minute');
    await expect.poll(() => lead.textContent()).toContain('Here they expire after one minute');
    await choose(page, 'two hours');
    // All visitors of this file share the lifetime.
    await untilLifetime(page, 'long');
    await page.close();
  });

  it('leads to the code and to the back office', async () => {
    const page = await open.visit();
    await page.getByRole('link', { name: 'Quick start' }).click();
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
    await untilStatus(page, 'ready');
    const opened = page.context().waitForEvent('page');
    await page.getByRole('link', { name: 'Back office' }).click();
    const office = await opened;
    await office.getByLabel('Password').waitFor();
    expect(new URL(office.url()).pathname).toBe(
      new URL(`${open.playground.serviceUrl}/admin/login`).pathname,
    );
    expect(new URL(office.url()).port).toBe(new URL(open.playground.serviceUrl).port);
    await page.context().close();
  });
});

describe('the code', () => {
  it('has the tag with the attributes of the settings, for every stack', async () => {
    const label = 'A "quoted" {label} & `more` <b>';
    const page = await open.visit(`?color=tomato&label=${encodeURIComponent(label)}`);
    const stacks = await page.getByRole('radiogroup', { name: 'Code' }).getByRole('radio').all();
    expect(stacks).toHaveLength(6);
    for (const stack of stacks.slice(0, -1)) {
      await stack.check({ force: true });
      const attributes = await page.locator('#code code').evaluate((code) => {
        const [tag = ''] = /<embedded-dashboard[^>]*>/.exec(code.textContent) ?? [];
        const { body } = new DOMParser().parseFromString(tag, 'text/html');
        return [...body.firstElementChild!.attributes].map(({ name, value }) => [name, value]);
      });
      expect(Object.fromEntries(attributes)).toEqual({
        'token-url': '/dashboards/token',
        'logout-url': '/dashboards/logout',
        'dashboard-guid': GUIDS['Sales overview'],
        theme: 'auto',
        color: 'tomato',
        label,
      });
    }
    await page.close();
  });

  it('loads the script as the quick start does', async () => {
    const page = await open.visit('?stack=HTML');
    const toScript = (code: string): Promise<Record<string, string>> =>
      page.evaluate((html) => {
        const { head } = new DOMParser().parseFromString(html, 'text/html');
        const script = head.querySelector('script')!;
        return Object.fromEntries([...script.attributes].map(({ name, value }) => [name, value]));
      }, code);
    const [told] = /<script src="\/embedded-dashboard.*?<\/script>/.exec(
      readFileSync('docs/quick-start.md', 'utf8'),
    )!;
    const script = await toScript((await page.locator('#code code').textContent())!);
    expect(script).toEqual(await toScript(told));
    expect(script).toHaveProperty('src');
    await page.close();
  });

  it('has the server of the quick start, for this dashboard and this service', async () => {
    const page = await open.visit(`?stack=Server&dashboard-guid=${GUIDS.Delivery}`);
    // No server can call the service of the live demo.
    const port = isLive ? '4600' : new URL(open.playground.serviceUrl).port;
    const server = readFileSync('demo/quick-start/server.mjs', 'utf8')
      .replace('http://localhost:4600', `http://localhost:${port}`)
      .replace(GUIDS['Sales overview'], GUIDS.Delivery);
    expect(server).toContain(`http://localhost:${port}`);
    expect(server).toContain(GUIDS.Delivery);
    expect(await page.locator('#code pre code').textContent()).toBe(server.trimEnd());
    await page.close();
  });

  it('is copied unchanged', async () => {
    const page = await open.visit('?stack=Svelte', 'ready', {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
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
      await page.locator('#code code').textContent(),
    );
    await page.close();
  });
});
