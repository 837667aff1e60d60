import { expect, it } from 'vitest';
import { expectStatus, focusedLabel, openBackOffice, page, previewIn } from './editor-page.ts';

openBackOffice();

/** The maximum number of Tab presses for a new analyst. */
const MAX_TABS = 30;

it('lets a new analyst make two charts and a parameter with the keyboard alone', async () => {
  let tabs = 0;
  const focusedName = (): Promise<string> =>
    page.evaluate(() => {
      const { activeElement } = document;
      return activeElement?.ariaLabel ?? activeElement?.textContent?.trim() ?? '';
    });
  /** Presses a key until the control with this name has the focus. */
  async function tabTo(name: RegExp, key = 'Tab'): Promise<void> {
    const isThere = async (): Promise<boolean> =>
      name.test((await focusedLabel()) ?? '') || name.test(await focusedName());
    for (; !(await isThere()); tabs += 1) {
      expect(tabs, `before ${name}`).toBeLessThan(MAX_TABS);
      await page.keyboard.press(key);
    }
  }
  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };

  await page.getByRole('link', { name: 'New dashboard' }).focus();
  await press('Enter');
  await page.getByRole('treeitem').first().waitFor();
  await tabTo(/^Title$/);
  await page.keyboard.type('Our customers');

  // The tables are listed: opens the second one, and inserts a column.
  await tabTo(/^customers/);
  await press('ArrowRight', 'ArrowDown', 'ArrowDown');
  await press('Home', 'Enter');
  await expect.poll(() => focusedLabel()).toBe('SQL');
  await press('Control+a');
  await page.keyboard.insertText(
    'SELECT region, count(*) AS customers FROM customers WHERE region = :Region OR :Region IS NULL GROUP BY region',
  );
  await press('Control+Enter');
  await page.getByText('4 rows').waitFor();

  await tabTo(/^Bars: /);
  await press('Enter');
  await tabTo(/^Donut: /);
  await press('Enter');
  await previewIn(page).locator('[data-tile="tile-2"] svg').first().waitFor();
  expect(await previewIn(page).locator('[data-tile][data-state=ready]').count()).toBe(2);

  // Goes back to the parameter.
  await tabTo(/^Region$/, 'Shift+Tab');
  expect(tabs).toBeLessThan(MAX_TABS);
  await page.keyboard.type('North');
  await page.getByText('1 row').waitFor();
  await press('Control+Shift+Enter', 'Enter');
  await expectStatus(page, 'Published');
});
