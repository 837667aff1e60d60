import type { Locator, Page } from 'playwright-core';
import { reportsBodies } from '../../support/live-demo.ts';
import { titleIn } from './editor-page.ts';

/** SQL of a dataset with two columns, a text and a number. */
export const CUSTOMERS =
  'SELECT region, count(*) AS customers FROM customers GROUP BY region ORDER BY region';

/** Starts a dashboard in the editor, and waits until its dataset has run and its columns are known. */
export async function beginDashboard(page: Page, title: string, sql: string): Promise<void> {
  await page.getByRole('link', { name: 'New dashboard' }).click();
  await titleIn(page).fill(title);
  await writeSql(page, page.getByLabel('SQL'), sql);
}

/** Writes a dataset's SQL, and waits until it has run. */
export async function writeSql(page: Page, field: Locator, sql: string): Promise<void> {
  const isTried = page.waitForRequest((request) => {
    if (!request.url().endsWith('/preview')) return false;
    if (!reportsBodies) return true;
    const body = request.postDataJSON() as { draft?: { datasets: { sql: string }[] } } | null;
    return body?.draft?.datasets.some((dataset) => dataset.sql === sql) ?? false;
  });
  await field.fill(sql);
  await isTried;
  await page.locator('.preview[aria-busy=false]').waitFor();
}
