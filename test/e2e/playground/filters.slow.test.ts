import type { FrameLocator, Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { request } from '../../support/live-demo.ts';
import {
  fill,
  GUIDS,
  logOf,
  sharePlayground,
  shownAddress,
  shownFigure,
  shownFrame,
  untilLogged,
  untilSwapped,
} from '../playground-browser.ts';

const open = sharePlayground();

const visit = (user: string): Promise<Page> =>
  open.visit(`?user=${user}&dashboard-guid=${GUIDS.Delivery}`);

const frameIn = (page: Page): FrameLocator => shownFrame(page).contentFrame();

const fieldIn = (page: Page, label: string): Locator =>
  frameIn(page).getByLabel(label, { exact: true });

const choicesIn = (page: Page, label: string): Promise<string[]> =>
  fieldIn(page, label)
    .locator('option')
    .evaluateAll((all) => all.map((each) => (each as HTMLOptionElement).text));

/** Returns the number of delivered orders from the database, not from the service's dashboards. */
async function deliveredIn(...regions: string[]): Promise<string> {
  const [row] = await open.playground.service.query(
    `SELECT count(delivered_on) AS value FROM orders JOIN customers ON customers.id = customer_id
     WHERE ordered_on > '2025-10-31' AND region = ANY($1)`,
    [regions],
  );
  return String(row!.value);
}

describe('a filter inside the dashboard', () => {
  it('offers a user only their regions, and all tiles have only these', async () => {
    const page = await visit('sofia');
    expect(await choicesIn(page, 'Region')).toEqual(['All', 'South']);
    expect(await choicesIn(page, 'Country')).toEqual(['All', 'Italy', 'Portugal', 'Spain']);
    expect(await shownFigure(page, 'delivered')).toBe(await deliveredIn('South'));
    const { status, text } = await request(page, await shownAddress(page));
    expect([status, /Norway|Sweden|Poland|France/.test(text)]).toEqual([200, false]);
    await page.context().close();
  });

  it.each(['filter.Region=North', 'filter.AllowedRegions=North'])(
    'leaves out a forged choice: %s',
    async (query) => {
      const page = await visit('sofia');
      const { origin, pathname } = new URL(await shownAddress(page));
      const { status, text } = await request(page, `${origin}${pathname}?${query}`);
      expect(status).toBe(200);
      expect(text).toContain('Part of the selection isn’t available and was left out.');
      expect(text).not.toContain('North');
      await page.context().close();
    },
  );

  it('keeps the choice of a user of all regions over a renewal, and reports it', async () => {
    const page = await visit('ines');
    expect(await choicesIn(page, 'Region')).toEqual(['All', 'East', 'North', 'South', 'West']);
    await fieldIn(page, 'Region').selectOption('North');
    await expect.poll(() => shownFigure(page, 'delivered')).toBe(await deliveredIn('North'));
    await untilLogged(page, 'The reader has chosen: Region: North. {"Region":"North"}');
    const address = await shownAddress(page);
    await page.locator('#reload').click();
    await untilSwapped(page, address);
    expect(await fieldIn(page, 'Region').inputValue()).toBe('North');
    expect(await shownFigure(page, 'delivered')).toBe(await deliveredIn('North'));
    const entries = await logOf(page);
    expect(entries.filter((entry) => entry.includes('dashboard-select'))).toHaveLength(1);
    await page.context().close();
  });

  it('is locked by a choice on the page, which is a new token', async () => {
    const page = await visit('nora');
    expect(await choicesIn(page, 'Region')).toEqual(['All', 'North', 'South']);
    expect(await shownFigure(page, 'delivered')).toBe(await deliveredIn('North', 'South'));
    const address = await shownAddress(page);
    await fill(page, 'Region', 'South');
    await untilSwapped(page, address);
    expect(await fieldIn(page, 'Region').count()).toBe(0);
    expect(await frameIn(page).locator('.shown-parameters').textContent()).toContain('South');
    expect(await shownFigure(page, 'delivered')).toBe(await deliveredIn('South'));
    await page.context().close();
  });
});
