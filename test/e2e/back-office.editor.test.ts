import { describe, expect, it } from 'vitest';
import {
  openBackOffice,
  openDashboard,
  page,
  previewIn,
  saveIn,
  statusIn,
  titleIn,
} from './editor-page.ts';
import { beginDashboard } from './new-dashboard.ts';
import { SECRETS } from '../support/test-database.ts';

const office = openBackOffice();

async function addNumberTile(title: string, column: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a tile' }).click();
  await page.keyboard.type(title);
  await page.locator('.item[open]').getByLabel('Value').last().selectOption(column);
}

const focusedLabel = (): Promise<string | null | undefined> =>
  page.evaluate(() => (document.activeElement as HTMLInputElement).labels?.[0]?.textContent);

const CUSTOMERS =
  'SELECT region, count(*) AS customers FROM customers GROUP BY region ORDER BY region';

describe('an author', () => {
  it('makes a dashboard by the form, sees it beside it, saves it and shares it', async () => {
    await beginDashboard(page, 'Where we sell', CUSTOMERS);
    await expect.poll(() => page.getByLabel('Accessible in API').isDisabled()).toBe(true);
    await addNumberTile('In the east', 'customers');
    const [east] = await office.service.query(
      "SELECT count(*) FROM customers WHERE region = 'East'",
    );
    await previewIn(page)
      .locator(`.figure[data-value="${String(east!.count)}"]`)
      .waitFor();

    await page.getByRole('button', { name: 'Add a tile' }).click();
    await page.keyboard.type('By region');
    const bars = page.locator('.item', { hasText: 'By region' });
    await bars.getByLabel('Kind').selectOption('bar');
    await bars.getByLabel('Category', { exact: true }).selectOption('region');
    await bars.getByLabel('Column').selectOption('customers');
    await previewIn(page).locator('[data-tile="tile-2"] svg').waitFor();
    await bars.getByRole('button', { name: 'Move By region up' }).click();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('tiles.0-down');
    await previewIn(page).locator('.tile:first-child[data-tile="tile-2"]').waitFor();

    await titleIn(page).focus();
    await page.keyboard.press('Control+s');
    await expect.poll(() => statusIn(page).textContent()).toBe('Saved');
    expect(await focusedLabel()).toBe('Title');
    const guid = new URL(page.url()).pathname.split('/').at(-1)!;
    expect(guid).toMatch(/^[\da-f-]{36}$/);
    const token = (): Promise<Response> =>
      fetch(`${office.url}/Api/GetToken/${SECRETS.apiKey}/anna/${guid}`);
    expect((await token()).status).toBe(404);

    await page.getByLabel('Accessible in API').click();
    await page.getByRole('link', { name: 'API code' }).waitFor();
    expect((await token()).status).toBe(200);
    await page.reload();
    await previewIn(page).getByRole('heading', { name: 'Where we sell' }).waitFor();
    expect(await page.getByLabel('Accessible in API').isChecked()).toBe(true);

    page.once('dialog', (dialog) => void dialog.dismiss());
    await page.getByLabel('Accessible in API').click();
    expect(await page.getByLabel('Accessible in API').isChecked()).toBe(true);
    page.once('dialog', (dialog) => void dialog.accept());
    await page.getByLabel('Accessible in API').click();
    await page.getByRole('link', { name: 'API code' }).waitFor({ state: 'detached' });
    expect((await token()).status).toBe(404);
  });

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

  it('hears of SQL that fails at its place, beside the last good picture', async () => {
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
    await expect.poll(() => statusIn(page).textContent()).toContain('It was not saved');
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
