import { describe, expect, it } from 'vitest';
import {
  addTile,
  expectStatus,
  getTokenStatus,
  openBackOffice,
  page,
  previewIn,
  tileFormIn,
  tileIn,
  titleIn,
} from './editor-page.ts';
import { beginDashboard, CUSTOMERS } from './new-dashboard.ts';

const office = openBackOffice();

describe('an author', () => {
  it('makes a dashboard with a live preview, publishes it and shares it', async () => {
    await beginDashboard(page, 'Where we sell', CUSTOMERS);
    await expect.poll(() => page.getByLabel('Accessible in API').isDisabled()).toBe(true);
    await addTile(page, 'In the east');
    await tileFormIn(page).getByLabel('Kind').selectOption('number');
    await tileFormIn(page).getByLabel('Value').selectOption('customers');
    const [east] = await office.service.query(
      "SELECT count(*) FROM customers WHERE region = 'East'",
    );
    await previewIn(page)
      .locator(`.figure[data-value="${String(east!.count)}"]`)
      .waitFor();

    // The editor suggests bars for the columns, which need no setting.
    await addTile(page, 'By region');
    await previewIn(page).locator('[data-tile="tile-2"] svg').waitFor();
    const bars = tileIn(page, 'By region').getByRole('button');
    await bars.press('ArrowLeft');
    await previewIn(page).locator('.tile:first-child[data-tile="tile-2"]').waitFor();
    expect(await bars.evaluate((box) => box === document.activeElement)).toBe(true);

    await titleIn(page).focus();
    await page.keyboard.press('Control+Shift+Enter');
    await page.keyboard.press('Enter');
    await expectStatus(page, 'Published');
    const guid = new URL(page.url()).pathname.split('/').at(-1)!;
    expect(guid).toMatch(/^[\da-f-]{36}$/);
    expect(await getTokenStatus(office, guid)).toBe(404);

    await page.getByLabel('Accessible in API').click();
    await page.getByRole('link', { name: 'API code' }).waitFor();
    expect(await getTokenStatus(office, guid)).toBe(200);
    await page.reload();
    await previewIn(page).getByRole('heading', { name: 'Where we sell' }).waitFor();
    expect(await page.getByLabel('Accessible in API').isChecked()).toBe(true);

    page.once('dialog', (dialog) => void dialog.dismiss());
    await page.getByLabel('Accessible in API').click();
    expect(await page.getByLabel('Accessible in API').isChecked()).toBe(true);
    page.once('dialog', (dialog) => void dialog.accept());
    await page.getByLabel('Accessible in API').click();
    await page.getByRole('link', { name: 'API code' }).waitFor({ state: 'detached' });
    expect(await getTokenStatus(office, guid)).toBe(404);
  });
});
