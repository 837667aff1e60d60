import { demoDashboards } from 'embedded-dashboard-service';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { findViolations } from '../axe.ts';
import { useVisitedService } from './visited-service.ts';

const service = useVisitedService({ dashboards: demoDashboards });
let page: Page;

afterEach(() => page.close());

async function open(title: string, width: number, query: string): Promise<void> {
  const dashboard = demoDashboards.find((each) => each.title === title)!;
  page = await service.visit(dashboard, { viewport: { width, height: 900 } }, query);
  await page.locator('form[data-live]').waitFor();
}

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
    expect(await findViolations(page)).toEqual([]);
    expect(await walk()).toEqual([]);
    expect(await findUnreached()).toEqual([]);
  });
});
