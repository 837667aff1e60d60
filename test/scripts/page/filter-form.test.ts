import type { Dashboard, Filter } from 'embedded-dashboard-service';
import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findViolations } from '../../e2e/axe.ts';
import { testDashboard } from '../../support/test-dashboard.ts';
import type { Table } from '../tables.ts';
import { listFilter, rangeFilters, tableOf } from './parts.ts';
import { useDashboards, type VisitOptions } from './use-dashboards.ts';

const SALES = [
  { region: 'North', city: 'Oslo', n: 1 },
  { region: 'North', city: 'Bergen', n: 2 },
  { region: 'South', city: 'Rome', n: 4 },
];
const filters: Filter[] = [
  listFilter('Region', [['North', 'The North'], 'South']),
  {
    kind: 'choice',
    parameter: 'Cities',
    label: 'Cities',
    multiple: true,
    default: ['Oslo', 'Bergen'],
    select: { sql: 'names :Region' },
  },
  ...rangeFilters({ default: ['2026-01-01'] }),
  { kind: 'number', parameter: 'Least', label: 'Least number of orders', default: ['1'] },
  { kind: 'text', parameter: 'Name', label: 'Name' },
];
const table = { ...tableOf('Rows', 'rows', 'city', 'start', 'end', 'name'), span: 12 };

function toDashboard(locale: string): Dashboard {
  const texts = { title: 'Sales', locale, filters };
  const sql = 'rows :Region :Cities :Start :End :Least :Name';
  return testDashboard(1, { rows: sql }, [table], texts);
}

const tables: Record<string, Table> = {
  names: ({ region }) =>
    SALES.filter((row) => !region || row.region === region).map(({ city }) => ({ city })),
  rows: ({ region, cities: wanted, least, start, end, name }) =>
    SALES.filter((row) => !region || row.region === region)
      .filter(({ city }) => !Array.isArray(wanted) || !wanted[0] || wanted.includes(city))
      .filter(({ n }) => n >= Number(least ?? 0))
      .map(({ city, n }) => ({ city, n, start, end, name })),
};
const visit = useDashboards();
let page: Page;

async function open(locale: string, options?: VisitOptions): Promise<void> {
  ({ page } = await visit({ dashboard: toDashboard(locale), tables }, options));
}

const cities = (): Promise<string[]> => page.locator('td[data-column=city]').allTextContents();

describe('a form without scripts', () => {
  it('is used by keyboard alone, and keeps the display options', async () => {
    await open('en', { javaScriptEnabled: false, query: 'theme=dark' });
    expect(await cities()).toEqual(['Oslo', 'Bergen']);
    const region = page.getByLabel('Region', { exact: true });
    for (const key of ['ArrowDown', 'ArrowDown']) await region.press(key);
    await expect.poll(() => region.inputValue()).toBe('South');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    for (const key of ['Tab', 'Space', 'Tab', 'Space', 'Enter']) await page.keyboard.press(key);
    // The region has changed, so its cities are the default ones that it has: none.
    await expect.poll(cities).toEqual(['Rome']);
    expect(page.url()).toContain('theme=dark');
    await page.getByText('Cities: All').press('Enter');
    expect(await page.getByRole('checkbox').count()).toBe(1);
    await page.getByRole('link', { name: 'Reset' }).press('Enter');
    await expect.poll(cities).toEqual(['Oslo', 'Bergen']);
    expect(page.url()).toMatch(/\?theme=dark$/);
  });

  it('sends every kind of value, and shows it again', async () => {
    await open('en', { javaScriptEnabled: false });
    await page.getByLabel('From').fill('2026-02-03');
    await page.getByLabel('To', { exact: true }).fill('2026-02-28');
    await page.getByLabel('Least number').fill('2');
    await page.getByLabel('Name', { exact: true }).fill('<b>Ann & Bob</b>');
    await page.getByText('Cities: Oslo').click();
    await page.getByRole('checkbox', { name: 'Oslo' }).uncheck();
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(cities).toEqual(['Bergen']);
    const row = await page.locator('tbody td').allTextContents();
    expect(row).toEqual(['Bergen', '2026-02-03', '2026-02-28', '<b>Ann & Bob</b>']);
    expect(await page.getByLabel('To', { exact: true }).inputValue()).toBe('2026-02-28');
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('<b>Ann & Bob</b>');
  });

  it('tells “none of the boxes” from “not set”, and an emptied default too', async () => {
    await open('en', { javaScriptEnabled: false });
    await page.getByText('Cities: Oslo').click();
    for (const box of await page.getByRole('checkbox').all()) await box.uncheck();
    await page.getByLabel('From').fill('');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(cities).toEqual(['Oslo', 'Bergen', 'Rome']);
    expect(await page.getByLabel('From').inputValue()).toBe('');
  });

  it('is a text on paper', async () => {
    await open('en', { javaScriptEnabled: false });
    expect(await page.locator('.shown-parameters').isVisible()).toBe(false);
    onTestFinished(() => page.emulateMedia({ media: null }));
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('form').isVisible()).toBe(false);
    const texts = await page.locator('.shown-parameters div').allInnerTexts();
    expect(texts.map((text) => text.replaceAll(/\s+/g, ' '))).toEqual([
      'Region All',
      'Cities Oslo, Bergen',
      'From Jan 1, 2026',
      'To All',
      'Least number of orders 1',
      'Name All',
    ]);
  });
});

it('says that a choice of a link was left out, until the next one', async () => {
  await open('en', { query: 'filter.Region=West' });
  const note = page.getByText('Part of the selection isn’t available and was left out.');
  await expect.poll(() => note.isVisible()).toBe(true);
  expect(await findViolations(page)).toEqual([]);
  await page.getByLabel('Region').selectOption('South');
  await expect.poll(() => note.isVisible()).toBe(false);
});

it('leaves a page with a link for a file with a choice that is not offered', async () => {
  await open('en');
  await page.goto(`${page.url()}?csv=tile-0&filter.Region=West`);
  expect(await page.locator('h1').textContent()).toBe('This selection isn’t available');
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('link').click();
  await expect.poll(cities).toEqual(['Oslo', 'Bergen']);
});
