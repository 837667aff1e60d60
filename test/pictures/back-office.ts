import { createDashboardService } from 'embedded-dashboard-service';
import type { Page } from 'playwright-core';
import type { Photographer } from './photographer.ts';

const PASSWORD = 'password-of-the-pictures';
const WIDTH = 1280;

/** The pages that the analyst's guide shows. */
export const photographBackOffice: Photographer = async (browser, toPath) => {
  const service = createDashboardService({
    database: 'memory:',
    apiKey: 'key',
    adminPassword: PASSWORD,
  });
  const { url } = await service.listen(0);
  await openDashboards(url, service.apiKey, service.dashboards);
  const context = await browser.newContext({ viewport: { width: WIDTH, height: 800 } });
  const page = await context.newPage();
  await page.goto(`${url}/admin/login`);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/dashboards');
  await untilPictured(page);
  await page.screenshot({ path: toPath('back-office-dashboards') });
  await page.getByRole('link', { name: 'Sales overview' }).first().click();
  await page.frameLocator('.screen iframe:first-child').locator('svg').first().waitFor();
  await page.screenshot({ path: toPath('back-office-editor') });
  await page.locator('summary', { hasText: 'byMonth' }).click();
  await page.locator('.cm-editor').first().scrollIntoViewIfNeeded();
  await page
    .getByText(/^\d+ rows/)
    .first()
    .waitFor();
  await page.screenshot({ path: toPath('back-office-dataset') });
  await page.locator('.board .box', { hasText: 'Revenue by month' }).click();
  await page.getByRole('group', { name: 'Selected tile' }).scrollIntoViewIfNeeded();
  await page.screenshot({ path: toPath('back-office-tile') });
  await page.getByRole('link', { name: 'API code' }).click();
  await page.locator('pre').first().waitFor();
  await page.screenshot({ path: toPath('back-office-api-code') });
  await page.goto(`${url}/admin/statistics`);
  await page.screenshot({ path: toPath('back-office-statistics') });
  await context.close();
  await service.close();
};

/** Gives the statistics something to count. */
async function openDashboards(
  url: string,
  apiKey: string,
  dashboards: readonly { guid: string; accessible: boolean }[],
): Promise<void> {
  const users = ['ann', 'bob', 'eve'];
  for (const { guid, accessible } of dashboards) {
    if (!accessible) continue;
    for (const user of users) {
      const address = `${url}/Api/GetToken/${apiKey}/${user}-1/${guid}?SQLparameters=Region%3DNorth`;
      const headers = { 'Content-Type': 'application/json' };
      const body = JSON.stringify({ user, organization: 'Sales' });
      const answer = await fetch(address, { method: 'POST', headers, body });
      await fetch(`${url}/Tdb/${await answer.text()}`);
    }
  }
}

/** Waits until all pictures of the list are loaded. */
async function untilPictured(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.images].every(({ complete, naturalWidth }) => complete && naturalWidth > 0),
  );
}
