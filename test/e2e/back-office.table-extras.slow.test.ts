import { expect, it } from 'vitest';
import { addTile, openBackOffice, page, previewIn, tileFormIn } from './editor-page.ts';
import { beginDashboard } from './new-dashboard.ts';

openBackOffice();

it('adds a total, bars, a color and a link to a table', async () => {
  await beginDashboard(page, 'Orders', "SELECT * FROM (VALUES ('A', 5), ('B', 20)) AS t (name, n)");
  await addTile(page, 'By name');
  const form = tileFormIn(page);
  const table = previewIn(page).locator('.tile table');
  await form.getByLabel('Kind').selectOption('table');
  await table.waitFor();

  await form.getByText('Total, bars, colors and link').click();
  await form.getByLabel('Total').selectOption('sum');
  await table.locator('tfoot').getByText('25').waitFor();
  await form.getByLabel('Bars').check();
  await table.locator('td.bar').first().waitFor();
  await form.getByRole('button', { name: 'Add color' }).click();
  await form.getByLabel('Limit').fill('10');
  await form.getByLabel('Limit').blur();
  await table.locator('td.cell-bad').getByText('5').waitFor();

  await form.getByText('Link', { exact: true }).first().click();
  const link = form.getByLabel('Link', { exact: true }).first();
  await link.fill('http://app.example.com/{name}');
  await form.getByText('Enter an address that starts with https://').waitFor();
  await link.fill('https://app.example.com/{name}');
  const first = table.getByRole('link', { name: 'A' });
  await first.waitFor();
  expect(await first.getAttribute('href')).toBe('https://app.example.com/A');
});
