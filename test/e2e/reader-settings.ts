import type { Frame, Locator } from 'playwright-core';

/** Everything that a reader may set, as the page shows it. */
export interface ReaderSettings {
  /** The fields of the form, with their values. */
  filters: [name: string, value: string][];
  scroll: number;
  /** The sort order of each column of the table. */
  order: (string | null)[];
  products: string[];
  /** Whether each series and part is shown. */
  shown: (string | null)[];
  shares: string[];
  /** The number of marks of each chart. */
  marks: number[];
}

/** In the sales overview, sorts the table, hides a series and a part, and scrolls. Returns the settings. */
export async function useDashboard(frame: Frame): Promise<ReaderSettings> {
  // By script: the driver of Firefox sends neither clicks nor keys to a frame of another site.
  const click = (button: Locator): Promise<void> =>
    button.evaluate((found: HTMLElement) => found.click());
  await click(frame.getByRole('button', { name: 'Last year' }));
  await click(frame.locator('[data-tile="revenue-by-category"] .legend button').nth(1));
  await frame.evaluate(() => scrollTo(0, 120));
  // It reports the state at once, with the scroll position.
  await click(frame.getByRole('button', { name: 'Units' }));
  return readSettings(frame);
}

/** Reads the settings of the reader. */
export function readSettings(frame: Frame): Promise<ReaderSettings> {
  return frame.evaluate(() => {
    // The document has them in the order of their arrival.
    const tiles = [...document.querySelectorAll<HTMLElement>('[data-tile]')].toSorted(
      (one, other) => one.dataset['tile']!.localeCompare(other.dataset['tile']!),
    );
    const find = (selector: string): Element[] =>
      tiles.flatMap((tile) => Array.from(tile.querySelectorAll(selector)));
    const textsOf = (selector: string): string[] =>
      find(selector).map(({ textContent }) => textContent.trim());
    const valuesOf = (selector: string, name: string): (string | null)[] =>
      find(selector).map((element) => element.getAttribute(name));
    const form = document.querySelector<HTMLFormElement>('form.filters');
    return {
      filters: form ? ([...new FormData(form)] as [string, string][]) : [],
      scroll: scrollY,
      order: valuesOf('.tile-table thead th', 'aria-sort'),
      products: textsOf('.tile-table tbody td:first-child'),
      shown: valuesOf('.legend button', 'aria-pressed'),
      shares: textsOf('.legend .share'),
      marks: find('.chart').map((chart) => chart.querySelectorAll('path').length),
    };
  });
}
