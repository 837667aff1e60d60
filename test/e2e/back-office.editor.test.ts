import { describe, expect, it } from 'vitest';
import { focusedLabel, openBackOffice, page, previewIn, statusIn, titleIn } from './editor-page.ts';
import { beginDashboard, CUSTOMERS } from './new-dashboard.ts';
import { SECRETS } from '../support/test-database.ts';

const office = openBackOffice();

async function addNumberTile(title: string, column: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a tile' }).click();
  await page.keyboard.type(title);
  await page.locator('.item[open]').getByLabel('Value').last().selectOption(column);
}

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
});
