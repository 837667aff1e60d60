import { expect, it } from 'vitest';
import { findViolations } from '../axe.ts';
import { frameOf, sharePlayground, shownAddress, untilSwapped } from '../playground-browser.ts';
import { readSettings, useDashboard } from '../reader-settings.ts';

const open = sharePlayground();

it('starts again without the reader’s settings if the dashboard does not speak', async () => {
  const page = await open.visit('?speech=off');
  await useDashboard(await frameOf(page));
  const address = await shownAddress(page);
  await page.locator('#reload').click();
  await untilSwapped(page, address);
  expect(await readSettings(await frameOf(page))).toMatchObject({ scroll: 0, pressed: true });
  expect(await page.locator('#last-message').textContent()).toContain('said nothing');
  await page.close();
});

it('hides and shows a series with the keyboard, and stays accessible', async () => {
  const page = await open.visit();
  const address = await shownAddress(page);
  await page.goto(address);
  const lines = page.locator('[data-tile="revenue-by-month"] .chart path[stroke-dasharray]');
  const button = page.getByRole('button', { name: 'Last year' });
  await button.waitFor();
  const all = await lines.count();
  await button.press('Space');
  expect(await button.getAttribute('aria-pressed')).toBe('false');
  expect(await lines.count()).toBeLessThan(all);
  expect(await findViolations(page)).toEqual([]);
  await button.press('Enter');
  expect(await button.getAttribute('aria-pressed')).toBe('true');
  expect(await lines.count()).toBe(all);
  await page.close();
});
