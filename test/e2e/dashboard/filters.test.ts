import { readFileSync } from 'node:fs';
import type { Filter } from 'embedded-dashboard-service';
import { unzipSync } from 'fflate';
import type { Page, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { testDashboard } from '../../support/test-dashboard.ts';
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
      categoryFormat: 'month',
      series: [{ column: 'n', label: 'Orders' }],
    },
    { ...base, kind: 'pie', title: 'Shares', category: 'city', value: 'n' },
  ],
  { title: 'Sales', filters },
);
const service = useVisitedService({ dashboards: [dashboard] });

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const cities = (page: Page) => page.locator('.tile-table td[data-column=city]').allTextContents();

it('shows the rows that a reader chooses, saves them, and none after the logout', async () => {
  const page = await service.visit(dashboard);
  const asked = watchTileLoads(page);
  const choose = async (set: () => Promise<unknown>, expected: string[]): Promise<void> => {
    await set();
    await page.locator('h1').click();
    await expect.poll(() => cities(page)).toEqual(expected);
    expect(new Set(asked.splice(0))).toEqual(new Set(['cities']));
    await page.getByRole('link', { name: 'Reset' }).click();
    await expect.poll(() => cities(page)).toEqual(['Bergen', 'Oslo', 'Rome']);
    asked.splice(0);
  };
  await choose(async () => {
    await page.locator('form summary').click();
    await page.getByRole('checkbox', { name: 'Oslo' }).check();
  }, ['Oslo']);
  await choose(() => field(page, 'Least').fill('2'), ['Bergen', 'Rome']);
  // The first bar: January.
  await choose(() => page.locator('.tile-bar path[fill="#1f6f78"]').first().click(), ['Oslo']);

  await field(page, 'Region').selectOption('South');
  await field(page, 'Name').fill('<b>Ann & Bob</b>');
  await page.locator('h1').click();
  const names = page.locator('.tile-table td[data-column=name]');
  await expect.poll(() => names.allTextContents()).toEqual(['<b>Ann & Bob</b>']);
  expect(await cities(page)).toEqual(['Rome']);
  const zip = page.getByRole('link', { name: 'All data (ZIP)' });
  const [download] = await Promise.all([page.waitForEvent('download'), zip.click()]);
  expect(download.suggestedFilename()).toBe('Sales.zip');
  const [, first] = Object.values(unzipSync(readFileSync(await download.path())));
  expect(Buffer.from(first!).toString().split('\r\n')[1]).toBe('Rome,<b>Ann & Bob</b>');

  const held = new Promise<Route>((resolve) => {
    void page.route(/[?]tiles=/, resolve);
  });
  await field(page, 'Region').selectOption('North');
  const route = await held;
  await fetch(`${service.url}/Api/LogOut/${service.service.apiKey}/anna`);
  await route.continue();
  await page.getByRole('heading', { name: 'This dashboard is no longer open' }).waitFor();
  expect(await page.locator('form, [data-tile]').count()).toBe(0);
  await page.context().close();
});

it('does not offer a filter that the token locks', async () => {
  const address = await service.addressOf(dashboard.guid, 'Region=North');
  const html = await (await fetch(`${address}?whole`)).text();
  expect(html).toContain('>Oslo<');
  expect(html).not.toContain('Rome');
  expect(html).toContain('data-filter="least"');
  expect(html).not.toContain('data-filter="region"');
});
