import { expect, it } from 'vitest';
import { findViolations } from './axe.ts';
import { addTile, openBackOffice, page, previewIn, tileFormIn } from './editor-page.ts';
import { beginDashboard } from './new-dashboard.ts';

openBackOffice();

it('gives a number a target, and a split chart a small chart for each value', async () => {
  const sql = "SELECT * FROM (VALUES ('A', 'x', 5), ('A', 'y', 8)) AS t (month, region, sales)";
  await beginDashboard(page, 'Sales', sql);
  const form = tileFormIn(page);
  const preview = previewIn(page);
  await addTile(page, 'Sales');
  await form.getByLabel('Kind').selectOption('number');
  await form.getByLabel('Value', { exact: true }).selectOption('sales');
  await form.getByLabel('Target', { exact: true }).selectOption('value');
  await form.getByLabel('Target value').fill('10');
  await form.getByLabel('Target value').blur();
  const meter = preview.getByRole('meter', { name: 'Target' });
  await meter.waitFor();
  expect(await meter.getAttribute('aria-valuetext')).toBe('50%');
  expect(await findViolations(page)).toEqual([]);

  await form.getByLabel('Kind').selectOption('bar');
  await form.getByLabel('Category', { exact: true }).selectOption('month');
  await form.getByLabel('Split by').selectOption('region');
  await form.getByLabel('Stacked').waitFor();
  await form.getByLabel('Small charts').check();
  await preview.locator('.multiples .chart').nth(1).waitFor();
  expect(await form.getByLabel('Stacked').count()).toBe(0);
});
