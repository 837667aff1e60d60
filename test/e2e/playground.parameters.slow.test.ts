import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  fill,
  regionOf,
  sharePlayground,
  shownFigure,
  untilLogged,
  untilStatus,
} from './playground-browser.ts';

const open = sharePlayground();

const NORTH = '{"Region":"North"}';
const SOUTH = '{"Region":"South"}';
const WEST = '{"Region":"West"}';

function frameCount(page: Page): Promise<number> {
  return page.locator('#frame embedded-dashboard iframe').count();
}

describe('a choice of the reader', () => {
  it('shows the chosen data, after one request, and no entry in the history', async () => {
    const page = await open.visit();
    const before = await shownFigure(page, 'revenue');
    const tokens: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/token')) tokens.push(request.postData() ?? '');
    });
    const length = await page.evaluate(() => history.length);
    await fill(page, 'parameters', SOUTH);
    await expect.poll(() => regionOf(page)).toContain('South');
    expect(await shownFigure(page, 'revenue')).not.toBe(before);
    expect(tokens.map((body) => (JSON.parse(body) as { parameters: object }).parameters)).toEqual([
      { Region: 'South' },
    ]);
    expect(await page.evaluate(() => history.length)).toBe(length);
    await page.context().close();
  });

  it('stays after a reload', async () => {
    const page = await open.visit(`?parameters=${encodeURIComponent(SOUTH)}`);
    expect(await regionOf(page)).toContain('South');
    await page.locator('#reload').click();
    await untilLogged(page, 'dashboard-load');
    expect(await regionOf(page)).toContain('South');
    await page.context().close();
  });

  it('that the user may not see takes the dashboard away, and says so', async () => {
    const page = await open.visit();
    await fill(page, 'parameters', WEST);
    await untilStatus(page, 'failed');
    expect(await frameCount(page)).toBe(0);
    await page.getByText('You don’t have access to this selection.').waitFor();
    await fill(page, 'parameters', NORTH);
    await untilStatus(page, 'ready');
    expect(await regionOf(page)).toContain('North');
    await page.context().close();
  });

  it('is one that the other user may not make', async () => {
    const page = await open.visit('?user=sofia');
    await fill(page, 'parameters', NORTH);
    await untilStatus(page, 'failed');
    await page.context().close();
  });

  it('goes along to the full page and to the rendered one', async () => {
    const page = await open.visit(`?parameters=${encodeURIComponent(SOUTH)}`);
    for (const name of ['Full page', 'Rendered']) {
      const address = await page.getByRole('link', { name }).getAttribute('href');
      const other = await page.context().newPage();
      await other.goto(new URL(address!, page.url()).href);
      const dashboard =
        name === 'Rendered' ? other.frameLocator('embedded-dashboard iframe') : other;
      await expect
        .poll(() => dashboard.locator('.shown-parameters').textContent())
        .toContain('South');
    }
    await page.context().close();
  });
});
