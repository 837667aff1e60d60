import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  addTile,
  expectStatus,
  focusedLabel,
  openBackOffice,
  openDashboard,
  page,
  previewIn,
  publishIn,
  tileFormIn,
  titleIn,
} from './editor-page.ts';
import { beginDashboard, CUSTOMERS } from './new-dashboard.ts';

openBackOffice();

describe('an author', () => {
  it('types into a new tile immediately, before the next paint', async () => {
    await beginDashboard(page, 'Soon typed', CUSTOMERS);
    const add = page.getByRole('button', { name: 'Add a tile' });
    const isInTitle = await add.evaluate(async (button: HTMLElement) => {
      button.click();
      await Promise.resolve();
      return document.activeElement?.id === 'field-tiles-0-title';
    });
    expect(isInTitle).toBe(true);
  });

  it('types inside a title, and the caret keeps its place', async () => {
    await openDashboard(page, 'Sales overview');
    await titleIn(page).press('Home');
    await titleIn(page).pressSequentially('Our ');
    expect(await titleIn(page).inputValue()).toBe('Our Sales overview');
  });

  it('types a complete column name while the dataset runs', async () => {
    await page.getByRole('link', { name: 'New dashboard' }).click();
    await titleIn(page).fill('Typed column');
    await addTile(page, 'Sold');
    const tile = tileFormIn(page);
    const value = tile.getByLabel('Value');
    const kindOf = (field: Locator): Promise<string> =>
      field.evaluate(({ localName }) => localName);
    await value.pressSequentially('n');
    // The focus stays in the column field while the SQL changes.
    await page.locator('sql-editor').evaluate((editor: HTMLElement & { onChange: unknown }) => {
      (editor.onChange as (sql: string) => void)('SELECT 1 AS number');
    });
    await expect.poll(() => kindOf(tile.getByLabel('Compared with'))).toBe('select');
    expect(await kindOf(value)).toBe('input');
    await value.pressSequentially('umber');
    expect(await value.inputValue()).toBe('number');
    await titleIn(page).fill('A typed column');
    await expect.poll(() => kindOf(value)).toBe('select');
    expect(await value.inputValue()).toBe('number');
  });

  it('sees an SQL error at its field, next to the last good preview', async () => {
    await openDashboard(page, 'Sales overview');
    await page.locator('summary', { hasText: 'byCountry' }).click();
    const sql = page.locator('.item[open]').getByLabel('SQL');
    const good = await sql.innerText();
    await sql.fill('SELECT country FROM nowhere');
    await expect.poll(() => sql.getAttribute('aria-invalid')).toBe('true');
    const note = (await sql.getAttribute('aria-describedby'))!.split(' ').at(-1)!;
    expect(await page.locator(`#${note}`).textContent()).toContain('"nowhere" does not exist');
    await previewIn(page).getByText('Revenue by country').first().waitFor();
    await page.locator('summary', { hasText: 'byCountry' }).click();
    await publishIn(page);
    await expectStatus(page, 'Not published');
    await expect.poll(() => focusedLabel()).toBe('SQL');
    await sql.fill(good);
    await expect.poll(() => sql.getAttribute('aria-invalid')).toBe(null);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('No changes since the last publication.').waitFor();
  });

  it('removes a dashboard after a confirmation', async () => {
    await beginDashboard(page, 'Soon gone', CUSTOMERS);
    await publishIn(page);
    await expectStatus(page, 'Published');
    page.once('dialog', (dialog) => void dialog.accept());
    await page.getByRole('button', { name: 'Remove dashboard' }).click();
    await page.waitForURL('**/dashboards');
    expect(await page.getByText('Soon gone').count()).toBe(0);
  });
});
