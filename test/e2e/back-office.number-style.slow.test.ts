import { expect, it } from 'vitest';
import { addTile, openBackOffice, page, previewIn, tileFormIn } from './editor-page.ts';
import { beginDashboard } from './new-dashboard.ts';

openBackOffice();

it('sets the decimal places, the unit and the notation of a number', async () => {
  await beginDashboard(page, 'Weights', 'SELECT 1234.5678 AS weight');
  await addTile(page, 'Weight');
  const form = tileFormIn(page);
  const figure = previewIn(page).locator('.figure');
  await form.getByLabel('Value').selectOption('weight');
  await expect.poll(() => figure.textContent()).toMatch(/^\s*1,235\s*$/);

  await form.getByText('Digits and unit').click();
  await form.getByLabel('Decimal places').selectOption('2');
  await form.getByLabel('Unit after').fill('kg');
  await expect.poll(() => figure.textContent()).toMatch(/^\s*1,234.57\skg\s*$/);
  await form.getByLabel('Notation').selectOption('plain');
  await expect.poll(() => figure.textContent()).toMatch(/^\s*1234.57\skg\s*$/);
  await form.getByLabel('Decimal places').selectOption('');
  await form.getByLabel('Notation').selectOption('');
  await form.getByLabel('Unit after').fill('');
  await expect.poll(() => figure.textContent()).toMatch(/^\s*1,235\s*$/);

  await form.getByLabel('Format').selectOption('text');
  await expect.poll(() => form.getByText('Digits and unit').count()).toBe(0);
});
