import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { findViolations } from './axe.ts';
import {
  addTile,
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

/** A table with the values that a SELECT gets. */
const VALUES = 'SELECT :Region AS region, :Start::date AS start, :End::date AS "end"';
const CUSTOMERS = `SELECT region, count(*) AS n FROM customers
  WHERE :Region IS NULL OR region = :Region GROUP BY region ORDER BY region`;

const filtersIn = (): Locator => page.getByRole('region', { name: 'Filters' });
const switchOf = (name: string, within: Locator = page.locator('.draft')): Locator =>
  within.getByRole('switch', { name: `Readers set ${name} with a filter` });

/** Returns the form of the filter that sets a parameter. */
const itemOf = (parameter: string): Locator =>
  filtersIn()
    .getByRole('listitem')
    .filter({ has: page.getByText(`:${parameter}`, { exact: true }) });

it('makes a parameter a choice, which is tried in the preview, published, and chosen by a reader', async () => {
  await beginDashboard(page, 'Customers', CUSTOMERS);
  await page.getByRole('button', { name: 'Table: Region, N' }).click();
  await switchOf('Region').press('Space');
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

it('shows problems next to their fields, in dark mode on a phone', async () => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await beginDashboard(page, 'Values', VALUES);
  await addTile(page, 'Values');
  for (const name of ['Region', 'Start', 'End']) await switchOf(name).press('Space');
  const [region, start] = [itemOf('Region'), itemOf('Start')];
  await start.getByLabel('Range to').selectOption('End');
  await start.getByLabel('A value is required').check();
  const problem = 'A required filter needs a default.';
  await start.getByText(problem).waitFor();
  const isDescribed = start.getByLabel('Default').and(page.locator('[aria-invalid=true]'));
  expect(await isDescribed.count()).toBe(1);
  await start.getByLabel('Default').fill('2026-01-31');
  await start.getByText(problem).waitFor({ state: 'detached' });

  await region.getByLabel('Values', { exact: true }).selectOption('list');
  await region.getByLabel('Value', { exact: true }).fill('no;rth');
  await region.getByText('Readers cannot choose this value.').waitFor();
  await region.getByLabel('Value', { exact: true }).fill('north');
  await region.getByRole('group', { name: 'Choices' }).getByLabel('Label').fill('The North');
  await region.getByLabel('Default').selectOption('The North');
  const preview = previewIn(page);
  await preview.getByLabel('Region').getByText('The North').waitFor({ state: 'attached' });
  await expect.poll(() => preview.getByLabel('Region').inputValue()).toBe('north');
  expect(await preview.locator('.range').getByLabel('Start').inputValue()).toBe('2026-01-31');
  expect(await findViolations(page)).toEqual([]);
});

it('keeps the focus while filters are moved, renamed and removed', async () => {
  await beginDashboard(page, 'Values', VALUES);
  await addTile(page, 'Values');
  for (const name of ['Region', 'Start', 'End']) await switchOf(name).press('Space');
  const parameters = filtersIn().locator('summary .kind');
  await filtersIn().getByRole('button', { name: 'Move End up' }).press('Enter');
  expect(await parameters.allTextContents()).toEqual([':Region', ':End', ':Start']);
  await page.keyboard.press('Enter');
  expect(await parameters.allTextContents()).toEqual([':End', ':Region', ':Start']);

  await page.getByLabel('SQL').first().fill(VALUES.replace(':Region', ':Area'));
  const region = itemOf('Region');
  await region.getByText('No SQL uses this parameter.').waitFor();
  await region.getByLabel('Parameter').selectOption('Area');
  expect(await focusedLabel()).toBe('Parameter');
  expect(await switchOf('Area').isChecked()).toBe(true);
  expect(await parameters.allTextContents()).toEqual([':End', ':Area', ':Start']);

  await itemOf('Start').getByRole('button', { name: 'Remove Start' }).press('Enter');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Filters');
  expect(await switchOf('Start').isChecked()).toBe(false);
  const preview = previewIn(page);
  await preview.getByLabel('End').waitFor();
  await switchOf('End').press('Space');
  await preview.getByLabel('End').waitFor({ state: 'detached' });
});
