import type { Page } from 'playwright-core';

/** Begins a dashboard in the editor. Its dataset has run then, so that its columns are known. */
export async function beginDashboard(page: Page, title: string, sql: string): Promise<void> {
  await page.getByRole('link', { name: 'New dashboard' }).click();
  await page.getByLabel('Title', { exact: true }).first().fill(title);
  const isTried = page.waitForRequest((request) => {
    const body = request.postDataJSON() as { draft?: { datasets: { sql: string }[] } } | null;
    return body?.draft?.datasets[0]!.sql === sql;
  });
  await page.getByLabel('SQL').fill(sql);
  await isTried;
  await page.locator('.preview[aria-busy=false]').waitFor();
}
