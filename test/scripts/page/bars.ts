import type { Locator } from 'playwright-core';

/** The bars of the first series of a chart, while the pointer is elsewhere: a bar below it has another color. */
export function barsIn(tile: Locator): Locator {
  return tile.locator('.chart path[fill="#1f6f78"]');
}

/** The options of a click on a bar: ECharts draws a band over the bars at the pointer, so the browser finds no bar there. */
export const THROUGH_BAND = { force: true };
