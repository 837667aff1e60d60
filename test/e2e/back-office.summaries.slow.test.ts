import { expect, it } from 'vitest';
import { findViolations } from './axe.ts';
import { openBackOffice, page, previewIn } from './editor-page.ts';
import { beginDashboard } from './new-dashboard.ts';

openBackOffice();

/** Three columns identify each of 24 rows: a parameter and a comment may be in the SQL. */
const SQL = `SELECT year, shop, product, 10 * product AS sold
FROM generate_series(2020, 2023) AS year, (VALUES ('North'), ('South')) AS shops (shop),
  generate_series(1, 3) AS product
WHERE :Shop::text IS NULL OR shop = :Shop; -- all shops`;

it('adds the sums of rows that no chart fits, with the SELECT that computes them', async () => {
  await beginDashboard(page, 'Sums', SQL);
  await page.getByRole('button', { name: 'Lines: Sum of sold by year and shop' }).click();
  const tile = previewIn(page).locator('.tile', { hasText: 'Sum of sold by year and shop' });
  await tile.locator('.chart').waitFor();
  const values = tile.locator('td[data-column="Sum of sold"]');
  const shown = await values.evaluateAll((cells) =>
    cells.map((cell) => (cell as HTMLElement).dataset['value']),
  );
  expect(shown.length).toBeGreaterThan(0);
  expect(new Set(shown)).toEqual(new Set(['60']));
  expect(await findViolations(page)).toEqual([]);
});
