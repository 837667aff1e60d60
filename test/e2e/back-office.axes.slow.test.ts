import { expect, it } from 'vitest';
import { addTile, openBackOffice, page, previewIn, tileFormIn } from './editor-page.ts';
import { beginDashboard } from './new-dashboard.ts';

openBackOffice();

const SQL = `SELECT * FROM (VALUES ('North', 300, 0.2), ('South', 200, 0.1)) AS sold (region, revenue, margin)`;

it('puts a line with an axis of its own over bars, and a reference line behind them', async () => {
  await beginDashboard(page, 'Margins', SQL);
  await addTile(page, 'Margin by region');
  const form = tileFormIn(page);
  await form.getByLabel('Kind').selectOption('bar');
  await form.getByRole('button', { name: 'Add series' }).click();
  await form.getByLabel('Column').nth(1).selectOption('margin');
  await form.getByLabel('Line', { exact: true }).nth(1).check();
  await form.getByLabel('Second axis').nth(1).check();
  await form
    .getByRole('group', { name: 'Second axis' })
    .getByLabel('Format')
    .selectOption('percent');
  const chart = previewIn(page).locator('.chart');
  await chart.getByText('20%', { exact: true }).waitFor();
  await chart.getByText('Margin', { exact: true }).waitFor();

  await form.getByText('Axes and reference lines').click();
  await form.getByRole('button', { name: 'Add reference line' }).click();
  await form.getByLabel('Value', { exact: true }).fill('350');
  await form.getByLabel('Value', { exact: true }).blur();
  await previewIn(page).getByText('Target: 350').waitFor();

  await form.getByLabel('Value', { exact: true }).fill('many');
  await form.getByLabel('Value', { exact: true }).blur();
  await form.getByText('Enter a number.').waitFor();
  await form
    .getByRole('group', { name: 'Reference lines' })
    .getByLabel('Kind')
    .selectOption('average');
  await previewIn(page).getByText('Target: 250').waitFor();
  expect(await previewIn(page).locator('.tile').getAttribute('data-state')).toBe('ready');
});
