import type { FrameLocator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { usePages } from '../worker-page.ts';
import { FramedDashboard, type FrameOptions } from './framed-dashboard.ts';
import type { OpenDashboard, ServedDashboard } from './page-server.ts';
import { soldBars } from './sold-bars.ts';
import { soldGoods } from './sold-goods.ts';
import { findServer } from './use-dashboards.ts';

const pages = usePages();
let page: Page;
let shown: OpenDashboard;
let framed: FramedDashboard;
let frame: FrameLocator;

interface Options extends Omit<FrameOptions, 'state'> {
  state?: object | string;
  query?: string;
  /** Default: {@link soldGoods}. */
  served?: ServedDashboard;
}

/** Opens the dashboard in a frame, and waits until it is ready. */
async function open({ state, query = '', served, ...options }: Options = {}): Promise<void> {
  await show(served);
  const text = typeof state === 'object' ? JSON.stringify(state) : state;
  const address = (await findServer()).addressOf(shown, query);
  framed = await FramedDashboard.open(page, address, { state: text, ...options });
  ({ frame } = framed);
  await framed.until('ready');
}

async function show(served = soldGoods()): Promise<void> {
  page = await pages.share();
  shown = (await findServer()).show(served);
}

/** Opens the first tile in the dialog. */
async function openDialog(): Promise<void> {
  await frame.locator('[data-tile=tile-0] .tile-menu summary').press('Enter');
  await frame.locator('[data-tile=tile-0] [data-use=full]').press('Enter');
}

const field = (name: string) => frame.getByLabel(name, { exact: true });
const cities = () => frame.locator('[data-tile=tile-0] td[data-column=city]').allTextContents();
const rowsWhenReady = async () => (await framed.said('ready')).map(({ tile }) => tile);
const reset = () => frame.getByRole('link', { name: 'Reset' });
const heading = (name: string) => frame.getByRole('button', { name, exact: true });
const lastState = async () => JSON.parse((await framed.said('state')).at(-1)!.state!) as object;

describe('choices', () => {
  it('are reported, and shown in the next frame before it is ready', async () => {
    await open();
    await field('Region').selectOption('North');
    await field('City').selectOption('Oslo');
    await expect.poll(cities).toEqual(['Oslo']);
    await framed.until('select', 2);
    const chosen = (await framed.said('select')).map(({ parameters, label }) => [
      parameters,
      label,
    ]);
    expect(chosen).toEqual([
      [{ Region: 'North', Least: '0' }, 'Region: The North'],
      [{ Region: 'North', City: 'Oslo', Least: '0' }, 'City: Oslo'],
    ]);
    const { state } = await framed.until('state');
    await open({ state });
    expect(await rowsWhenReady()).toEqual(['OsloNorth1']);
    expect(await field('City').inputValue()).toBe('Oslo');
    const options = field('City').locator('option');
    expect((await options.allTextContents()).map((text) => text.trim())).toEqual([
      'All',
      'Bergen',
      'Oslo',
    ]);
    expect(await framed.said('select')).toEqual([]);
    // The reader can leave restored choices, too.
    await reset().click();
    await expect.poll(cities).toEqual(['Oslo', 'Bergen', 'Rome']);
    expect((await framed.until('select')).label).toBe('Reset');
    expect(await lastState()).not.toHaveProperty('filters');
  });

  it('are reported with the names of all filters of a range, and all values of a list', async () => {
    await open();
    await frame.getByText('Days: All').click();
    await frame.getByRole('checkbox', { name: 'Día 3' }).check();
    await frame.getByRole('checkbox', { name: 'Día 5' }).check();
    const days = await framed.until('select', 2);
    expect([days.parameters, days.label]).toEqual([
      { Days: 'd3, d5', Least: '0' },
      'Days: Día 3, Día 5',
    ]);
    await field('From').fill('2026-02-03');
    const range = await framed.until('select', 3);
    expect(range.label).toBe('From: 2026-02-03, To: ');
  });
});

describe('first choices in the address', () => {
  it('are reported with the later ones, as values and lists', async () => {
    await open({ query: 'filter.Region=North&filter.Days=d1&filter.Days=d2' });
    await field('City').selectOption('Oslo');
    const { filters } = await framed.until('select');
    expect(filters).toEqual({ Region: 'North', City: 'Oslo', Least: '0', Days: ['d1', 'd2'] });
  });

  it('are reset to the values of the dashboard, now and in the next frame', async () => {
    await open({ query: 'filter.Region=North&filter.Least=7' });
    expect(await cities()).toEqual(['Oslo', 'Bergen']);
    await reset().click();
    await expect.poll(cities).toEqual(['Oslo', 'Bergen', 'Rome']);
    await expect.poll(() => frame.locator('#filter-least').inputValue()).toBe('0');
    await expect.poll(() => field('Region').inputValue()).toBe('');
    expect(await framed.until('select')).toMatchObject({ label: 'Reset', filters: {} });
    const { state } = await framed.until('state');
    expect(await framed.said('ready')).toHaveLength(1);
    await open({ state, query: 'filter.Region=North' });
    expect(await rowsWhenReady()).toEqual(['OsloNorth1 BergenNorth2 RomeSouth4']);
  });

  it('give way to a kept state before the page is ready', async () => {
    await open({ state: { filters: 'filter.Region=South' }, query: 'filter.Region=North' });
    expect(await rowsWhenReady()).toEqual(['RomeSouth4']);
  });

  it('are reported as long lists, too', async () => {
    await open();
    await frame.getByText('Days: All').click();
    const boxes = frame.getByRole('checkbox');
    await boxes.evaluateAll((all) => (all as HTMLElement[]).forEach((box) => box.click()));
    const all = Array.from({ length: 20 }, (_, day) => `d${day}`);
    await expect
      .poll(async () => (await framed.said('select')).at(-1)?.filters)
      .toMatchObject({ Days: all });
  });
});

describe('a state', () => {
  it('has the order of rows, hidden parts and the scroll position', async () => {
    await open();
    await heading('Orders').click();
    await heading('Orders').click();
    await frame.locator('.legend button').first().click();
    await frame.locator('body').evaluate(() => scrollTo(0, 90));
    await expect.poll(lastState).toMatchObject({
      scroll: [0, 90],
      tiles: { 'tile-0': { order: [2, false] }, 'tile-1': { hidden: ['Oslo'] } },
    });
    const { state } = await framed.until('state');
    await open({ state });
    expect(await cities()).toEqual(['Rome', 'Bergen', 'Oslo']);
    expect(await frame.locator('.legend button').first().getAttribute('aria-pressed')).toBe(
      'false',
    );
    expect(await frame.locator('body').evaluate(() => scrollY)).toBe(90);
  });

  it('has the horizontal position of a wide table', async () => {
    const narrow = { served: soldBars(), width: 390 };
    await open(narrow);
    const rows = () => frame.locator('[data-tile=tile-1] .rows');
    await rows().evaluate((own) => own.scrollTo(40, 0));
    await expect.poll(lastState).toMatchObject({ tiles: { 'tile-1': { left: 40 } } });
    const { state } = await framed.until('state');
    await open({ ...narrow, state: state! });
    expect(await rows().evaluate((own) => own.scrollLeft)).toBe(40);
  });

  it.each([
    ['no JSON', '{'],
    ['other types', { scroll: 'x', filters: 7, tiles: [1, 2] }],
    ['several values of one', { filters: 'filter.Region=North&filter.Region=South' }],
    [
      'values and names that are not offered',
      { filters: 'filter.Region=Nowhere&filter.Other=1&was.Region=x&tiles=all&theme=dark' },
    ],
    [
      'lists of other things',
      {
        scroll: [null, 'x'],
        tiles: {
          other: { order: [0, true] },
          'tile-0': { order: [9, true], left: 'x' },
          'tile-1': { hidden: ['Paris', 4] },
        },
      },
    ],
    [
      'likenesses of lists, and names of inherited members',
      `{"scroll":{"length":2},"tiles":{"__proto__":{"hidden":["Oslo"]},
        "tile-0":{"order":{"length":2}},"tile-1":{"hidden":{"length":9}}}}`,
    ],
    [
      'no lists',
      {
        scroll: 0,
        tiles: { 'tile-0': { order: ['__proto__', true] }, 'tile-1': { hidden: 'Oslo' } },
      },
    ],
  ])('of anybody changes nothing that does not fit: %s', async (_, state) => {
    await open({ state });
    expect(await rowsWhenReady()).toEqual(['OsloNorth1 BergenNorth2 RomeSouth4']);
    const found = await frame.locator('html').evaluate((html) => ({
      errors: html.querySelectorAll('[data-state=error]').length,
      theme: html.dataset['theme'],
      shown: html.querySelectorAll('.legend button[aria-pressed=true]').length,
      sorted: html.querySelectorAll('th[aria-sort]').length,
      scroll: scrollY,
    }));
    expect(found).toEqual({ errors: 0, theme: undefined, shown: 3, sorted: 0, scroll: 0 });
  });
});

describe('the reader’s work', () => {
  const last = async () => {
    const [busy, idle] = [await framed.said('busy'), await framed.said('idle')];
    return [busy.length, idle.length];
  };

  it('is a pressed pointer, a selection, a dialog or a print, reported once each', async () => {
    await open();
    const box = (await frame.locator('h1').boundingBox())!;
    await page.mouse.move(box.x + 1, box.y + 5);
    await page.mouse.down();
    await expect.poll(last).toEqual([1, 0]);
    await page.mouse.up();
    await expect.poll(last).toEqual([1, 1]);
    await frame.locator('h1').selectText();
    await expect.poll(last).toEqual([2, 1]);
    await frame.locator('body').evaluate(() => getSelection()!.empty());
    await expect.poll(last).toEqual([2, 2]);
    await frame.locator('body').evaluate(() => dispatchEvent(new Event('beforeprint')));
    await expect.poll(last).toEqual([3, 2]);
    await frame.locator('body').evaluate(() => dispatchEvent(new Event('afterprint')));
    await expect.poll(last).toEqual([3, 3]);
    await openDialog();
    await expect.poll(last).toEqual([4, 3]);
    await page.keyboard.press('Escape');
    await expect.poll(last).toEqual([4, 4]);
  });
});

it('reports its height with a pixel more, and again when it changes', async () => {
  await open();
  const height = () =>
    frame.locator('body').evaluate((own) => Math.ceil(own.getBoundingClientRect().height) + 1);
  const first = await framed.until('height');
  expect(first.height).toBe(await height());
  await frame.locator('.page-head').evaluate((own) => (own.style.minHeight = '500px'));
  await expect.poll(async () => (await framed.said('height')).at(-1)!.height).toBe(await height());
  expect(await height()).toBeGreaterThan(first.height!);
});

it('has forms, but no requests and no pictures, in a frame with an opaque origin', async () => {
  await open({ sandbox: 'allow-scripts allow-forms' });
  await frame.locator('[data-tile=tile-1] .tile-menu summary').click();
  expect(await frame.locator('[data-tile=tile-1] [data-use=svg]').isVisible()).toBe(true);
  expect(await frame.locator('[data-tile=tile-1] [data-use=png]').isVisible()).toBe(false);
  await field('Region').selectOption('North');
  expect(shown.tiles.asked).toEqual([]);
  await frame.getByRole('button', { name: 'Apply' }).click();
  await expect.poll(cities).toEqual(['Oslo', 'Bergen']);
});

it('shows a dialog on the screen in a frame that is higher', async () => {
  await open({ height: 2000 });
  await page.evaluate(() => scrollTo(0, 150));
  await openDialog();
  const box = (await frame.locator('dialog[open] > div').boundingBox())!;
  expect(box.y).toBeGreaterThan(0);
  expect(box.y + box.height).toBeLessThan(720);
});

describe('a refusal', () => {
  it('of its tiles is reported, and ends the work in a dialog', async () => {
    await open();
    shown.tiles.hold();
    await field('Region').selectOption('North');
    await shown.tiles.until(2);
    await openDialog();
    await framed.until('busy');
    shown.closure = 'signed-out';
    shown.tiles.release();
    expect((await framed.until('refused')).reason).toBe('signed-out');
    expect(await framed.said('idle')).toHaveLength((await framed.said('busy')).length);
    expect(await frame.locator('dialog, .tile').count()).toBe(0);
  });

  it('in place of the page is reported', async () => {
    await show();
    shown.closure = 'forbidden';
    framed = await FramedDashboard.open(page, (await findServer()).addressOf(shown));
    expect((await framed.until('refused')).reason).toBe('forbidden');
  });
});
