import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findViolations } from './axe.ts';
import {
  openBackOffice,
  openDashboard,
  page,
  previewIn,
  saveIn,
  statusIn,
  titleIn,
} from './editor-page.ts';
import { beginDashboard } from './new-dashboard.ts';

const office = openBackOffice();

describe('an author', () => {
  it('hears of a column that the dataset does not bring, at the tile', async () => {
    await openDashboard(page, 'Sales overview');
    await page.locator('summary', { hasText: 'byCountry' }).click();
    await page
      .locator('.item[open]')
      .getByLabel('SQL')
      .fill("SELECT 'Norway' AS country, 5 AS turnover");
    const tile = page.locator('.item', { hasText: 'Revenue by country' });
    await tile.getByText('needs a look').waitFor();
    await tile.locator('summary').click();
    const column = tile.getByLabel('Column');
    expect(await column.getAttribute('aria-invalid')).toBe('true');
    await column.selectOption('turnover');
    await expect.poll(() => column.getAttribute('aria-invalid')).toBe(null);
    await previewIn(page).locator('[data-value="5"]').first().waitFor({ state: 'attached' });
    page.once('dialog', (dialog) => void dialog.accept());
  });

  it('sees the latest draft, whichever answer comes last', async () => {
    await openDashboard(page, 'Customers');
    let isHeld = false;
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/preview', async (route) => {
      if (!route.request().postData()!.includes('"Early"')) return route.continue();
      const response = await route.fetch();
      isHeld = true;
      await held;
      return route.fulfill({ response }).catch(() => {});
    });
    await titleIn(page).fill('Early');
    await expect.poll(() => isHeld).toBe(true);
    await titleIn(page).fill('Late');
    await previewIn(page).getByRole('heading', { name: 'Late', level: 1 }).waitFor();
    release();
    await page.waitForTimeout(300);
    expect(await previewIn(page).getByRole('heading', { level: 1 }).textContent()).toBe('Late');
    page.once('dialog', (dialog) => void dialog.accept());
  });

  it('sets the language of the dashboard, and learns of a malformed tag', async () => {
    await openDashboard(page, 'Sales overview');
    const language = page.getByLabel('Language');
    await language.fill('de_DE');
    await page.getByText('Enter a language tag, such as de or pt-BR.').waitFor();
    expect(await language.getAttribute('aria-invalid')).toBe('true');
    await language.fill('de');
    const shown = previewIn(page).locator('html[lang=de]');
    await shown.waitFor();
    expect(await shown.locator('.figure').first().textContent()).toMatch(/^\s*[\d.]+\s€\s*$/);
    expect(await language.getAttribute('aria-invalid')).toBe(null);
    page.once('dialog', (dialog) => void dialog.accept());
  });

  it('tries the parameters that the SQL names', async () => {
    await openDashboard(page, 'Sales overview');
    await page.getByRole('textbox', { name: 'Region' }).fill('North');
    await previewIn(page).locator('dd', { hasText: 'North' }).waitFor();
  });

  it('chooses where another author has saved meanwhile', async () => {
    await openDashboard(page, 'Delivery');
    const other = await page.context().newPage();
    const saveAs = async (where: Page, title: string): Promise<void> => {
      await titleIn(where).fill(title);
      await saveIn(where);
    };
    await other.goto(page.url());
    await saveAs(other, 'Theirs');
    await other.getByText('Saved', { exact: true }).waitFor();
    await saveAs(page, 'Mine');
    await page.getByRole('button', { name: 'Overwrite it' }).click();
    await expect.poll(() => statusIn(page).textContent()).toBe('Saved');
    await saveAs(other, 'Theirs again');
    await other.getByRole('button', { name: 'Load theirs' }).click();
    await other.getByRole('heading', { name: 'Mine', level: 1 }).first().waitFor();
    expect(await titleIn(other).inputValue()).toBe('Mine');
  });
});

describe('hostile values', () => {
  it('show as text in the list, the editor and the preview', async () => {
    const hostile = `</script><img src=x onerror="window.hurt=1"><b>"'&`;
    const sql = `SELECT $$${hostile}$$ AS "<i>name</i>", 3 AS n`;
    await beginDashboard(page, hostile, sql);
    await page.getByRole('button', { name: 'Add a tile' }).click();
    await page.keyboard.type(hostile);
    const tile = page.locator('.item[open]').last();
    await tile.getByLabel('Kind').selectOption('table');
    await previewIn(page).getByRole('cell', { name: hostile }).waitFor();
    await previewIn(page).getByRole('heading', { name: hostile, level: 1 }).waitFor();
    await saveIn(page);
    await expect.poll(() => statusIn(page).textContent()).toBe('Saved');
    await page.reload();
    await page.getByRole('heading', { name: hostile, level: 1 }).first().waitFor();
    await previewIn(page).getByRole('cell', { name: hostile }).waitFor();
    await page.goto(`${office.url}/admin/dashboards`);
    await page.getByRole('link', { name: hostile }).waitFor();
    for (const frame of page.frames()) {
      expect(await frame.evaluate(() => 'hurt' in window)).toBe(false);
    }
  });
});

describe('for everybody', () => {
  const violations = (): Promise<unknown> => findViolations(page);

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`has no accessibility violation in list and editor, ${colorScheme}`, async () => {
      await page.emulateMedia({ colorScheme });
      expect(await violations()).toEqual([]);
      await openDashboard(page, 'Products and stock');
      await openAll();
      expect(await violations()).toEqual([]);
      await page.goto(`${office.url}/admin/dashboards/new`);
      await page.getByLabel('SQL').fill('SELECT');
      await saveIn(page);
      await page.locator('[aria-invalid=true]').first().waitFor();
      expect(await violations()).toEqual([]);
      page.once('dialog', (dialog) => void dialog.accept());
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
