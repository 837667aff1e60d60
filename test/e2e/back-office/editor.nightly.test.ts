import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findViolations } from '../axe.ts';
import {
  addTile,
  expectStatus,
  openBackOffice,
  openDashboard,
  page,
  previewIn,
  publishIn,
  tileFormIn,
  titleIn,
} from './editor-page.ts';
import { beginDashboard, CUSTOMERS } from './new-dashboard.ts';

const office = openBackOffice();

describe('an author', () => {
  it('types into a new tile immediately, before the next paint', async () => {
    await beginDashboard(page, 'Soon typed', CUSTOMERS);
    const add = page.getByRole('button', { name: 'Add a tile' });
    const isInTitle = await add.evaluate(async (button: HTMLElement) => {
      button.click();
      await Promise.resolve();
      return document.activeElement?.id === 'field-tiles-0-title';
    });
    expect(isInTitle).toBe(true);
  });

  it('types inside a title, and the caret keeps its place', async () => {
    await openDashboard(page, 'Sales overview');
    await titleIn(page).press('Home');
    await titleIn(page).pressSequentially('Our ');
    expect(await titleIn(page).inputValue()).toBe('Our Sales overview');
  });

  it('types a complete column name while the dataset runs', async () => {
    await page.getByRole('link', { name: 'New dashboard' }).click();
    await titleIn(page).fill('Typed column');
    await addTile(page, 'Sold');
    const tile = tileFormIn(page);
    const value = tile.getByLabel('Value');
    const kindOf = (field: Locator): Promise<string> =>
      field.evaluate(({ localName }) => localName);
    await value.pressSequentially('n');
    // The focus stays in the column field while the SQL changes.
    await page.locator('sql-editor').evaluate((editor: HTMLElement & { onChange: unknown }) => {
      (editor.onChange as (sql: string) => void)('SELECT 1 AS number');
    });
    await expect.poll(() => kindOf(tile.getByLabel('Compared with'))).toBe('select');
    expect(await kindOf(value)).toBe('input');
    await value.pressSequentially('umber');
    expect(await value.inputValue()).toBe('number');
    await titleIn(page).fill('A typed column');
    await expect.poll(() => kindOf(value)).toBe('select');
    expect(await value.inputValue()).toBe('number');
  });
});

describe('hostile values', () => {
  it('appear as text in the list, the editor and the preview', async () => {
    const hostile = `</script><img src=x onerror="window.hurt=1"><b>"'&`;
    const sql = `SELECT $$${hostile}$$ AS "<i>name</i>", 3 AS n`;
    await beginDashboard(page, hostile, sql);
    await addTile(page, hostile);
    await tileFormIn(page).getByLabel('Kind').selectOption('table');
    await previewIn(page).getByRole('cell', { name: hostile }).waitFor();
    await previewIn(page).getByRole('heading', { name: hostile, level: 1 }).waitFor();
    await publishIn(page);
    await expectStatus(page, 'Published');
    await page.reload();
    await page.getByRole('heading', { name: hostile, level: 1 }).first().waitFor();
    await previewIn(page).getByRole('cell', { name: hostile }).waitFor();
    await page.goto(`${office.url}/admin/dashboards`);
    await page.getByRole('link', { name: hostile }).waitFor();
    const picture = page.locator('tr', { hasText: hostile }).locator('img');
    const widthOf = (): Promise<number> =>
      picture.evaluate((image: HTMLImageElement) => image.naturalWidth);
    await expect.poll(widthOf).toBeGreaterThan(0);
    for (const frame of page.frames()) {
      expect(await frame.evaluate(() => 'hurt' in window)).toBe(false);
    }
  });
});

describe('the back office', () => {
  const violations = (): Promise<unknown> => findViolations(page);

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`has no accessibility violation in list and editor, ${colorScheme}`, async () => {
      await page.emulateMedia({ colorScheme });
      expect(await violations()).toEqual([]);
      await openDashboard(page, 'Products and stock');
      await openAll();
      expect(await violations()).toEqual([]);
      for (const dialog of ['Keyboard shortcuts', 'Publish']) {
        await page.getByRole('button', { name: dialog, exact: true }).click();
        expect(await violations()).toEqual([]);
        await page.keyboard.press('Escape');
      }
      await page.goto(`${office.url}/admin/dashboards/new`);
      await page.getByLabel('SQL').fill('SELECT');
      await publishIn(page);
      await page.locator('[aria-invalid=true]').first().waitFor();
      expect(await violations()).toEqual([]);
    });
  }

  it('fits a narrow screen', async () => {
    await openDashboard(page, 'Products and stock');
    await openAll();
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
        .toBe(width);
    }
  });
});

async function openAll(): Promise<void> {
  await page.evaluate(() => {
    for (const fold of document.querySelectorAll('details')) fold.open = true;
  });
}
