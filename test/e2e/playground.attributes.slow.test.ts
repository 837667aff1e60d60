import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  chooseAction,
  choose,
  fill,
  GUIDS,
  searchOf,
  sharePlayground,
  shownAddress,
  shownFrame,
  shownLook,
  untilLogged,
  untilStatus,
} from './playground-browser.ts';

const open = sharePlayground();

describe('an attribute’s control', () => {
  const looks: Record<string, [turn: (page: Page) => Promise<void>, look: string]> = {
    theme: [(page) => choose(page, 'dark'), '?theme=dark'],
    color: [(page) => fill(page, 'color', 'rgb(255 99 71)'), '?color=$ff6347'],
    'background-color': [
      (page) => fill(page, 'background-color', 'Tomato'),
      '?background-color=tomato',
    ],
    'the color picker': [
      (page) => page.getByLabel('Pick color').first().fill('#0b5cad'),
      '?color=$0b5cad',
    ],
  };
  for (const [name, [turn, look]] of Object.entries(looks)) {
    it(`changes the frame’s address and the page’s own: ${name}`, async () => {
      const page = await open.visit();
      await turn(page);
      await expect.poll(() => shownLook(page)).toBe(look);
      const [, setting = ''] = /\?(.+)=/.exec(look)!;
      expect(new URLSearchParams(await searchOf(page)).get(setting)).not.toBeNull();
      await page.close();
    });
  }

  const frameAttributes: Record<string, [value: string, attribute: string]> = {
    label: ['Sales this month', 'title'],
    sandbox: ['allow-scripts', 'sandbox'],
    allow: ['fullscreen', 'allow'],
    referrerpolicy: ['no-referrer', 'referrerpolicy'],
  };
  it(`changes the frame: ${Object.keys(frameAttributes).join(', ')}`, async () => {
    const page = await open.visit();
    for (const [name, [value, attribute]] of Object.entries(frameAttributes)) {
      await fill(page, name, value);
      await expect.poll(() => shownFrame(page).getAttribute(attribute)).toBe(value);
    }
    await page.close();
  });

  it('changes where the frame comes from: base-url, dashboard-guid', async () => {
    const page = await open.visit();
    const address = open.playground.serviceUrl.replace('127.0.0.1', 'localhost');
    await fill(page, 'base-url', `${address}/`);
    await expect.poll(() => shownAddress(page)).toMatch(`${address}/Tdb/`);
    await fill(page, 'dashboard-guid', GUIDS.Delivery);
    await shownFrame(page)
      .contentFrame()
      .getByRole('heading', { name: 'Delivery', exact: true })
      .waitFor();
    expect(await page.locator('nav [aria-current]').textContent()).toBe('Delivery');
    await fill(page, 'dashboard-guid', 'delivery');
    await untilStatus(page, 'failed');
    await untilLogged(
      page,
      'config: dashboard-guid must be a GUID: 8-4-4-4-12 hexadecimal digits.',
    );
    await page.close();
  });

  it('changes the token request: token-url, credentials', async () => {
    const page = await open.visit();
    await fill(page, 'token-url', '');
    await untilStatus(page, 'idle');
    await fill(page, 'token-url', '/elsewhere');
    await untilLogged(page, 'POST /elsewhere 404');
    await untilStatus(page, 'failed');
    await fill(page, 'token-url', '/dashboards/token');
    await untilStatus(page, 'ready');
    await fill(page, 'credentials', 'omit');
    await chooseAction(page, 'start-over');
    await untilStatus(page, 'logged-out');
    await page.close();
  });

  it('changes the logout request: logout-url', async () => {
    const page = await open.visit();
    await fill(page, 'logout-url', '/elsewhere');
    await chooseAction(page, 'log-out');
    await untilLogged(page, 'POST /elsewhere 404');
    await page.close();
  });

  it('defers the requests of a dashboard outside of the viewport: loading', async () => {
    const page = await open.visit();
    await choose(page, 'lazy');
    await untilStatus(page, 'idle');
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.locator('#frame').hover();
    await page.mouse.wheel(0, 2000);
    await untilStatus(page, 'ready');
    await untilLogged(page, 'POST /dashboards/token 200');
    await page.close();
  });
});
