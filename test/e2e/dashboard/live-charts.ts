import type { Page } from 'playwright-core';

/** Waits until the page's script has replaced `count` drawings of the server. */
export async function untilChartsLive(page: Page, count: number): Promise<void> {
  await page.waitForFunction(
    (charts) => document.querySelectorAll('[_echarts_instance_]').length === charts,
    count,
  );
}
