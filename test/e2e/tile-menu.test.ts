import type { DashboardDefinition, Filter } from 'embedded-dashboard-service';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { testDashboard } from '../support/test-dashboard.ts';
import { findViolations } from './axe.ts';
import { useVisitedService } from './visited-service.ts';

const SOLD = `SELECT * FROM (VALUES ('Oslo', 'North', 3, 1), ('Bergen', 'North', 2, 1), ('Rome', 'South', 4, 2))
  AS sold (city, region, n, returned) WHERE :Region IS NULL OR region = :Region`;
const region: Filter = {
  kind: 'choice',
  parameter: 'Region',
  label: 'Region',
  list: [{ value: 'North' }, { value: 'South' }],
};
const base = { span: 6, format: 'integer' } as const;
const bars = {
  ...base,
  kind: 'bar',
  title: 'Sold',
  category: 'city',
  series: [
    { column: 'n', label: 'Number' },
    { column: 'returned', label: 'Returned' },
  ],
} as const;
const table = {
  ...base,
  kind: 'table',
  title: 'Cities',
  columns: [{ column: 'city', label: 'City', format: 'text' }],
} as const;

function dashboardOf(number: number, rest: Partial<DashboardDefinition>) {
  return testDashboard(number, { sold: SOLD }, [bars, table], { title: 'Sales', ...rest });
}

const english = dashboardOf(1, { filters: [region] });
const arabic = dashboardOf(2, { filters: [region], locale: 'ar' });
const service = useVisitedService({ dashboards: [english, arabic] });
let page: Page;

afterEach(() => page.close());

const tile = () => page.locator('[data-tile=tile-0]');
const menu = () => tile().locator('.tile-menu');
const link = (use: string) => menu().locator(`[data-use=${use}]`);
const isMenuOpen = () => menu().evaluate((own) => (own as HTMLDetailsElement).open);
const cities = () => tile().locator('td:first-child').allTextContents();

describe('the menu without scripts', () => {
  it('shows rows and full size with the choices, and leads back, by keyboard alone', async () => {
    page = await service.visit(english, { javaScriptEnabled: false }, 'theme=dark');
    await page.getByLabel('Region').selectOption('North');
    await page.getByRole('button', { name: 'Apply' }).press('Enter');
    await menu().locator('summary').press('Enter');
    await link('rows').press('Enter');
    await expect.poll(cities).toEqual(['Oslo', 'Bergen']);
    expect(await page.locator('[data-tile]').count()).toBe(1);
    await page.getByLabel('Region').selectOption('South');
    await page.getByRole('button', { name: 'Apply' }).press('Enter');
    await expect.poll(cities).toEqual(['Rome']);
    await menu().locator('summary').press('Enter');
    await link('full').press('Enter');
    await tile().locator('.chart').waitFor();
    await page.getByRole('link', { name: 'Back to dashboard' }).press('Enter');
    await page.locator('[data-tile=tile-1]').waitFor();
    expect(await page.getByLabel('Region').inputValue()).toBe('South');
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
  });
});

describe.each([
  ['English', english, 'theme=light'],
  ['Arabic', arabic, 'theme=dark'],
])('the menu in %s', (_, dashboard, query) => {
  it.each([390, 820, 1440])('is accessible and fits into %d pixels', async (width) => {
    page = await service.visit(dashboard, { viewport: { width, height: 900 } }, query);
    await menu().locator('summary').click();
    const list = menu().getByRole('list');
    const [box, own] = [(await list.boundingBox())!, (await tile().boundingBox())!];
    expect(box.x).toBeGreaterThanOrEqual(own.x);
    expect(box.x + box.width).toBeLessThanOrEqual(own.x + own.width);
    expect(await findViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  });
});

it('closes when another menu opens', async () => {
  page = await service.visit(english);
  await menu().locator('summary').click();
  expect(await isMenuOpen()).toBe(true);
  await page.locator('[data-tile=tile-1] summary').click();
  expect(await isMenuOpen()).toBe(false);
});
