import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import {
  expectStatus,
  focusedLabel,
  getToken,
  openBackOffice,
  page,
  previewIn,
  publishIn,
} from './editor-page.ts';
import { beginDashboard } from './new-dashboard.ts';

const office = openBackOffice();

const CUSTOMERS = `SELECT region, count(*) AS n FROM customers
  WHERE :Region IS NULL OR region = :Region GROUP BY region ORDER BY region`;

const filtersIn = (): Locator => page.getByRole('region', { name: 'Filters' });

it('makes a parameter a choice, which is tried in the preview, published, and chosen by a reader', async () => {
  await beginDashboard(page, 'Customers', CUSTOMERS);
  await page.getByRole('button', { name: 'Table: Region, N' }).click();
  await page.getByRole('switch', { name: 'Readers set Region with a filter' }).press('Space');
  expect(await focusedLabel()).toBe('Label');
  await page.keyboard.press('End');
  await page.keyboard.type(' of the customer');
  const sql = `SELECT DISTINCT region FROM customers WHERE :Allowed IS NULL OR region <> :Allowed`;
  await filtersIn().getByLabel('SQL').fill(sql);
  // Only the SELECT of the filter uses this parameter.
  await filtersIn().getByLabel('Allowed', { exact: true }).fill('West');

  const regions = previewIn(page).locator('td[data-column=region]');
  const field = previewIn(page).getByLabel('Region of the customer');
  await field.getByRole('option', { name: 'North' }).waitFor({ state: 'attached' });
  expect(await field.getByRole('option').allTextContents()).not.toContain('West');
  await field.selectOption('North');
  await previewIn(page).getByRole('button', { name: 'Apply' }).press('Enter');
  await expect.poll(() => regions.allTextContents()).toEqual(['North']);
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('IFRAME');
  await previewIn(page).getByRole('link', { name: 'Reset' }).click();
  await expect.poll(() => regions.count()).toBeGreaterThan(2);

  await page.getByText('Subtitle, currency, language and downloads').click();
  await page.getByRole('switch', { name: 'Readers can download rows and pictures' }).press('Space');

  await publishIn(page);
  await expectStatus(page, 'Published');
  await page.getByLabel('Accessible in API').click();
  await page.getByRole('link', { name: 'API code' }).waitFor();
  const guid = new URL(page.url()).pathname.split('/').at(-1)!;
  const reader = await page.context().browser()!.newPage({ javaScriptEnabled: false });
  await reader.goto(`${office.url}/Tdb/${await getToken(office, guid)}`);
  await reader.getByLabel('Region of the customer').selectOption('North');
  await reader.getByRole('button', { name: 'Apply' }).click();
  const shown = reader.locator('td[data-column=region]');
  await expect.poll(() => shown.allTextContents()).toEqual(['North']);
  const uses = await reader
    .locator('.tile-menu a')
    .evaluateAll((all) => all.map((each) => (each as HTMLElement).dataset.use));
  expect(uses).toEqual(['full']);
  await reader.close();
});
