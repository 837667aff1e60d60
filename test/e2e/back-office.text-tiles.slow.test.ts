import { expect, it } from 'vitest';
import { addTile, openBackOffice, page, previewIn, tileFormIn, tileIn } from './editor-page.ts';
import { beginDashboard, CUSTOMERS } from './new-dashboard.ts';

openBackOffice();

it('adds a text and a section heading, and turns the text into a chart', async () => {
  await beginDashboard(page, 'Customers', CUSTOMERS);
  const form = tileFormIn(page);
  const preview = previewIn(page);
  await addTile(page, 'Regions');
  await form.getByLabel('Kind').selectOption('heading');
  const heading = preview.getByRole('heading', { level: 2, name: 'Regions' });
  await heading.waitFor();
  expect(await form.getByLabel('Width').count()).toBe(0);
  // A section heading always has the full width.
  await tileIn(page, 'Regions').getByRole('button').press('Shift+ArrowLeft');

  await addTile(page, '');
  await form.getByLabel('Kind').selectOption('text');
  await form.getByLabel('Text').fill('See [the help](http://help.example.com).');
  await form.getByText('Links must start with https://').waitFor();
  await form.getByLabel('Text').fill('See [the **help**](https://help.example.com).');
  const link = preview.getByRole('link', { name: 'the help' });
  await link.waitFor();
  expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
  await tileIn(page, 'See [the **help**](https://help.example.').waitFor();
  await heading.waitFor();

  // A text may have no title. A chart needs one.
  await form.getByLabel('Title').fill('By region');
  await form.getByLabel('Kind').selectOption('bar');
  await preview.locator('.tile-bar[data-state=ready]').waitFor();
});
