import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { soldGoods } from './sold-goods.ts';
import { useDashboards, type Visit, type VisitOptions } from './use-dashboards.ts';

const visit = useDashboards();
let page: Page;
let tile: Visit['tile'];
let shown: Visit['shown'];
let asked: Visit['asked'];

async function open(options: VisitOptions = {}): Promise<void> {
  ({ page, tile, shown, asked } = await visit(soldGoods(), options));
}

const field = (name: string) => page.getByLabel(name, { exact: true });
const untilUpdated = () =>
  expect.poll(() => page.getByRole('status').textContent()).toBe('The values have been updated');
const choices = () => page.locator('[data-filter=days] .choices label:visible').allInnerTexts();

describe('an answer', () => {
  it('keeps a text that the reader is writing', async () => {
    await open();
    shown.tiles.hold();
    await field('Region').selectOption('North');
    await shown.tiles.until(2);
    await page.locator('#filter-least').press('ControlOrMeta+a');
    await page.keyboard.type('2');
    shown.tiles.release();
    await expect.poll(() => tile(2).locator('.figure').textContent()).toContain('3');
    expect(await page.locator('#filter-least').inputValue()).toBe('2');
    expect(asked()).not.toContain('least');
    await page.keyboard.press('Tab');
    await expect.poll(() => tile(3).locator('.figure').textContent()).toContain('2');
  });

  it('renews the values with which the form was made', async () => {
    await open({ query: 'theme=dark' });
    const hidden = () =>
      page
        .locator('form.filters > [type=hidden]')
        .evaluateAll((all) =>
          (all as HTMLInputElement[]).map(({ name, value }) => [name, value].join('=')),
        );
    expect(await hidden()).toContain('theme=dark');
    await field('Region').selectOption('North');
    await untilUpdated();
    expect(await hidden()).toContain('was.Region=North');
    expect((await hidden()).filter((each) => each === 'theme=dark')).toHaveLength(1);
  });

  it('has a list whose search box has the focus after a click', async () => {
    await open();
    await page.getByText('Days: All').click();
    const isFocused = () =>
      page.getByRole('searchbox').evaluate((own) => own === document.activeElement);
    await expect.poll(isFocused).toBe(true);
    await page.keyboard.type('día 1');
    await expect.poll(choices).toHaveLength(11);
  });

  it('keeps the search of a list, and the focus in it', async () => {
    await open();
    await page.getByText('Days: All').click();
    const search = page.getByRole('searchbox');
    await search.fill(' DÍA 1');
    expect(await choices()).toHaveLength(11);
    shown.tiles.hold();
    await page.getByRole('checkbox', { name: 'Día 12' }).check();
    await search.focus();
    await shown.tiles.until(1);
    shown.tiles.release();
    await untilUpdated();
    expect(await choices()).toHaveLength(11);
    expect(await search.evaluate((own) => own === document.activeElement)).toBe(true);
    await search.fill('');
    expect(await choices()).toHaveLength(20);
  });
});

describe('a date', () => {
  it('is not a choice while its year is being written', async () => {
    await open();
    await field('From').focus();
    await page.keyboard.type('020320');
    expect(
      await page.locator('form').evaluate((own) => (own as HTMLFormElement).checkValidity()),
    ).toBe(true);
    expect(asked()).toEqual([]);
    await page.keyboard.type('26');
    // No tile uses the filter: only the form is loaded.
    await expect.poll(asked).toEqual(['']);
    expect(await field('From').inputValue()).toBe('2026-02-03');
  });
});

describe('the page of an address with choices', () => {
  it('has a link that loads it without them', async () => {
    await open({ query: 'filter.Region=North' });
    await page.evaluate(() => Object.assign(window, { isSame: true }));
    await page.getByRole('link', { name: 'Reset' }).click();
    await expect.poll(() => tile(0).locator('tbody tr').count()).toBe(3);
    expect(await page.evaluate(() => Reflect.get(window, 'isSame') as unknown)).toBeUndefined();
    expect(asked()).toEqual([]);
  });

  it('shows its time in the time zone of the reader', async () => {
    await open({ timezoneId: 'Pacific/Chatham' });
    // 12:00 in UTC.
    expect(await page.locator('.as-of time').textContent()).toContain('1:45');
  });
});
