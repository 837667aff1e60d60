import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { type LateDashboards, serveLateDashboards } from './late-dashboards.ts';

type Tag = HTMLElementTagNameMap['embedded-dashboard'];

let browser: Browser;
let late: LateDashboards;
let page: Page;

/** Somebody's own colours, and an element that says what went wrong. */
beforeAll(async () => {
  late = await serveLateDashboards();
  browser = await launchChromium();
  page = await browser.newPage({ forcedColors: 'active' });
  await page.route('**/token', (route) => route.fulfill({ status: 403 }));
  await page.goto(late.page(1));
  await page.waitForFunction(() => document.querySelector<Tag>('embedded-dashboard')?.error);
  await page.evaluate(async () => {
    const element = document.querySelector<Tag>('embedded-dashboard')!;
    Object.assign(element, { theme: 'dark', backgroundColor: 'rebeccapurple' });
    await element.updateComplete;
  });
});

afterAll(async () => {
  await browser.close();
  await late[Symbol.asyncDispose]();
});

/** Runs in the page: colour and background of something in the element, and of the system. */
function colorsOf(selector: string): string[][] {
  const element = document.querySelector<Tag>('embedded-dashboard')!;
  const system = document.createElement('p');
  system.style.cssText = 'color: CanvasText; background: Canvas';
  document.body.append(system);
  return [element.shadowRoot!.querySelector(selector)!, system].map((each) => {
    const { color, backgroundColor } = getComputedStyle(each);
    return [color, backgroundColor];
  });
}

it('has its message in the system’s colour, whatever the element’s own is', async () => {
  const [message, system] = await page.evaluate(colorsOf, 'p:not(.slow)');
  expect(message![0]).toBe(system![0]);
});

it('has its backdrop in the system’s background', async () => {
  const [backdrop, system] = await page.evaluate(colorsOf, '[part=backdrop]');
  expect(backdrop![1]).toBe(system![1]);
});

it('has a button that is seen by its border', async () => {
  const style = await page.evaluate(() => {
    const root = document.querySelector<Tag>('embedded-dashboard')!.shadowRoot!;
    return getComputedStyle(root.querySelector('button')!).borderStyle;
  });
  expect(style).not.toBe('none');
});
