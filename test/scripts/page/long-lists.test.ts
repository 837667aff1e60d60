import type { Filter } from 'embedded-dashboard-service';
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { testDashboard } from '../../support/test-dashboard.ts';
import { findViolations } from '../../e2e/axe.ts';
import type { ServedDashboard } from './page-server.ts';
import { useDashboards, type Visit, type VisitOptions } from './use-dashboards.ts';

const NAMES = [
  '',
  ...Array.from({ length: 1999 }, (_, n) => `Item ${String(n + 1).padStart(4, '0')}`),
];
const toRows = (names: readonly string[]) => names.map((name) => ({ name }));

const filterOf = (parameter: string, changes: object = {}): Filter => ({
  kind: 'choice',
  parameter,
  label: parameter,
  select: { sql: 'names :Family' },
  ...changes,
});
const filters: Filter[] = [
  filterOf('Family', { select: undefined, list: [{ value: '', label: 'None' }, { value: 'Few' }] }),
  filterOf('Item'),
  filterOf('Items', { multiple: true }),
];

/** The second one is not in the part of the list that the form has, and the last one is not in the list. */
const MARKS = ['Item 0007', 'Item 1998', 'Item 1999', 'Nothing'];
const MARK_COLUMNS = ['item', 'items'].map((column) => ({
  column,
  label: column,
  format: 'text' as const,
}));

/** A list of 2,000 values. The service's own SELECTs around it have the name of their first word. */
function longList(): ServedDashboard {
  const datasets = { one: 'one :Item', several: 'several :Items', marks: 'marks' };
  const table = { kind: 'table', columns: [{ column: 'n', label: 'N', format: 'text' }] } as const;
  const tiles = [
    { ...table, title: 'One', dataset: 'one', columns: [...table.columns] },
    { ...table, title: 'Several', dataset: 'several', columns: [...table.columns] },
    { ...table, title: 'Marks', dataset: 'marks', columns: MARK_COLUMNS },
  ];
  return {
    dashboard: testDashboard(1, datasets, tiles, { filters }),
    tables: {
      names: ({ family }) => toRows(family === 'Few' ? NAMES.slice(0, 30) : NAMES),
      one: ({ item }) => [{ n: `one: ${JSON.stringify(item)}` }],
      marks: () => MARKS.map((item) => ({ item, items: item })),
      several: ({ items }) => [{ n: `several: ${JSON.stringify(items)}` }],
      SELECT: ({ __search: text, __0: first, ...others }) => {
        if (first !== undefined) {
          const wanted = new Set([first, ...Object.values(others)]);
          return toRows(NAMES.filter((name) => wanted.has(name)));
        }
        if (typeof text !== 'string') return [{ total: NAMES.length, missing: 0 }];
        return toRows(NAMES.filter((name) => name.toLowerCase().includes(text.toLowerCase())));
      },
    },
  };
}

const visit = useDashboards();
let page: Page;
let tile: Visit['tile'];
let loaded: Visit['asked'];

async function open(options: VisitOptions = {}): Promise<void> {
  ({ page, tile, asked: loaded } = await visit(longList(), options));
}

const field = (name: string) => page.locator(`[data-filter="${name.toLowerCase()}"]`);
const openList = (name: string) => field(name).locator('summary').click();
const search = (name: string) => field(name).getByRole('searchbox');
const seen = (name: string) => field(name).locator('.choices label:visible').allInnerTexts();
const said = (name: string) => field(name).locator('.found').textContent();
const cell = (index: number) => tile(index).locator('tbody td').innerText();

describe('a list that is cut', () => {
  beforeEach(() => open());

  it('says so, and finds the rest at the server', async () => {
    await openList('Item');
    expect(await field('Item').locator('.cut').innerText()).toBe(
      'The first 1,000 of 2,000 are shown. Search finds all.',
    );
    await search('Item').fill('ITEM 199');
    await expect.poll(() => seen('Item')).toHaveLength(10);
    expect(await field('Item').locator('.cut').isVisible()).toBe(false);
    expect(await said('Item')).toBe('');
    expect(await findViolations(page)).toEqual([]);
    await field('Item').getByLabel('Item 1999').check();
    await expect.poll(() => cell(0)).toBe('one: "Item 1999"');
    expect(await field('Item').locator('summary').innerText()).toContain('Item 1999');
    expect(await field('Item').getByLabel('Item 1999').isChecked()).toBe(true);
    await openList('Item');
    await search('Item').fill('');
    await expect.poll(() => field('Item').locator('.cut').isVisible()).toBe(true);
    expect((await seen('Item')).slice(0, 3)).toEqual(['All', 'Item 1999', '(empty)']);
    expect(await seen('Item')).toHaveLength(1002);
  });

  it('closes after a single choice, but not while the arrow keys choose', async () => {
    const isOpen = () =>
      field('Item')
        .locator('details')
        .evaluate((own) => own.hasAttribute('open'));
    const focused = () => page.evaluate(() => document.activeElement!.tagName);
    await openList('Item');
    await field('Item').getByText('Item 0007').click();
    expect([await isOpen(), await focused()]).toEqual([false, 'SUMMARY']);
    await expect.poll(() => cell(0)).toBe('one: "Item 0007"');
    await page.keyboard.press('Enter');
    await field('Item').getByLabel('Item 0007').focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => cell(0)).toBe('one: "Item 0008"');
    expect(await isOpen()).toBe(true);
    await page.keyboard.press('Enter');
    expect([await isOpen(), await focused()]).toEqual([false, 'SUMMARY']);
  });

  it('keeps what a search has found while several values are chosen', async () => {
    await openList('Items');
    await search('Items').fill('item 199');
    await field('Items').getByLabel('Item 1998').check();
    await expect.poll(() => cell(1)).toBe('several: ["Item 1998"]');
    await field('Items').getByLabel('Item 1999').check();
    await expect.poll(() => cell(1)).toBe('several: ["Item 1998","Item 1999"]');
    await search('Items').fill('0007');
    await expect.poll(() => seen('Items')).toEqual(['Item 0007']);
    await search('Items').fill('');
    // The list has no longer room for it.
    await field('Items').getByLabel('Item 1998').click();
    await expect.poll(() => cell(1)).toBe('several: ["Item 1999"]');
  });

  it('has the value of each mark, and shows it as chosen', async () => {
    const mark = (name: string, column: 0 | 1) =>
      tile(2).getByRole('button', { name, exact: true }).nth(column);
    const pressed = (name: string, column: 0 | 1) =>
      expect.poll(() => mark(name, column).getAttribute('aria-pressed'));
    await mark('Item 1998', 0).click();
    await expect.poll(() => cell(0)).toBe('one: "Item 1998"');
    await pressed('Item 1998', 0).toBe('true');
    expect(await field('Item').locator('summary').innerText()).toContain('Item 1998');
    await openList('Item');
    expect(await field('Item').getByLabel('Item 1998').isChecked()).toBe(true);
    await mark('Item 1998', 0).click();
    await expect.poll(() => cell(0)).not.toContain('Item');
    await pressed('Item 1998', 0).toBe('false');

    await mark('Item 1998', 1).click();
    await expect.poll(() => cell(1)).toBe('several: ["Item 1998"]');
    await mark('Item 0007', 1).click();
    await expect.poll(() => cell(1)).toContain('0007');
    await mark('Item 1999', 1).click();
    await expect.poll(() => cell(1)).toContain('1999');
    expect(await cell(1)).toContain('1998');
    await pressed('Item 1999', 1).toBe('true');
    expect(await findViolations(page)).toEqual([]);
  });

  it('does nothing for a mark that it does not have', async () => {
    const answer = page.waitForResponse(/[?&]choices=Item&value=Nothing/);
    await tile(2).getByRole('button', { name: 'Nothing', exact: true }).first().click();
    expect(await (await answer).json()).toEqual({ choices: [], isCut: false });
    await tile(2).getByRole('button', { name: 'Item 1999', exact: true }).first().click();
    await expect.poll(() => cell(0)).toBe('one: "Item 1999"');
    expect(loaded()).toEqual(['one']);
  });

  it('says if there are more than it shows, and if there is nothing', async () => {
    await openList('Item');
    await search('Item').fill('item 1');
    await expect.poll(() => said('Item')).toBe('The first 50 are shown.');
    await search('Item').fill('nothing');
    await expect.poll(() => said('Item')).toBe('Nothing found');
    expect(await seen('Item')).toEqual([]);
  });

  it('follows the filter on which it depends', async () => {
    await field('Family').locator('select').selectOption('Few');
    await openList('Item');
    await expect.poll(() => seen('Item')).toHaveLength(31);
    expect(await field('Item').locator('.cut').isVisible()).toBe(false);
    await search('Item').fill('item 199');
    await expect.poll(() => said('Item')).toBe('Nothing found');
  });

  it('says that it cannot be searched now, and asks again if there were too many searches', async () => {
    let asked = 0;
    await page.route(/[?&]choices=/, async (route) => {
      asked += 1;
      const headers = { 'Retry-After': '0' };
      if (asked === 1) await route.fulfill({ status: 429, headers });
      else if (asked === 2) await route.continue();
      else await route.fulfill({ status: 503 });
    });
    await openList('Item');
    await search('Item').fill('item 199');
    await expect.poll(() => seen('Item')).toHaveLength(10);
    expect(asked).toBe(2);
    await search('Item').fill('item 1');
    await expect.poll(() => said('Item')).toBe('Please try again later.');
    expect(asked).toBe(3);
  });
});

describe('the empty text', () => {
  it.each(['Item', 'Items'])('is chosen as another value: %s', async (name) => {
    await open({ query: 'theme=dark' });
    const index = name === 'Item' ? 0 : 1;
    await openList(name);
    await field(name).getByLabel('(empty)').check();
    await expect.poll(() => cell(index)).toBe(index === 0 ? 'one: ""' : 'several: [""]');
    const href = (await tile(index).locator('.tile-menu a').first().getAttribute('href'))!;
    expect(href).toContain(`filter-empty.${name}=1`);
    await page.getByRole('link', { name: 'Reset' }).click();
    await expect.poll(() => cell(index)).toContain(': ');
    await expect.poll(() => cell(index)).not.toContain('""');
    expect(await field(name).locator('summary').innerText()).toContain('All');
  });

  it('is chosen in a select, and kept in an address', async () => {
    await open({ query: 'filter-empty.Family=1' });
    const family = field('Family').locator('select');
    expect(await family.inputValue()).toBe('=empty');
    await family.selectOption('All');
    await expect.poll(() => page.locator('.shown-parameters').textContent()).not.toContain('None');
    await family.selectOption('None');
    await expect.poll(() => page.locator('.shown-parameters').textContent()).toContain('None');
  });

  it('is sent by the form without scripts', async () => {
    await open({ javaScriptEnabled: false });
    await openList('Item');
    expect(await field('Item').locator('.cut').innerText()).toBe(
      'The first 1,000 of 2,000 are shown.',
    );
    await field('Item').getByLabel('(empty)').check();
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(() => cell(0)).toBe('one: ""');
    expect(await field('Item').getByLabel('(empty)').isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(() => cell(0)).toBe('one: ""');
  });
});
