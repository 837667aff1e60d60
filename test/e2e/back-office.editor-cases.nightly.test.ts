import { describe, expect, it } from 'vitest';
import { findViolations } from './axe.ts';
import {
  addTile,
  expectStatus,
  openBackOffice,
  openDashboard,
  page,
  previewIn,
  publishIn,
  tileFormIn,
  tileIn,
  titleIn,
  waitForDraft,
} from './editor-page.ts';
import { beginDashboard } from './new-dashboard.ts';

const office = openBackOffice();

describe('an author', () => {
  it('sees an error at the tile if the dataset lacks its column', async () => {
    await openDashboard(page, 'Sales overview');
    await page.locator('summary', { hasText: 'byCountry' }).click();
    await page
      .locator('.item[open]')
      .getByLabel('SQL')
      .fill("SELECT 'Norway' AS country, 5 AS turnover");
    const tile = tileIn(page, 'Revenue by country');
    await tile.getByText('Has problems').waitFor();
    await tile.getByRole('button').click();
    const column = tileFormIn(page).getByLabel('Column');
    expect(await column.getAttribute('aria-invalid')).toBe('true');
    await column.selectOption('turnover');
    await expect.poll(() => column.getAttribute('aria-invalid')).toBe(null);
    await previewIn(page).locator('[data-value="5"]').first().waitFor({ state: 'attached' });
  });

  it('sees the latest draft, regardless of the order of the answers', async () => {
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
  });

  it('sets the language of the dashboard, and sees an error for a malformed tag', async () => {
    await openDashboard(page, 'Sales overview');
    await page.locator('summary', { hasText: 'language' }).click();
    const language = page.getByLabel('Language');
    await language.fill('de_DE');
    await page.getByText('Enter a language tag, such as de or pt-BR.').waitFor();
    expect(await language.getAttribute('aria-invalid')).toBe('true');
    await language.fill('de');
    const shown = previewIn(page).locator('html[lang=de]');
    await shown.waitFor();
    expect(await shown.locator('.figure').first().textContent()).toMatch(/^\s*[\d.]+\s€\s*$/);
    expect(await language.getAttribute('aria-invalid')).toBe(null);
  });

  it('tries values for the parameters in the SQL', async () => {
    await openDashboard(page, 'Sales overview');
    await page.locator('summary', { hasText: 'byCountry' }).click();
    await page.locator('.item[open]').getByRole('textbox', { name: 'Region' }).fill('North');
    await previewIn(page).locator('dd', { hasText: 'North' }).waitFor();
  });

  it('chooses which draft to keep if another author has changed it meanwhile', async () => {
    await openDashboard(page, 'Delivery');
    const other = await page.context().newPage();
    await other.goto(page.url());
    await titleIn(other).fill('Theirs');
    await waitForDraft(other);
    await titleIn(page).fill('Mine');
    await page.getByRole('button', { name: 'Overwrite' }).click();
    await waitForDraft(page);
    await titleIn(other).fill('Theirs again');
    await other.getByRole('button', { name: 'Load theirs' }).click();
    await other.getByRole('heading', { name: 'Mine', level: 1 }).first().waitFor();
    expect(await titleIn(other).inputValue()).toBe('Mine');
  });

  it('chooses which version to keep if another author has published meanwhile', async () => {
    await openDashboard(page, 'Board figures');
    const other = await page.context().newPage();
    await other.goto(page.url());
    await titleIn(other).fill('Published by them');
    await publishIn(other);
    await expectStatus(other, 'Published');
    await titleIn(page).fill('Published by me');
    await publishIn(page);
    await expectStatus(page, 'Someone else published');
    await page.getByRole('button', { name: 'Overwrite' }).click();
    await expectStatus(page, 'Published');
    await other.reload();
    expect(await titleIn(other).inputValue()).toBe('Published by me');
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
