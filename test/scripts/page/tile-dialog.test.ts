import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { soldBars } from './sold-bars.ts';
import { useDashboards, type Visit, type VisitOptions } from './use-dashboards.ts';

const visit = useDashboards();
let page: Page;
let shown: Visit['shown'];

async function visitBars(options?: VisitOptions): Promise<void> {
  ({ page, shown } = await visit(soldBars(), options));
}

const tile = () => page.locator('[data-tile=tile-0]');
const focusedSummary = () => tile().locator('.tile-menu summary:focus');
const dialog = () => page.getByRole('dialog', { name: 'Sold' });
const closeButton = () => dialog().getByRole('button', { name: 'Close' });
const cities = () => dialog().locator('td:first-child').allTextContents();
const order = () =>
  page
    .locator('.tiles slot')
    .evaluateAll((slots) =>
      slots.map((slot) =>
        (slot as HTMLSlotElement).assignedElements()[0]?.getAttribute('data-tile'),
      ),
    );
const ALL = ['tile-0', 'tile-1', 'tile-2', 'tile-3', 'below'];

/** Opens a tile in the dialog. */
async function open(use: string, id = 'tile-0'): Promise<void> {
  const menu = page.locator(`[data-tile=${id}] .tile-menu`);
  await menu.locator('summary').press('Enter');
  await menu.locator(`[data-use=${use}]`).press('Enter');
  await page.locator('dialog[open]').waitFor();
}

describe('the dialog', () => {
  it('closes by Escape, its button and a click outside, and the focus returns to the menu', async () => {
    await visitBars();
    for (const [use, close] of [
      ['full', () => page.keyboard.press('Escape')],
      ['rows', () => closeButton().press('Enter')],
      ['full', () => page.mouse.click(3, 3)],
    ] as const) {
      await open(use);
      expect(await closeButton().evaluate((own) => own === document.activeElement)).toBe(true);
      await close();
      await focusedSummary().waitFor();
      expect(await page.locator('dialog[open]').count()).toBe(0);
      expect(await order()).toEqual(ALL);
      expect(await page.locator('dialog .tile').count()).toBe(0);
    }
  });

  it('stays open if the pointer is pressed inside, and closes before the page is printed', async () => {
    await visitBars();
    await open('rows');
    await dialog().locator('td').first().hover();
    await page.mouse.down();
    await page.mouse.move(3, 3);
    await page.mouse.up();
    expect(await dialog().isVisible()).toBe(true);
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    expect(await order()).toEqual(ALL);
    expect(await dialog().isVisible()).toBe(false);
  });

  it.each(['full', 'rows'])('shows the answer to an earlier choice: %s', async (use) => {
    await visitBars();
    shown.tiles.hold();
    await page.getByLabel('Region').selectOption('South');
    await open(use);
    expect(await cities()).toEqual(['Oslo', 'Bergen', 'Rome']);
    await shown.tiles.until(1);
    shown.tiles.release();
    await expect.poll(cities).toEqual(['Rome']);
    await page.keyboard.press('Escape');
    await expect.poll(order).toEqual(ALL);
    expect(await page.locator('[data-tile=tile-0] td:first-child').allTextContents()).toEqual([
      'Rome',
    ]);
  });

  it('closes if its dashboard does after a logout', async () => {
    await visitBars();
    shown.tiles.hold();
    await page.getByLabel('Region').selectOption('South');
    await open('full');
    await shown.tiles.until(1);
    shown.closure = 'signed-out';
    shown.tiles.release();
    await page.getByRole('heading', { name: 'This dashboard is no longer open' }).waitFor();
    expect(await page.locator('dialog, .tile').count()).toBe(0);
  });

  it('leaves a click with a key to the browser, which opens a tab', async () => {
    await visitBars();
    await page.evaluate(() => {
      addEventListener('click', (event) => {
        Object.assign(window, { isLeft: !event.defaultPrevented });
        event.preventDefault();
      });
    });
    for (const key of ['ctrlKey', 'metaKey', 'shiftKey']) {
      await page
        .locator('[data-tile=tile-0] [data-use=rows]')
        .dispatchEvent('click', { [key]: true });
      expect(await page.evaluate(() => Reflect.get(window, 'isLeft') as unknown), key).toBe(true);
      expect(await page.locator('dialog[open]').count()).toBe(0);
    }
  });
});

describe('the full size', () => {
  it('has a larger chart, and everything that the reader has set', async () => {
    await visitBars({ viewport: { width: 1440, height: 900 } });
    const chart = page.locator('[data-tile=tile-0] .chart svg');
    const place = page.locator('.tiles > [slot=tile-0]');
    const widthOf = async (): Promise<number> => (await chart.boundingBox())!.width;
    const [before, height] = [await widthOf(), (await place.boundingBox())!.height];
    await tile().getByRole('button', { name: 'Returned', exact: true }).click();
    await open('full');
    await expect.poll(widthOf).toBeGreaterThan(before * 1.5);
    expect((await place.boundingBox())!.height).toBe(height);
    const hidden = tile().getByRole('button', { name: 'Returned', exact: true });
    expect(await hidden.getAttribute('aria-pressed')).toBe('false');
    await dialog().getByRole('button', { name: 'Number' }).press('Enter');
    await page.keyboard.press('Escape');
    await expect.poll(widthOf).toBe(before);
    const states = await tile()
      .locator('.legend button')
      .evaluateAll((buttons) => buttons.map(({ ariaPressed }) => ariaPressed));
    expect(states).toEqual(['false', 'false']);
  });

  it('keeps the order and the scroll position of a table', async () => {
    await visitBars({ viewport: { width: 390, height: 700 } });
    const names = () => page.locator('[data-tile=tile-1] td:first-child').allTextContents();
    const heading = page.getByRole('button', { name: 'City' });
    const leftOf = () =>
      page.locator('[data-tile=tile-1] .rows').evaluate((rows) => rows.scrollLeft);
    await heading.click();
    expect(await names()).toEqual(['Bergen', 'Oslo', 'Rome']);
    await page.locator('[data-tile=tile-1] .rows').evaluate((rows) => rows.scrollTo(40, 0));
    await open('full', 'tile-1');
    await heading.click();
    await page.keyboard.press('Escape');
    await expect.poll(order).toEqual(ALL);
    expect(await names()).toEqual(['Rome', 'Oslo', 'Bergen']);
    expect(await leftOf()).toBe(40);
  });
});

it('shows rows in the order of the reader', async () => {
  await visitBars();
  await open('rows');
  expect(await cities()).toEqual(['Oslo', 'Bergen', 'Rome']);
  await dialog().getByRole('button', { name: 'Number' }).press('Enter');
  expect(await cities()).toEqual(['Bergen', 'Oslo', 'Rome']);
  expect(await dialog().locator('caption').count()).toBe(0);
  // The dialog has a copy of the tile's title.
  const ids = await page.locator('[id]').evaluateAll((all) => all.map(({ id }) => id));
  expect(ids).toHaveLength(new Set(ids).size);
});
