import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { DatabaseError } from '../../../service/src/database/database.ts';
import { findViolations } from '../../e2e/axe.ts';
import { soldGoods } from './sold-goods.ts';
import { useDashboards, type Visit, type VisitOptions } from './use-dashboards.ts';

const UPDATED = 'The values have been updated';
const visit = useDashboards();
let page: Page;
let tile: Visit['tile'];
let shown: Visit['shown'];
let asked: Visit['asked'];

async function open(options: VisitOptions = {}): Promise<void> {
  ({ page, tile, shown, asked } = await visit(soldGoods(), options));
}

const cities = () => tile(0).locator('td[data-column=city]').allTextContents();
const figure = (index: number) => tile(index).locator('.figure').textContent();
/** Returns the texts of a list, as the browser shows them. */
const toOptions = (list: Locator): Promise<string[]> =>
  list.locator('option').evaluateAll((all) => all.map((each) => (each as HTMLOptionElement).text));
const status = () => page.getByRole('status').textContent();
const region = () => page.getByLabel('Region', { exact: true });
const city = () => page.getByLabel('City', { exact: true });
const untilUpdated = () => expect.poll(status).toBe(UPDATED);

describe('a choice', () => {
  it('sends one request for each dataset that it changes, and says when they are there', async () => {
    await open({ query: 'theme=dark' });
    const address = page.url();
    const length = await page.evaluate(() => history.length);
    await region().selectOption('North');
    await untilUpdated();
    expect(asked().toSorted()).toEqual(['cities', 'total']);
    expect(await cities()).toEqual(['Oslo', 'Bergen']);
    expect(await figure(2)).toContain('3');
    expect(await tile(1).locator('.legend button').count()).toBe(2);
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    expect([page.url(), await page.evaluate(() => history.length)]).toEqual([address, length]);
    const links = page.locator('.tile-menu a, .zip');
    for (const href of await links.evaluateAll((all) =>
      all.map((each) => each.getAttribute('href')!),
    )) {
      expect(href).toMatch(/^\?(?:rows|csv|svg|full|zip)=(?:tile-\d|all)&theme=dark&/);
      expect(href.match(/filter\.Region=[^&]*/g)).toEqual(['filter.Region=North']);
    }
    const texts = await page.locator('.shown-parameters div').allTextContents();
    expect(texts[0]!.replaceAll(/\s+/g, ' ')).toContain('Region The North');
  });

  it('asks first for the tiles that the reader sees', async () => {
    await open({ viewport: { width: 390, height: 190 } });
    const first = page.waitForRequest(/[?&]tiles=/);
    await region().evaluate((select: HTMLSelectElement) => {
      document.querySelector('[data-tile=tile-2]')!.scrollIntoView();
      select.value = 'North';
      select.dispatchEvent(new Event('change', { bubbles: true }));
    });
    expect((await first).url()).toContain('tiles=total');
    await untilUpdated();
  });

  it('dims its tiles at once, and keeps their old values until the new ones are there', async () => {
    await open();
    shown.tiles.hold();
    const busy = await region().evaluate((select: HTMLSelectElement) => {
      select.value = 'South';
      select.dispatchEvent(new Event('change', { bubbles: true }));
      const tiles = document.querySelectorAll<HTMLElement>('[aria-busy=true][data-tile]');
      return Array.from(tiles, ({ dataset }) => dataset.tile);
    });
    expect(new Set(busy)).toEqual(new Set(['tile-0', 'tile-1', 'tile-2']));
    expect(await cities()).toEqual(['Oslo', 'Bergen', 'Rome']);
    expect(await status()).toBe('');
    await shown.tiles.until(2);
    shown.tiles.release();
    await expect.poll(cities).toEqual(['Rome']);
    await expect.poll(() => page.locator('.tile[aria-busy=true]').count()).toBe(0);
  });

  it('cancels the requests of the choice before it', async () => {
    await open();
    shown.tiles.hold();
    await region().selectOption('North');
    await shown.tiles.until(2);
    await region().selectOption('South');
    await shown.tiles.until(4);
    const canceled = () => shown.tiles.asked.map(({ isCanceled }) => isCanceled);
    await expect.poll(canceled).toEqual([true, true, false, false]);
    shown.tiles.release();
    await expect.poll(cities).toEqual(['Rome']);
  });

  it('of an invalid value waits', async () => {
    await open();
    const least = page.locator('#filter-least');
    await least.press('End');
    await least.pressSequentially('-');
    await least.press('Enter');
    await least.press('Tab');
    await least.fill('2');
    expect(asked()).toEqual([]);
    await page.keyboard.press('Enter');
    await expect.poll(() => figure(3)).toContain('2');
    expect(asked()).toEqual(['least']);
  });
});

describe('the form', () => {
  it('updates choices that depend on another one, and keeps the focus', async () => {
    await open();
    await city().selectOption('Rome');
    await expect.poll(cities).toEqual(['Rome']);
    shown.tiles.hold();
    await region().selectOption('North');
    await city().focus();
    await shown.tiles.until(3);
    shown.tiles.release();
    await expect.poll(cities).toEqual(['Oslo', 'Bergen']);
    await expect.poll(() => toOptions(city())).toEqual(['All', 'Bergen', 'Oslo']);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('filter-city');
    expect(asked().toSorted()).toEqual(['cities', 'cities', 'total']);
  });

  it('is used by keyboard alone, with a search of long lists', async () => {
    await open();
    expect(await page.getByRole('button', { name: 'Apply' }).count()).toBe(0);
    await page.getByText('Days: All').press('Enter');
    await page.locator('.search:focus').waitFor();
    await page.keyboard.type('dia 7');
    await page.keyboard.press('Tab');
    expect(await page.getByRole('checkbox').count()).toBe(1);
    await page.keyboard.press('Space');
    await expect.poll(() => figure(4)).toContain('1');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('value'))).toBe('d7');
    expect(await page.getByRole('checkbox').count()).toBe(1);
    expect(await page.locator('form summary').innerText()).toContain('Día 7');
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await page.getByRole('checkbox').count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('SUMMARY');
    expect(asked()).toEqual(['days']);
  });

  it('is reset without a reload', async () => {
    await open();
    await page.evaluate(() => Object.assign(window, { isSame: true }));
    expect(await page.getByRole('link', { name: 'Reset' }).count()).toBe(0);
    await region().selectOption('South');
    await expect.poll(cities).toEqual(['Rome']);
    // A reset does not load a tile whose own request it cancels.
    await untilUpdated();
    await page.getByRole('link', { name: 'Reset' }).press('Enter');
    expect(await region().inputValue()).toBe('');
    await expect.poll(cities).toEqual(['Oslo', 'Bergen', 'Rome']);
    await untilUpdated();
    expect(asked().slice(2).toSorted()).toEqual(['cities', 'total']);
    expect(await page.evaluate(() => Reflect.get(window, 'isSame') as boolean)).toBe(true);
  });
});

describe('a tile', () => {
  /** Shows a dashboard whose next queries of these datasets fail at their time limit. Returns their end. */
  async function openSlow(...slow: string[]): Promise<() => void> {
    await open();
    const { served } = shown;
    const tables = { ...served.tables };
    for (const name of slow) {
      tables[name] = () => {
        throw new DatabaseError('time-limit', '');
      };
    }
    shown.served = { ...served, tables };
    return () => void (shown.served = served);
  }

  it('keeps an error in its place, with a button that tries again all that have failed', async () => {
    const repair = await openSlow('cities', 'total');
    const failed = (): Promise<number> => page.locator('.tile .retry').count();
    await region().selectOption('North');
    await expect.poll(failed).toBe(3);
    expect(await tile(2).textContent()).toContain('This took too long');
    expect(await findViolations(page)).toEqual([]);
    repair();
    await tile(2).getByRole('button', { name: 'Try again' }).press('Enter');
    await expect.poll(() => figure(2)).toContain('3');
    // The button is gone, so its tile has the focus.
    expect(await tile(2).evaluate((element) => element === document.activeElement)).toBe(true);
    await expect.poll(cities).toEqual(['Oslo', 'Bergen']);
    expect(await failed()).toBe(0);
    expect(asked().toSorted()).toEqual(['cities', 'cities', 'total', 'total']);
  });

  it('comes again with all others when an outage is over, with its order', async () => {
    await open();
    const orders = tile(0).getByRole('button', { name: 'Orders' });
    await orders.click();
    await orders.click();
    shown.tiles.cut(() => true);
    await region().selectOption('North');
    await expect.poll(status).toBe('The data can’t be reached');
    const failed = page.locator('.tile .state', { hasText: 'Trying again in a few seconds.' });
    await expect.poll(() => failed.count()).toBe(3);
    shown.tiles.cut(() => false);
    await expect.poll(cities).toEqual(['Bergen', 'Oslo']);
    await expect.poll(() => figure(2)).toContain('3');
    expect(await failed.count()).toBe(0);
  });

  it('keeps its order, its hidden parts and the colors of names', async () => {
    await open();
    await tile(0).getByRole('button', { name: 'Orders' }).click();
    await tile(0).getByRole('button', { name: 'Orders' }).click();
    const colorOf = (name: string): Promise<string | null> =>
      tile(1).locator('.legend li', { hasText: name }).locator('.swatch > *').getAttribute('fill');
    const color = await colorOf('Bergen');
    const oslo = tile(1).locator('.legend button', { hasText: 'Oslo' });
    await oslo.click();
    await region().selectOption('North');
    await expect.poll(cities).toEqual(['Bergen', 'Oslo']);
    expect(await colorOf('Bergen')).toBe(color);
    expect(await oslo.getAttribute('aria-pressed')).toBe('false');
    await city().selectOption('Bergen');
    await expect.poll(cities).toEqual(['Bergen']);
    expect(await colorOf('Bergen')).toBe(color);
    expect(await tile(1).locator(`.chart path[fill="${color}"]`).count()).toBeGreaterThan(0);
  });

  it('still shows the value of a tapped mark when it has been loaded again', async () => {
    await open({ hasTouch: true });
    const tooltip = tile(1).locator('.chart-tooltip');
    shown.tiles.hold();
    const chart = tile(1).locator('.chart');
    const { width, height } = (await chart.boundingBox())!;
    await chart.tap({ position: { x: width * 0.8, y: height / 2 } });
    await expect.poll(() => tooltip.innerText()).toContain('Bergen');
    await shown.tiles.until(1);
    await tile(1).evaluate((own) => own.setAttribute('data-old', ''));
    shown.tiles.release();
    await expect.poll(cities).toEqual(['Bergen']);
    expect(await tile(1).getAttribute('data-old')).toBe(null);
    await expect.poll(() => tooltip.innerText()).toContain('Bergen');
  });

  it('that the author has removed leaves the page', async () => {
    await open();
    const { dashboard } = shown.served;
    const { definition } = dashboard;
    const tiles = definition.tiles.filter(({ id }) => id !== 'tile-0');
    shown.served = {
      ...shown.served,
      dashboard: { ...dashboard, definition: { ...definition, tiles } },
    };
    await region().selectOption('North');
    await untilUpdated();
    await expect.poll(() => tile(0).count()).toBe(0);
    expect(await tile(1).count()).toBe(1);
  });
});

describe('the time of the data', () => {
  const time = () => page.locator('.as-of time').getAttribute('datetime');

  it('is that of the oldest tile', async () => {
    await open();
    const first = await time();
    shown.now += 60_000;
    await region().selectOption('North');
    await untilUpdated();
    // Other tiles still show the first values.
    expect(await time()).toBe(first);
  });
});

describe('an answer without a dashboard', () => {
  it('closes the page after a logout, and cancels everything else', async () => {
    await open();
    shown.tiles.hold();
    await region().selectOption('North');
    await shown.tiles.until(2);
    shown.closure = 'signed-out';
    shown.tiles.asked[1]!.answer();
    await page.getByRole('heading', { name: 'This dashboard is no longer open' }).waitFor();
    expect(await page.locator('form, [data-tile]').count()).toBe(0);
    expect(await page.title()).toBe('This dashboard is no longer open');
    await expect.poll(() => shown.tiles.asked[0]!.isCanceled).toBe(true);
    expect(await findViolations(page)).toEqual([]);
  });
});
