import type { Frame } from 'playwright-core';

/** Everything that a reader of the sales overview may set, as the page shows it. */
export interface ReaderSettings {
  scroll: number;
  /** The sort order of each column of the table. */
  order: (string | null)[];
  products: string[];
  /** Whether each series and part is shown. */
  shown: (string | null)[];
  /** Whether all of them are. */
  pressed: boolean;
  shares: string[];
  /** The number of marks of each chart. */
  marks: number[];
}

/** Sorts the table, hides a series and a part, and scrolls. Returns the settings. */
export async function useDashboard(frame: Frame): Promise<ReaderSettings> {
  await frame.getByRole('button', { name: 'Last year' }).click();
  await frame.locator('[data-tile="revenue-by-category"] .legend button').nth(1).click();
  await frame.getByRole('button', { name: 'Units' }).click();
  await frame.evaluate(() => scrollTo(0, 120));
  // A click by script does not scroll. It reports the state at once, with the scroll position.
  await frame
    .getByRole('button', { name: 'Units' })
    .evaluate((button: HTMLElement) => button.click());
  return readSettings(frame);
}

/** Reads the settings of the reader. */
export function readSettings(frame: Frame): Promise<ReaderSettings> {
  return frame.evaluate(() => {
    const textsOf = (selector: string): string[] =>
      Array.from(document.querySelectorAll(selector), ({ textContent }) => textContent.trim());
    const valuesOf = (selector: string, name: string): (string | null)[] =>
      Array.from(document.querySelectorAll(selector), (element) => element.getAttribute(name));
    const shown = valuesOf('.legend button', 'aria-pressed');
    return {
      scroll: scrollY,
      order: valuesOf('.tile-table thead th', 'aria-sort'),
      products: textsOf('.tile-table tbody td:first-child'),
      shown,
      pressed: shown.every((value) => value === 'true'),
      shares: textsOf('.legend .share'),
      marks: Array.from(
        document.querySelectorAll('.chart'),
        (chart) => chart.querySelectorAll('path').length,
      ),
    };
  });
}
