import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sharePlayground, shownAddress, shownFrame } from './playground-browser.ts';

const open = sharePlayground();
let page: Page;

beforeEach(async () => {
  page = await open.visit();
});

afterEach(() => page.close());

/** Sets attributes of the element. */
async function setAttributes(attributes: Record<string, string>): Promise<void> {
  await page.locator('embedded-dashboard').evaluate((element, values) => {
    for (const [name, value] of Object.entries(values)) element.setAttribute(name, value);
  }, attributes);
}

/** Returns the colors of the dashboard that the service has drawn. */
async function shownColors(): Promise<{ title: string; background: string }> {
  const frame = shownFrame(page).contentFrame();
  return {
    title: await frame.locator('h1').evaluate((title) => getComputedStyle(title).color),
    background: await frame
      .locator('html')
      .evaluate((root) => getComputedStyle(root).backgroundColor),
  };
}

describe('the display address', () => {
  const cases: Record<string, [color: string, written: string, drawn: string]> = {
    'three digits': ['#f00', '$ff0000', 'rgb(255, 0, 0)'],
    'a name': ['Tomato', 'tomato', 'rgb(255, 99, 71)'],
    'a function with transparency': ['rgb(0 128 0 / 50%)', '$00800080', 'rgba(0, 128, 0, 0.5)'],
    'a custom property': ['var(--e2e)', '$123456', 'rgb(18, 52, 86)'],
  };
  for (const [form, [color, written, drawn]] of Object.entries(cases)) {
    it(`carries ${form} in the service’s format, and the service draws it`, async () => {
      await page.evaluate(() => document.documentElement.style.setProperty('--e2e', '#123456'));
      const token = /\/Tdb\/([^?]+)/.exec(await shownAddress(page))![1]!;
      await setAttributes({ theme: 'dark', color, 'background-color': color });
      await expect
        .poll(() => shownAddress(page))
        .toBe(
          `${open.playground.serviceUrl}/Tdb/${token}?theme=dark&color=${written}&background-color=${written}`,
        );
      expect(await shownColors()).toEqual({ title: drawn, background: drawn });
    });
  }
});
