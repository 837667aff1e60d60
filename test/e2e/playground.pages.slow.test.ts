import { describe, expect, it } from 'vitest';
import { isLive } from '../support/live-demo.ts';
import {
  chooseAction,
  regionOf,
  sharePlayground,
  shownAddress,
  shownFrame,
  untilSession,
  untilStatus,
} from './playground-browser.ts';

const open = sharePlayground();

describe('a button', () => {
  it('opens the dashboard on its own page, with the same look', async () => {
    const page = await open.visit('?theme=dark&color=hotpink');
    const opened = page.context().waitForEvent('page');
    await chooseAction(page, 'full-page');
    const full = await opened;
    await full.getByRole('heading', { name: 'Sales overview' }).waitFor();
    expect(full.url()).toMatch(/\/Tdb\/[\w-]+\?theme=dark&color=\$ff69b4$/);
    await page.context().close();
  });

  it('opens the dashboard in a server-rendered page, and requests no other token', async () => {
    const page = await open.visit('?theme=dark');
    const said: string[] = [];
    const asked: string[] = [];
    page.context().on('console', (message) => said.push(message.text()));
    page.context().on('request', (request) => asked.push(new URL(request.url()).pathname));
    const opened = page.context().waitForEvent('page');
    await chooseAction(page, 'rendered');
    const rendered = await opened;
    await untilStatus(rendered, 'ready');
    const frame = rendered.frameLocator('embedded-dashboard iframe');
    await frame.getByRole('heading', { name: 'Sales overview' }).waitFor();
    expect(await shownAddress(rendered)).toMatch(/\/Tdb\/[\w-]+\?theme=dark$/);
    // The element does not trust a page from a service worker: it could be an old one.
    if (!isLive) expect(asked).not.toContain('/dashboards/token');
    expect(said.filter((text) => !text.includes('can escape its sandboxing'))).toEqual([]);
    await page.context().close();
  });

  // Without scripts, there is no live demo.
  it.skipIf(isLive)(
    'opens a server-rendered page that shows the dashboard without scripts',
    async () => {
      const page = await open.visit();
      const address = await page.locator('#rendered').getAttribute('href');
      const storageState = await page.context().storageState();
      const plain = await page
        .context()
        .browser()!
        .newContext({ javaScriptEnabled: false, storageState });
      const rendered = await plain.newPage();
      await rendered.goto(new URL(address!, page.url()).href);
      const frame = rendered.frameLocator('embedded-dashboard iframe');
      await frame.getByRole('heading', { name: 'Sales overview' }).waitFor();
      await plain.close();
      await page.context().close();
    },
  );
});

describe('the page’s address', () => {
  it('leads back to the previous dashboard, but not to the previous user', async () => {
    const page = await open.visit();
    await page.getByRole('link', { name: 'Delivery' }).click();
    await page.getByLabel('Signed in as').selectOption('Sofia (South)');
    await untilSession(page, 'sofia');
    await shownFrame(page)
      .contentFrame()
      .getByRole('heading', { name: 'Delivery', exact: true })
      .waitFor();
    await page.goBack();
    await shownFrame(page)
      .contentFrame()
      .getByRole('heading', { name: 'Sales overview' })
      .waitFor();
    expect(await page.locator('nav [aria-current]').textContent()).toBe('Sales overview');
    expect(await regionOf(page)).toContain('South');
    await page.close();
  });

  it('ignores unknown settings and values', async () => {
    const page = await open.visit('?user=mallory&fault=fire&stack=Basic&theme=pink&x=y');
    expect(await page.getByLabel('Signed in as').inputValue()).toBe('nora');
    expect(await page.locator('#fault').inputValue()).toBe('none');
    expect(await page.getByRole('radio', { name: 'auto' }).isChecked()).toBe(true);
    expect(await page.locator('#code code').textContent()).toContain('<script');
    await page.close();
  });
});
