import type { Filter } from 'embedded-dashboard-service';
import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { testDashboard } from '../../support/test-dashboard.ts';
import { findViolations } from '../../e2e/axe.ts';
import { tableOf } from './parts.ts';
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
const family = filterOf('Family', {
  select: undefined,
  list: [{ value: '', label: 'None' }, { value: 'Few' }],
});

/** The second one is not in the part of the list that the form has, and the last one is not in the list. */
const MARKS = ['Item 0007', 'Item 1998', 'Item 1999', 'Nothing'];
/** A list of 2,000 values, of which readers choose one or several. The service's own SELECTs around it are `SELECT`. */
function longList(multiple: boolean): ServedDashboard {
  const tiles = [tableOf('Chosen', 'chosen', 'n'), tableOf('Marks', 'marks', 'item')];
  const filters = [family, filterOf('Item', { multiple })];
  return {
    dashboard: testDashboard(1, { chosen: 'chosen :Item', marks: 'marks' }, tiles, { filters }),
    tables: {
      names: ({ family: wanted }) => toRows(wanted === 'Few' ? NAMES.slice(0, 30) : NAMES),
      chosen: ({ item }) => [{ n: JSON.stringify(item ?? null) }],
      marks: () => MARKS.map((item) => ({ item })),
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

/** Opens a dashboard whose readers choose one value, or several. */
async function open(choice: 'one' | 'several', options: VisitOptions = {}): Promise<void> {
  ({ page, tile, asked: loaded } = await visit(longList(choice === 'several'), options));
}

const item = () => page.locator('[data-filter=item]');
const openList = () => item().locator('summary').click();
const search = (text: string) => item().getByRole('searchbox').fill(text);
const seen = () => item().locator('.choices label:visible').allInnerTexts();
const untilFound = (text: string) =>
  expect.poll(() => item().locator('.found').textContent()).toBe(text);
const cut = () => item().locator('.cut');
const untilChosen = (value: string | string[] | null) =>
  expect.poll(() => tile(0).locator('tbody td').innerText()).toBe(JSON.stringify(value));
const selectFamily = (name: string) =>
  page.locator('[data-filter=family] select').selectOption(name);

describe('a list that is cut', () => {
  it('says so, and finds the rest at the server', async () => {
    await open('one');
    await openList();
    expect(await cut().innerText()).toBe('The first 1,000 of 2,000 are shown. Search finds all.');
    await search('ITEM 199');
    await expect.poll(seen).toHaveLength(10);
    expect(await cut().isVisible()).toBe(false);
    await untilFound('');
    expect(await findViolations(page)).toEqual([]);
    await item().getByLabel('Item 1999').check();
    await untilChosen('Item 1999');
    expect(await item().locator('summary').innerText()).toContain('Item 1999');
    expect(await item().getByLabel('Item 1999').isChecked()).toBe(true);
    await openList();
    await search('');
    await expect.poll(() => cut().isVisible()).toBe(true);
    expect((await seen()).slice(0, 3)).toEqual(['All', 'Item 1999', '(empty)']);
    expect(await seen()).toHaveLength(1002);
    await search('item 1');
    await untilFound('The first 50 are shown.');
    await search('nothing');
    await untilFound('Nothing found');
    expect(await seen()).toEqual([]);
  });

  it('closes after a single choice, but not while the arrow keys choose', async () => {
    await open('one');
    const isOpen = () =>
      item()
        .locator('details')
        .evaluate((own) => own.hasAttribute('open'));
    const focused = () => page.evaluate(() => document.activeElement!.tagName);
    await openList();
    await item().getByText('Item 0007').click();
    expect([await isOpen(), await focused()]).toEqual([false, 'SUMMARY']);
    await untilChosen('Item 0007');
    await page.keyboard.press('Enter');
    await item().getByLabel('Item 0007').focus();
    await page.keyboard.press('ArrowDown');
    await untilChosen('Item 0008');
    expect(await isOpen()).toBe(true);
    await page.keyboard.press('Enter');
    expect([await isOpen(), await focused()]).toEqual([false, 'SUMMARY']);
  });

  it('keeps what a search has found while several values are chosen', async () => {
    await open('several');
    await openList();
    await search('item 199');
    await item().getByLabel('Item 1998').check();
    await untilChosen(['Item 1998']);
    await item().getByLabel('Item 1999').check();
    await untilChosen(['Item 1998', 'Item 1999']);
    await search('0007');
    await expect.poll(seen).toEqual(['Item 0007']);
    await search('');
    // The list has no longer room for it.
    await item().getByLabel('Item 1998').click();
    await untilChosen(['Item 1999']);
  });

  describe('and a mark', () => {
    const mark = (name: string) => tile(1).getByRole('button', { name, exact: true });
    const untilPressed = (name: string, pressed: string) =>
      expect.poll(() => mark(name).getAttribute('aria-pressed')).toBe(pressed);

    it('that it has is chosen by a click, and no other one', async () => {
      await open('one');
      const answer = page.waitForResponse(/[?&]choices=Item&value=Nothing/);
      await mark('Nothing').click();
      expect(await (await answer).json()).toEqual({ choices: [], isCut: false });
      await mark('Item 1998').click();
      await untilChosen('Item 1998');
      expect(loaded()).toEqual(['chosen']);
      await untilPressed('Item 1998', 'true');
      expect(await item().locator('summary').innerText()).toContain('Item 1998');
      await openList();
      expect(await item().getByLabel('Item 1998').isChecked()).toBe(true);
      await mark('Item 1998').click();
      await untilChosen(null);
      await untilPressed('Item 1998', 'false');
    });

    it('is added to the others that were chosen', async () => {
      await open('several');
      await mark('Item 1998').click();
      await untilChosen(['Item 1998']);
      await mark('Item 0007').click();
      await untilChosen(['Item 1998', 'Item 0007']);
      await mark('Item 1999').click();
      await untilChosen(['Item 1998', 'Item 0007', 'Item 1999']);
      await untilPressed('Item 1999', 'true');
    });
  });

  it('follows the filter on which it depends', async () => {
    await open('one');
    await selectFamily('Few');
    await openList();
    await expect.poll(seen).toHaveLength(31);
    expect(await cut().isVisible()).toBe(false);
    await search('item 199');
    await untilFound('Nothing found');
  });

  it('says that it cannot be searched now, and asks again if there were too many searches', async () => {
    await open('one');
    const askedAt: number[] = [];
    onTestFinished(() => page.unrouteAll());
    await page.route(/[?&]choices=/, async (route) => {
      askedAt.push(performance.now());
      const headers = { 'Retry-After': '1' };
      if (askedAt.length === 1) await route.fulfill({ status: 429, headers });
      else if (askedAt.length === 2) await route.continue();
      else await route.fulfill({ status: 503 });
    });
    await openList();
    await search('item 199');
    await expect.poll(seen).toHaveLength(10);
    expect(askedAt).toHaveLength(2);
    expect(askedAt[1]! - askedAt[0]!).toBeGreaterThan(900);
    await search('item 1');
    await untilFound('Please try again later.');
    expect(askedAt).toHaveLength(3);
  });
});

describe('the empty text', () => {
  it.each(['one', 'several'] as const)('is chosen as another value: %s', async (choice) => {
    await open(choice, { query: 'theme=dark' });
    await openList();
    await item().getByLabel('(empty)').check();
    await untilChosen(choice === 'one' ? '' : ['']);
    const href = (await tile(0).locator('.tile-menu a').first().getAttribute('href'))!;
    expect(href).toContain('filter-empty.Item=1');
    await page.getByRole('link', { name: 'Reset' }).click();
    await untilChosen(null);
    expect(await item().locator('summary').innerText()).toContain('All');
  });

  it('is chosen in a select, and kept in an address', async () => {
    await open('one', { query: 'filter-empty.Family=1' });
    const shown = () => page.locator('.shown-parameters').textContent();
    expect(await page.locator('[data-filter=family] select').inputValue()).toBe('=empty');
    await selectFamily('All');
    await expect.poll(shown).not.toContain('None');
    await selectFamily('None');
    await expect.poll(shown).toContain('None');
  });

  it('is sent by the form without scripts', async () => {
    await open('one', { javaScriptEnabled: false });
    await openList();
    expect(await cut().innerText()).toBe('The first 1,000 of 2,000 are shown.');
    await item().getByLabel('(empty)').check();
    await page.getByRole('button', { name: 'Apply' }).click();
    await untilChosen('');
    expect(await item().getByLabel('(empty)').isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Apply' }).click();
    await untilChosen('');
  });
});
