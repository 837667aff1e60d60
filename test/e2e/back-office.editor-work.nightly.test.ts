import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  focusedLabel,
  openBackOffice,
  openDashboard,
  page,
  previewIn,
  saveIn,
  statusIn,
  titleIn,
} from './editor-page.ts';
import { beginDashboard, CUSTOMERS } from './new-dashboard.ts';

const office = openBackOffice();

describe('an author', () => {
  it('types into a new tile at once, before the page is painted again', async () => {
    await beginDashboard(page, 'Soon typed', CUSTOMERS);
    const add = page.getByRole('button', { name: 'Add a tile' });
    const isInTitle = await add.evaluate(async (button: HTMLElement) => {
      button.click();
      await Promise.resolve();
      return document.activeElement?.id === 'field-tiles-0-title';
    });
    expect(isInTitle).toBe(true);
    page.once('dialog', (dialog) => void dialog.accept());
  });

  it('types inside a title, and the caret stays', async () => {
    await openDashboard(page, 'Sales overview');
    await titleIn(page).press('Home');
    await titleIn(page).pressSequentially('Our ');
    expect(await titleIn(page).inputValue()).toBe('Our Sales overview');
    page.once('dialog', (dialog) => void dialog.accept());
  });

  it('types a column to its end, although the dataset runs meanwhile', async () => {
    await page.getByRole('link', { name: 'New dashboard' }).click();
    await titleIn(page).fill('Typed column');
    await page.getByRole('button', { name: 'Add a tile' }).click();
    await page.keyboard.type('Sold');
    const tile = page.locator('.item', { hasText: 'Sold' });
    const value = tile.getByLabel('Value');
    const kindOf = (field: Locator): Promise<string> =>
      field.evaluate(({ localName }) => localName);
    await value.pressSequentially('n');
    // The focus stays in the column field while the SQL changes.
    await page.getByLabel('SQL').evaluate((field: HTMLTextAreaElement) => {
      field.value = 'SELECT 1 AS number';
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    });
    await expect.poll(() => kindOf(tile.getByLabel('Compared with'))).toBe('select');
    expect(await kindOf(value)).toBe('input');
    await value.pressSequentially('umber');
    expect(await value.inputValue()).toBe('number');
    await titleIn(page).fill('A typed column');
    await expect.poll(() => kindOf(value)).toBe('select');
    expect(await value.inputValue()).toBe('number');
    page.once('dialog', (dialog) => void dialog.accept());
  });

  it('reads an SQL error where it is, beside the last good picture', async () => {
    await openDashboard(page, 'Sales overview');
    await page.locator('summary', { hasText: 'byCountry' }).click();
    const sql = page.locator('.item[open]').getByLabel('SQL');
    const good = await sql.inputValue();
    await sql.fill('SELECT country FROM nowhere');
    await expect.poll(() => sql.getAttribute('aria-invalid')).toBe('true');
    const note = (await sql.getAttribute('aria-describedby'))!.split(' ').at(-1)!;
    expect(await page.locator(`#${note}`).textContent()).toContain('"nowhere" does not exist');
    await previewIn(page).getByText('Revenue by country').first().waitFor();
    await page.locator('summary', { hasText: 'byCountry' }).click();
    await saveIn(page);
    await expect.poll(() => statusIn(page).textContent()).toContain('Not saved');
    await expect.poll(() => focusedLabel()).toBe('SQL');
    await sql.fill(good);
    await expect.poll(() => sql.getAttribute('aria-invalid')).toBe(null);
    await saveIn(page);
    await expect.poll(() => statusIn(page).textContent()).toBe('Saved');
  });

  it('keeps the draft while the service is away or the session is over', async () => {
    await openDashboard(page, 'Customers');
    await titleIn(page).fill('Our customers');
    await page.route('**/admin/dashboards/*', (route) => route.abort());
    await saveIn(page);
    await expect.poll(() => statusIn(page).textContent()).toContain('Your changes are still here');
    await page.unroute('**/admin/dashboards/*');
    const cookies = await page.context().cookies();
    await page.context().clearCookies();
    await saveIn(page);
    await expect.poll(() => statusIn(page).textContent()).toContain('Log in again in another tab');
    await page.context().addCookies(cookies);
    await saveIn(page);
    await expect.poll(() => statusIn(page).textContent()).toBe('Saved');
    office.troubles = office.troubles.filter((text) => !text.includes('ERR_FAILED'));
  });

  it('is asked before unsaved changes are left', async () => {
    await openDashboard(page, 'Board figures');
    await titleIn(page).fill('');
    await titleIn(page).pressSequentially('Other figures');
    const asked = page.waitForEvent('dialog');
    const clicked = page.getByRole('link', { name: 'Companies' }).click();
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await clicked;
    expect(await titleIn(page).inputValue()).toBe('Other figures');
    page.once('dialog', (second) => void second.accept());
  });

  it('removes a dashboard after a question', async () => {
    await beginDashboard(page, 'Soon gone', CUSTOMERS);
    await saveIn(page);
    await expect.poll(() => statusIn(page).textContent()).toBe('Saved');
    page.once('dialog', (dialog) => void dialog.accept());
    await page.getByRole('button', { name: 'Remove dashboard' }).click();
    await page.waitForURL('**/dashboards');
    expect(await page.getByText('Soon gone').count()).toBe(0);
  });
});
