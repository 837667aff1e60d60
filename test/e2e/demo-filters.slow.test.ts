import { demoDashboards } from 'embedded-dashboard-service';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { findViolations } from './axe.ts';
import { useVisitedService } from './visited-service.ts';

const service = useVisitedService({ dashboards: demoDashboards });
let page: Page;

afterEach(() => page.close());

async function open(title: string, width: number, query: string): Promise<void> {
  const dashboard = demoDashboards.find((each) => each.title === title)!;
  page = await service.visit(dashboard, { viewport: { width, height: 900 } }, query);
  await page.locator('form[data-live]').waitFor();
}

/** Presses Tab until an element has the focus. */
async function tabTo(selector: string): Promise<void> {
  await page.keyboard.press('Tab');
  for (let count = 0; !(await hasFocus(selector)); count += 1) {
    expect(count, selector).toBeLessThan(300);
    await page.keyboard.press('Tab');
  }
}

const hasFocus = (selector: string): Promise<boolean> =>
  page.evaluate((wanted) => document.activeElement!.matches(wanted), selector);
const openDialogs = (): Promise<number> => page.locator('dialog[open]').count();
const untilUpdated = () =>
  expect.poll(() => page.getByRole('status').textContent()).toBe('The values have been updated');

/** Presses Tab until the focus leaves the page. Returns the reached elements without a visible focus. */
async function walk(): Promise<string[]> {
  let isInside = true;
  while (isInside) {
    await page.keyboard.press('Tab');
    isInside = await page.evaluate(() => {
      const own = document.activeElement!;
      if (own === document.body) return false;
      const chart =
        own.closest('.visually-hidden') && own.closest('.tile')!.querySelector('.chart');
      const { outlineStyle } = getComputedStyle(chart ?? own);
      // The last stop in a date field is a button of the browser, with an outline of its own.
      if (!own.hasAttribute('data-reached')) own.setAttribute('data-reached', outlineStyle);
      return true;
    });
  }
  return page
    .locator('[data-reached=none]')
    .evaluateAll((all) => all.map((each) => each.outerHTML));
}

/** Returns the controls that the walk has not reached. A group of buttons in a table has one stop. */
const findUnreached = (): Promise<string[]> =>
  page.locator('a[href], button, input, select, summary, [tabindex="0"]').evaluateAll((all) =>
    (all as HTMLElement[])
      .filter((each) => each.checkVisibility({ visibilityProperty: true }) && each.tabIndex >= 0)
      .filter((each) => !each.hasAttribute('data-reached'))
      .map((each) => each.outerHTML),
  );

describe.each([
  ['Customers', 390, 'theme=dark'],
  ['Products and stock', 820, ''],
  ['Delivery', 1440, ''],
])('the filters of the demo: %s, %d pixels', (title, width, query) => {
  it('are reached by the Tab key, as is everything else, and the focus is always seen', async () => {
    await open(title, width, query);
    expect(await walk()).toEqual([]);
    expect(await findUnreached()).toEqual([]);
  });

  it('are set by keyboard alone: in the form, and by a mark', async () => {
    await open(title, width, query);
    expect(await findViolations(page)).toEqual([]);
    await tabTo('form.filters summary');
    await page.keyboard.press('Enter');
    await tabTo('form.filters [type=checkbox]');
    await page.keyboard.press('Space');
    await untilUpdated();
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await hasFocus('form.filters summary')).toBe(true);
    await tabTo('button.choice');
    await page.keyboard.press('Enter');
    await untilUpdated();
    expect(await findViolations(page)).toEqual([]);
  });

  it('leave the menu of a tile and its dialog to the keyboard', async () => {
    await open(title, width, query);
    for (const use of ['full', 'rows']) {
      await tabTo('.tile:has(.chart) .tile-menu summary');
      await page.keyboard.press('Enter');
      expect(await findViolations(page)).toEqual([]);
      await tabTo(`[data-use=${use}]`);
      await page.keyboard.press('Enter');
      await expect.poll(openDialogs).toBe(1);
      expect(await findViolations(page)).toEqual([]);
      for (let count = 0; count < 10; count += 1) {
        await page.keyboard.press('Tab');
        expect(await hasFocus('body, dialog *')).toBe(true);
      }
      await page.keyboard.press('Escape');
      await expect.poll(openDialogs).toBe(0);
      expect(await hasFocus('.tile:has(.chart) .tile-menu summary')).toBe(true);
    }
  });
});
