import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { reportsBodies } from '../support/live-demo.ts';
import {
  fill,
  regionOf,
  searchOf,
  sharePlayground,
  shownFigure,
  untilLogged,
  untilStatus,
} from './playground-browser.ts';

const open = sharePlayground();

const SOUTH = '{"Region":"South"}';

function frameCount(page: Page): Promise<number> {
  return page.locator('#frame embedded-dashboard iframe').count();
}

/** Counts the token requests of a page from now on. */
function countTokenRequests(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => (count += Number(request.url().endsWith('/token'))));
  return () => count;
}

describe('the reader’s choice', () => {
  it.runIf(reportsBodies)(
    'shows the chosen data after one request, without a history entry',
    async () => {
      const page = await open.visit();
      const before = await shownFigure(page, 'revenue');
      const tokens: string[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith('/token')) tokens.push(request.postData() ?? '');
      });
      const length = await page.evaluate(() => history.length);
      await fill(page, 'Region', 'South');
      await expect.poll(() => regionOf(page)).toContain('South');
      expect(await shownFigure(page, 'revenue')).not.toBe(before);
      expect(tokens.map((body) => (JSON.parse(body) as { parameters: object }).parameters)).toEqual(
        [{ Region: 'South' }],
      );
      expect(await page.evaluate(() => history.length)).toBe(length);
      await page.context().close();
    },
  );

  it('of a period is combined with that of a region', async () => {
    const page = await open.visit(`?parameters=${encodeURIComponent(SOUTH)}`);
    const year = Number(await shownFigure(page, 'revenue'));
    await fill(page, 'Months', '3');
    await expect.poll(() => regionOf(page)).toMatch(/South.*3/s);
    expect(Number(await shownFigure(page, 'revenue'))).toBeLessThan(year / 2);
    await fill(page, 'Region', '');
    await expect.poll(() => regionOf(page)).toMatch(/North.*3/s);
    await fill(page, 'Months', '');
    await expect.poll(() => regionOf(page)).toMatch(/North.*12/s);
    expect(await searchOf(page)).toBe('?life=long');
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

  it('is in the timeline, and so is a refresh that keeps the token', async () => {
    const context = await open.browser.newContext();
    const page = await context.newPage();
    await page.clock.install();
    await page.goto(
      `${open.playground.url}/?refresh-every=30&parameters=${encodeURIComponent(SOUTH)}`,
    );
    await untilStatus(page, 'ready');
    const tokens = countTokenRequests(page);
    await page.clock.fastForward(33_000);
    await untilLogged(page, 'dashboard-refreshed');
    const dots = page.locator('#timeline circle:not(.message) title');
    await expect.poll(() => dots.allTextContents()).toEqual(['load Region South', 'fresh data']);
    expect(tokens()).toBe(0);
    await context.close();
  });

  it('removes the dashboard and shows a message if the user may not see the data', async () => {
    const page = await open.visit();
    await fill(page, 'Region', 'West');
    await untilStatus(page, 'failed');
    expect(await frameCount(page)).toBe(0);
    await page.getByText('You don’t have access to this selection.').waitFor();
    await fill(page, 'Region', 'North');
    await untilStatus(page, 'ready');
    expect(await regionOf(page)).toContain('North');
    await page.context().close();
  });

  it('fails for a user who may not see the data', async () => {
    const page = await open.visit('?user=sofia');
    await fill(page, 'Region', 'North');
    await untilStatus(page, 'failed');
    await page.context().close();
  });

  it('applies to the full page and to the rendered one', async () => {
    const page = await open.visit(`?parameters=${encodeURIComponent(SOUTH)}`);
    for (const id of ['full-page', 'rendered']) {
      const address = await page.locator(`#${id}`).getAttribute('href');
      const other = await page.context().newPage();
      await other.goto(new URL(address!, page.url()).href);
      const dashboard = id === 'rendered' ? other.frameLocator('embedded-dashboard iframe') : other;
      await expect
        .poll(() => dashboard.locator('.shown-parameters').textContent())
        .toContain('South');
    }
    await page.context().close();
  });
});
