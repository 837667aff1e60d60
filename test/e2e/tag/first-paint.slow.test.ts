import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { CELL, useLateDashboards } from './late-dashboards.ts';

const visited = useLateDashboards();

afterEach(() => visited.late.pages.clear());

/** Opens a page with a dashboard that has a field, and does not end. */
async function openEndless(): Promise<Page> {
  const page = await visited.browser.newPage();
  visited.late.pages.set('/Tdb', `<input><img src="/held.png">`);
  await page.route('**/held.png', () => {});
  await page.goto(visited.late.page(1));
  return page;
}

const nextFrame = (page: Page): Promise<number> =>
  page.evaluate(() => new Promise(requestAnimationFrame));

describe('a first dashboard that still loads', () => {
  it.for(['Tab', 'pointer'])('can be used: %s', async (way) => {
    const page = await openEndless();
    const field = page.frameLocator('iframe').locator('input');
    await field.waitFor();
    if (way === 'Tab') await page.keyboard.press('Tab');
    else {
      await field.click();
      // The element reads the focus in its next frames.
      await nextFrame(page);
      await nextFrame(page);
      await page.mouse.move(CELL * 2, CELL * 2);
    }
    for (const digit of '2026') {
      await nextFrame(page);
      await page.keyboard.type(digit);
    }
    expect(await field.inputValue()).toBe('2026');
    expect(await page.locator('embedded-dashboard:state(loading)').count()).toBe(1);
    await page.close();
  });
});
