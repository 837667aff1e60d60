import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import {
  addTile,
  expectStatus,
  focusedLabel,
  getToken,
  getTokenStatus,
  openBackOffice,
  page,
  previewIn,
  tileFormIn,
  tileIn,
  titleIn,
} from './editor-page.ts';
import { beginDashboard } from './new-dashboard.ts';

const CUSTOMERS = `SELECT region, count(*) AS customers FROM customers
  WHERE :Region IS NULL OR region = :Region GROUP BY region ORDER BY region`;

const office = openBackOffice();

const filtersIn = (): Locator => page.getByRole('region', { name: 'Filters' });

async function customersOf(region: string): Promise<string> {
  const sql = 'SELECT count(*) FROM customers WHERE region = $1';
  const [row] = await office.service.query(sql, [region]);
  return String(row!.count);
}

/** Waits until the number tile of a page has a value. */
const untilFigure = (tile: Locator, value: string): Promise<void> =>
  tile.locator(`.figure[data-value="${value}"]`).waitFor();

it('lets an author make a dashboard with a filter, try it, publish it and share it', async () => {
  const [east, north] = [await customersOf('East'), await customersOf('North')];
  await beginDashboard(page, 'Where we sell', CUSTOMERS);
  await page.getByLabel('Who sets Region').selectOption('optional');
  await expect.poll(() => page.getByLabel('Accessible in API').isDisabled()).toBe(true);
  const figure = previewIn(page).locator('[data-tile="tile-1"]');
  await addTile(page, 'The first region');
  await tileFormIn(page).getByLabel('Kind').selectOption('number');
  await tileFormIn(page).getByLabel('Value').selectOption('customers');
  await untilFigure(figure, east);

  // The editor suggests bars for the columns, which need no setting.
  await addTile(page, 'By region');
  await previewIn(page).locator('[data-tile="tile-2"] svg').waitFor();
  const bars = tileIn(page, 'By region').getByRole('button');
  await bars.press('ArrowLeft');
  const first = previewIn(page).locator('.tiles slot:first-child[name="tile-2"]');
  await first.waitFor({ state: 'attached' });
  expect(await bars.evaluate((box) => box === document.activeElement)).toBe(true);

  await addFilter();
  const field = previewIn(page).getByLabel('Region of the customer');
  await field.getByRole('option', { name: 'North' }).waitFor({ state: 'attached' });
  await expect.poll(() => field.getByRole('option', { name: 'West' }).count()).toBe(0);
  await field.selectOption('North');
  await previewIn(page).getByRole('button', { name: 'Apply' }).press('Enter');
  await untilFigure(figure, north);
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('IFRAME');
  await previewIn(page).getByRole('link', { name: 'Reset' }).click();
  await untilFigure(figure, east);
  await page.getByText('Subtitle, currency, language and downloads').click();
  await page.getByRole('switch', { name: 'Readers can download rows and pictures' }).press('Space');

  await titleIn(page).focus();
  await page.keyboard.press('Control+Shift+Enter');
  await page.keyboard.press('Enter');
  await expectStatus(page, 'Published');
  const guid = new URL(page.url()).pathname.split('/').at(-1)!;
  expect(guid).toMatch(/^[\da-f-]{36}$/);
  await expectSharing(guid);
});

/** Makes the parameter a filter, by keyboard. Its list has a parameter of its own. */
async function addFilter(): Promise<void> {
  await page.getByRole('switch', { name: 'Readers set Region with a filter' }).press('Space');
  expect(await focusedLabel()).toBe('Label');
  await page.keyboard.press('End');
  await page.keyboard.type(' of the customer');
  const sql = `SELECT DISTINCT region FROM customers WHERE :Allowed IS NULL OR region <> :Allowed`;
  await filtersIn().getByLabel('SQL').fill(sql);
  await filtersIn().getByLabel('Allowed', { exact: true }).fill('West');
  await filtersIn().getByLabel('Who sets Allowed').selectOption('optional');
}

/** Expects that applications can open the dashboard as long as the author shares it. */
async function expectSharing(guid: string): Promise<void> {
  const share = page.getByLabel('Accessible in API');
  expect(await getTokenStatus(office, guid)).toBe(404);
  await share.click();
  await page.getByRole('link', { name: 'API code' }).waitFor();
  expect(await getTokenStatus(office, guid)).toBe(200);
  const editor = page.url();
  await expectReader(guid);
  await page.goto(editor);
  await previewIn(page).getByRole('heading', { name: 'Where we sell' }).waitFor();
  expect(await share.isChecked()).toBe(true);

  page.once('dialog', (dialog) => void dialog.dismiss());
  await share.click();
  expect(await share.isChecked()).toBe(true);
  page.once('dialog', (dialog) => void dialog.accept());
  await share.click();
  await page.getByRole('link', { name: 'API code' }).waitFor({ state: 'detached' });
  expect(await getTokenStatus(office, guid)).toBe(404);
}

/** Expects that a reader chooses a region, and is offered no download. */
async function expectReader(guid: string): Promise<void> {
  await page.goto(`${office.url}/Tdb/${await getToken(office, guid)}`);
  await page.getByLabel('Region of the customer').selectOption('North');
  await untilFigure(page.locator('[data-tile="tile-1"]'), await customersOf('North'));
  const uses = await page
    .locator('.tile-menu a')
    .evaluateAll((all) => all.map((each) => (each as HTMLElement).dataset.use));
  expect(new Set(uses)).toEqual(new Set(['rows', 'full']));
}
