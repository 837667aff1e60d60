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
} from './editor-page.ts';
import { beginDashboard } from './new-dashboard.ts';

const office = openBackOffice();

describe('an author', () => {
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
