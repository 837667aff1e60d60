import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import {
  expectStatus,
  focusedLabel,
  getToken,
  openBackOffice,
  page,
  previewIn,
  tileFormIn,
} from './editor-page.ts';

const office = openBackOffice();

/** The maximum number of Tab presses to two charts, and back to the parameter. */
const MAX_TABS = 60;

const ORDERS = `SELECT region, count(*) AS orders, sum(revenue) AS revenue
FROM orders JOIN customers c ON c.id = customer_id
WHERE (:Region IS NULL OR region = :Region)
AND (:Since::date IS NULL OR ordered_on >= :Since::date)
AND (:Least::integer IS NULL OR quantity >= :Least::integer)
GROUP BY region ORDER BY region`;
const MONTHS = `SELECT date_trunc('month', ordered_on)::date AS month, sum(revenue) AS revenue
FROM orders GROUP BY 1 ORDER BY 1`;

const press = async (...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};

const regionOf = (name: string): Locator => page.getByRole('region', { name });

const isReady = (id: string): Promise<void> =>
  previewIn(page).locator(`[data-tile="${id}"][data-state=ready]`).waitFor();

it('leads a new analyst from nothing to a published dashboard with clicks and keys alone', async () => {
  await addChartsByKeys();
  await addTableAndLine();
  await addTarget();
  await addNote();
  await addFilters();
  await page.keyboard.press('Control+Shift+Enter');
  await page.getByRole('button', { name: 'Publish now' }).press('Enter');
  await expectStatus(page, 'Published');
  await page.getByLabel('Accessible in API').click();
  await page.getByRole('link', { name: 'API code' }).waitFor();
  await expectPublished(new URL(page.url()).pathname.split('/').at(-1)!);
});

/** Names the dashboard, writes its first dataset, and adds two of the charts that the editor suggests. Tries a parameter. */
async function addChartsByKeys(): Promise<void> {
  let tabs = 0;
  const focusedName = (): Promise<string> =>
    page.evaluate(() => {
      const { activeElement } = document;
      return activeElement?.ariaLabel ?? activeElement?.textContent?.trim() ?? '';
    });
  /** Presses a key until the control with this name has the focus. */
  async function tabTo(name: RegExp, key = 'Tab'): Promise<void> {
    const isThere = async (): Promise<boolean> =>
      name.test((await focusedLabel()) ?? '') || name.test(await focusedName());
    for (; !(await isThere()); tabs += 1) {
      expect(tabs, `before ${name}`).toBeLessThan(MAX_TABS);
      await page.keyboard.press(key);
    }
  }

  await page.getByRole('link', { name: 'New dashboard' }).focus();
  await press('Enter');
  await page.getByRole('treeitem').first().waitFor();
  await tabTo(/^Title$/);
  await page.keyboard.type('Our orders');

  // The tables are listed: opens the second one, and inserts a column.
  await tabTo(/^customers/);
  await press('ArrowRight', 'ArrowDown', 'ArrowDown');
  await press('Home', 'Enter');
  await expect.poll(() => focusedLabel()).toBe('SQL');
  await press('Control+a');
  await page.keyboard.insertText(ORDERS);
  await press('Control+Enter');
  await page
    .getByText('No rows, because the preview has no value for Region, Since, Least')
    .waitFor();
  for (const name of ['Region', 'Since', 'Least']) {
    await tabTo(new RegExp(`^Who sets ${name}$`));
    await press('ArrowDown');
  }
  await page.getByText(/^4 rows ·/).waitFor();
  await page.getByRole('button', { name: /^Bars: / }).waitFor();

  for (const [index, kind] of [/^Bars: /, /^Donut: /].entries()) {
    await tabTo(kind);
    await press('Enter');
    await isReady(`tile-${index + 1}`);
  }

  // Goes back to the parameter, and tries a value.
  await tabTo(/^Region$/, 'Shift+Tab');
  expect(tabs).toBeLessThan(MAX_TABS);
  await page.keyboard.type('North');
  await page.getByText(/^1 row ·/).waitFor();
  await press('Control+a', 'Delete');
  await page.getByText(/^4 rows ·/).waitFor();
}

/** Adds the table that the editor suggests, and the line that it suggests for another dataset. */
async function addTableAndLine(): Promise<void> {
  const datasets = regionOf('Datasets');
  await datasets.getByRole('button', { name: /^Table: / }).click();
  await isReady('tile-3');
  await datasets.getByRole('button', { name: 'Add a dataset' }).click();
  await datasets.getByLabel('SQL').nth(1).click();
  await page.keyboard.insertText(MONTHS);
  await datasets.getByRole('button', { name: /^Lines: / }).click();
  await isReady('tile-4');
}

/** Adds a number with a target. */
async function addTarget(): Promise<void> {
  await page.getByRole('button', { name: 'Add a tile' }).click();
  await expect.poll(() => focusedLabel()).toBe('Title');
  await page.keyboard.type('First month');
  const form = tileFormIn(page);
  await form.getByLabel('Kind').selectOption('number');
  await form.getByLabel('Value', { exact: true }).selectOption('revenue');
  await form.getByLabel('Target', { exact: true }).selectOption('Fixed value');
  await form.getByLabel('Target value').click();
  await page.keyboard.type('2000000');
  await press('Tab');
  await previewIn(page).locator('[data-tile="tile-5"] [data-target="2000000"]').waitFor();
}

async function addNote(): Promise<void> {
  await page.getByRole('button', { name: 'Add a tile' }).click();
  await expect.poll(() => focusedLabel()).toBe('Title');
  await page.keyboard.type('About these figures');
  const form = tileFormIn(page);
  await form.getByLabel('Kind').selectOption('text');
  await form.getByLabel('Text').click();
  await page.keyboard.type('Without **returned** goods.');
  await isReady('tile-6');
}

/** Makes each parameter a filter. Their kinds follow from the SQL. */
async function addFilters(): Promise<void> {
  for (const name of ['Region', 'Since', 'Least']) {
    await page.getByRole('switch', { name: `Readers set ${name} with a filter` }).click();
    await expect.poll(() => focusedLabel()).toBe('Label');
    await press('End');
    await page.keyboard.type(' of the order');
  }
  await regionOf('Filters').getByLabel('SQL').click();
  await page.keyboard.type('SELECT DISTINCT region FROM customers ORDER BY region');
  const list = previewIn(page).getByLabel('Region of the order');
  await list.getByRole('option', { name: 'North' }).waitFor({ state: 'attached' });
}

/** Expects that a reader sees the six tiles, the target and the filters, and chooses a region. */
async function expectPublished(guid: string): Promise<void> {
  await page.goto(`${office.url}/Tdb/${await getToken(office, guid)}`);
  await page.getByRole('heading', { name: 'Our orders', level: 1 }).waitFor();
  const tiles = page.locator('[data-tile][data-state=ready]');
  const kinds = async (): Promise<Set<string | undefined>> =>
    new Set(
      await tiles.evaluateAll((all) => all.map((tile) => (tile as HTMLElement).dataset.kind)),
    );
  const wanted = new Set(['bar', 'donut', 'line', 'number', 'table', 'text']);
  await expect.poll(kinds).toEqual(wanted);
  await page.locator('[data-target="2000000"]').waitFor();

  const filters = page.getByRole('form', { name: 'Filters' });
  await filters.getByLabel('Since of the order').waitFor();
  await filters.getByLabel('Least of the order').waitFor();
  const regions = page.locator('[data-kind=table] tbody tr');
  await expect.poll(() => regions.count()).toBe(4);
  await filters.getByLabel('Region of the order').selectOption('North');
  await expect.poll(() => regions.count()).toBe(1);
  await page.locator('[data-kind=table]').getByRole('cell', { name: 'North' }).waitFor();
}
