import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { usePages } from '../worker-page.ts';
import { type OpenDashboard, PageServer, type ServedDashboard } from './page-server.ts';

/** Options of a page with a dashboard. */
export interface VisitOptions extends BrowserContextOptions {
  /** Whether the page is closed after the test. Default: tests with equal options share it. */
  isOwn?: boolean;
  /** The query of the page. */
  query?: string;
  /** The tables whose rows the test holds. Default: none, and the whole page is awaited. */
  held?: readonly string[];
  /** The text with which the page stops until the test cuts its connection. */
  stopAfter?: string;
}

let server: Promise<PageServer> | undefined;

/** Returns the server of this worker. It ends with the worker. */
export function findServer(): Promise<PageServer> {
  server ??= PageServer.start();
  return server;
}

/** A page that shows a dashboard. */
export interface Visit {
  page: Page;
  shown: OpenDashboard;
  /** Returns a tile by its index. */
  tile: (index: number) => Locator;
  /** Returns the texts of a column of a tile's table. */
  column: (index: number, name: string) => Promise<string[]>;
  /** Returns the datasets of all requests for tiles. */
  asked: () => string[];
}

/** Chromium drops keys and clicks before the first picture of a page. */
async function untilDrawn(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

/** Returns a function that opens a dashboard, for the tests of a file. */
export function useDashboards() {
  const pages = usePages();
  return async (
    served: ServedDashboard,
    { isOwn, query = '', held = [], stopAfter, viewport, ...options }: VisitOptions = {},
  ): Promise<Visit> => {
    const running = await findServer();
    const page = await (isOwn ? pages.create(options) : pages.share(options));
    if (viewport) await page.setViewportSize(viewport);
    const shown = running.show(served);
    shown.rows.hold(...held);
    if (stopAfter) shown.pages.stopAfter(stopAfter);
    const waitUntil = held.length > 0 || stopAfter ? 'commit' : 'load';
    await page.goto(running.addressOf(shown, query), { waitUntil });
    if (options.javaScriptEnabled !== false) await untilDrawn(page);
    const tile = (index: number) => page.locator(`[data-tile="tile-${index}"]`);
    return {
      page,
      shown,
      tile,
      column: (index, name) => tile(index).locator(`td[data-column=${name}]`).allInnerTexts(),
      asked: () => shown.tiles.asked.map(({ query: sent }) => sent.get('tiles')!),
    };
  };
}
