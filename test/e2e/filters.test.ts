import { readFileSync } from 'node:fs';
import type { Filter } from 'embedded-dashboard-service';
import { unzipSync } from 'fflate';
import type { BrowserContextOptions, Page, Route } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { testDashboard } from '../support/test-dashboard.ts';
import { useVisitedService, watchTileLoads } from './visited-service.ts';

const SALES = `(VALUES ('North', 'Oslo', '2026-01-01'::date, 1), ('North', 'Bergen', '2026-02-01', 2),
  ('South', 'Rome', '2026-02-01', 4)) AS sales (region, city, month, n)`;
const where = `(:Region IS NULL OR region = :Region) AND (:Cities IS NULL OR city = ANY(:Cities))
  AND (:Start IS NULL OR month BETWEEN :Start::date AND :End::date) AND n >= coalesce(:Least::int, 0)`;
const filters: Filter[] = [
  {
    kind: 'choice',
    parameter: 'Region',
    label: 'Region',
    list: [{ value: 'North', label: 'The North' }, { value: 'South' }],
  },
  {
    kind: 'choice',
    parameter: 'Cities',
    label: 'Cities',
    multiple: true,
    select: {
      sql: `SELECT city FROM ${SALES} WHERE :Region IS NULL OR region = :Region ORDER BY 1`,
    },
  },
  { kind: 'date', parameter: 'Start', label: 'From', rangeEnd: 'End', column: 'month' },
  { kind: 'date', parameter: 'End', label: 'To' },
  { kind: 'number', parameter: 'Least', label: 'Least', default: ['0'] },
  { kind: 'text', parameter: 'Name', label: 'Name' },
];
const base = { span: 6, format: 'integer' } as const;
const dashboard = testDashboard(
  1,
  {
    cities: `SELECT city, n, :Name AS name FROM ${SALES} WHERE ${where} ORDER BY city`,
    months: `SELECT month, count(*) AS n FROM ${SALES} GROUP BY 1 ORDER BY 1`,
  },
  [
    {
      ...base,
      kind: 'table',
      title: 'Cities',
      columns: ['city', 'name'].map((column) => ({ column, label: column, format: 'text' })),
    },
    {
      ...base,
      kind: 'bar',
      title: 'Months',
      dataset: 'months',
      category: 'month',
      series: [{ column: 'n', label: 'Orders' }],
    },
    { ...base, kind: 'pie', title: 'Shares', category: 'city', value: 'n' },
  ],
  { title: 'Sales', filters },
);
const service = useVisitedService({ dashboards: [dashboard] });
let page: Page;

afterEach(() => page.close());

/** Opens the dashboard. Returns the datasets of all requests for tiles. */
async function open(
  sqlParameters?: string,
  options: BrowserContextOptions = {},
): Promise<string[]> {
  page = await service.browser.newPage(options);
  await page.goto(await service.addressOf(dashboard.guid, sqlParameters));
  return watchTileLoads(page);
}

const field = (label: string) => page.getByLabel(label, { exact: true });
const column = (name: string) => page.locator(`td[data-column=${name}]`).allTextContents();
const cities = () => page.locator('.tile-table td[data-column=city]').allTextContents();
const logOut = () => fetch(`${service.url}/Api/LogOut/${service.service.apiKey}/anna`);

async function check(name: string): Promise<void> {
  await page.locator('form summary').click();
  await page.getByRole('checkbox', { name }).check();
}

describe('a filter of each kind', () => {
  it.each([
    ['a choice', () => field('Region').selectOption('South'), ['Rome']],
    ['several values', () => check('Oslo'), ['Oslo']],
    ['a number', () => field('Least').fill('2'), ['Bergen', 'Rome']],
    ['dates', () => page.locator('.chart path[fill="#1f6f78"]').first().click(), ['Oslo']],
  ])('changes the rows of its tiles without a reload: %s', async (_, set, expected) => {
    const asked = await open();
    await set();
    await page.locator('h1').click();
    await expect.poll(cities).toEqual(expected);
    expect(asked).toEqual(['cities']);
  });

  it('is sent by a form without scripts', async () => {
    await open('', { javaScriptEnabled: false });
    await field('Region').selectOption('North');
    await check('Bergen');
    await field('From').fill('2026-02-01');
    await field('To').fill('2026-02-28');
    await field('Least').fill('2');
    await field('Name').fill('<b>Ann & Bob</b>');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(cities).toEqual(['Bergen']);
    expect(await column('name')).toEqual(['<b>Ann & Bob</b>']);
  });
});

it('does not offer a filter that the token locks', async () => {
  await open('Region=North');
  expect(await cities()).toEqual(['Bergen', 'Oslo']);
  expect(await page.locator('[data-filter=region]').count()).toBe(0);
});

it('shows the refusal in place of the dashboard after a logout during a load', async () => {
  await open();
  const held = new Promise<Route>((resolve) => {
    void page.route(/[?]tiles=/, resolve);
  });
  await field('Region').selectOption('South');
  const route = await held;
  await logOut();
  await route.continue();
  await page.getByRole('heading', { name: 'This dashboard is no longer open' }).waitFor();
  expect(await page.locator('form, [data-tile]').count()).toBe(0);
});

it('saves the rows of all tiles with the choices', async () => {
  await open();
  await field('Region').selectOption('South');
  await expect.poll(cities).toEqual(['Rome']);
  const zip = page.getByRole('link', { name: 'All data (ZIP)' });
  const [download] = await Promise.all([page.waitForEvent('download'), zip.click()]);
  expect(download.suggestedFilename()).toBe('Sales.zip');
  const [, first] = Object.values(unzipSync(readFileSync(await download.path())));
  expect(Buffer.from(first!).toString().split('\r\n')[1]).toBe('Rome,');
});
