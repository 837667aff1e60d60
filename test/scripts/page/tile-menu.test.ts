import { readFileSync } from 'node:fs';
import { unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { soldBars } from './sold-bars.ts';
import { useDashboards, type Visit, type VisitOptions } from './use-dashboards.ts';

const visit = useDashboards();
let page: Page;
let shown: Visit['shown'];

async function open(options?: VisitOptions): Promise<void> {
  ({ page, shown } = await visit(soldBars(), options));
}

const tile = () => page.locator('[data-tile=tile-0]');
const menu = () => tile().locator('.tile-menu');
const link = (use: string) => menu().locator(`[data-use=${use}]`);
const isMenuOpen = () => menu().evaluate((own) => (own as HTMLDetailsElement).open);
const cities = () => tile().locator('td:first-child').allTextContents();

describe('the menu without scripts', () => {
  it('shows rows and full size with the choices, and leads back, by keyboard alone', async () => {
    await open({ javaScriptEnabled: false, query: 'theme=dark' });
    await page.getByLabel('Region').selectOption('North');
    await page.getByRole('button', { name: 'Apply' }).press('Enter');
    await menu().locator('summary').press('Enter');
    expect(await link('svg').isVisible()).toBe(true);
    expect(await link('png').isVisible()).toBe(false);
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

it('closes an open menu when the reader is done with it', async () => {
  await open();
  for (const [name, leave] of [
    ['another menu opens', () => page.locator('[data-tile=tile-1] summary').click()],
    ['a click outside', () => page.locator('h1').click()],
    ['the focus leaves', () => page.getByLabel('Region').focus()],
    ['Escape', () => page.keyboard.press('Escape')],
  ] as const) {
    await menu().locator('summary').click();
    await link('full').focus();
    expect(await isMenuOpen()).toBe(true);
    await leave();
    expect(await isMenuOpen(), name).toBe(false);
  }
  // Escape returns the focus.
  expect(await page.locator(':focus').evaluate((own) => own.localName)).toBe('summary');
});

it('saves the rows of all tiles with the choices', async () => {
  await open();
  await page.getByLabel('Region').selectOption('South');
  await expect.poll(cities).toEqual(['Rome']);
  const zip = page.getByRole('link', { name: 'All data (ZIP)' });
  const [download] = await Promise.all([page.waitForEvent('download'), zip.click()]);
  expect(download.suggestedFilename()).toBe('Sales.zip');
  const files = Object.values(unzipSync(readFileSync(await download.path()))).slice(1);
  const texts = files.map((file) => Buffer.from(file).toString());
  expect(texts.map((text) => text.split('\r\n')[1])).toEqual([
    'Rome,4,2',
    'Rome,South,4,2',
    '4',
    'Rome,4,2',
  ]);
});

describe('a picture', () => {
  /** Saves a file of the menu. */
  async function save(use: string, id = 'tile-0'): Promise<{ name: string; content: Buffer }> {
    const own = page.locator(`[data-tile=${id}] .tile-menu`);
    await own.locator('summary').click();
    const saved = own.locator(`[data-use=${use}]`).click();
    const [download] = await Promise.all([page.waitForEvent('download'), saved]);
    return { name: download.suggestedFilename(), content: readFileSync(await download.path()) };
  }

  it('has the choices, and not what the reader has hidden', async () => {
    await open();
    await page.getByLabel('Region').selectOption('South');
    await expect.poll(cities).toEqual(['Rome']);
    await tile().getByRole('button', { name: 'Returned' }).click();
    const svg = await save('svg');
    const texts = Array.from(svg.content.toString().matchAll(/<text[^>]*>([^<]+)/g), ([, t]) => t);
    expect(texts).toContain('Rome');
    expect(texts).toContain('Number');
    expect(texts).not.toContain('Returned');
    expect(texts).not.toContain('Oslo');
    await tile().getByRole('button', { name: 'Returned' }).click();
    const both = await save('svg');
    expect(both.content.toString()).toContain('Returned');
    expect(await isMenuOpen()).toBe(false);
  });

  it('is saved as PNG with the title of its tile, the pixels of the screen, and what is shown', async () => {
    await open({ deviceScaleFactor: 2 });
    const [svg, png] = [await save('svg'), await save('png')];
    const [, width, height] = /^<svg[^>]*\swidth="(\d+)"\s+height="(\d+)"/.exec(
      svg.content.toString(),
    )!;
    expect(png.name).toBe('Sold.png');
    expect(png.content.subarray(1, 4).toString()).toBe('PNG');
    const size = [png.content.readUInt32BE(16), png.content.readUInt32BE(20)];
    expect(size).toEqual([Number(width) * 2, Number(height) * 2]);
    await tile().getByRole('button', { name: 'Returned' }).click();
    expect((await save('png')).content.equals(png.content)).toBe(false);
    // A tile in a section has another heading.
    expect((await save('png', 'below')).name).toBe('Below.png');
  });

  it('is the page of the refusal after a logout', async () => {
    await open();
    shown.closure = 'signed-out';
    await menu().locator('summary').click();
    await link('png').click();
    await page.getByRole('heading', { name: 'This dashboard is no longer open' }).waitFor();
  });
});
