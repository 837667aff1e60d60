import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from '../axe.ts';
import { figuresDashboard } from '../../support/test-dashboard.ts';
import { useVisitedService } from '../dashboard/visited-service.ts';

const HOSTILE = [
  '<img src=x onerror="window.hacked = true">',
  '</text></svg><script>window.hacked = true</script>',
  '"><svg onload="window.hacked = true">',
  '\u202eevil\u2066 txt',
  'line\nafter\tline',
  'W'.repeat(4000),
];

const dashboard = { ...figuresDashboard(1, {}), title: HOSTILE[0]! };
const tested = useVisitedService({
  dashboards: [dashboard],
  clock: () => Date.UTC(2026, 10, 21),
});

beforeAll(async () => {
  const { service, url } = tested;
  for (const text of HOSTILE) {
    const answer = await fetch(`${url}/Api/GetToken/${service.apiKey}/s/${dashboard.guid}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ user: text, organization: text, customInfo: text }),
    });
    expect((await fetch(`${url}/Tdb/${await answer.text()}`)).status).toBe(200);
  }
});

async function visit(path: string, options: BrowserContextOptions): Promise<Page> {
  const { browser, service, url } = tested;
  const page = await browser.newPage(options);
  await page.goto(`${url}/admin/login?next=statistics`);
  await page.getByLabel('Password').fill(service.adminPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Statistics' }).waitFor();
  await page.goto(`${url}/admin/statistics/${path}`);
  return page;
}

describe('the statistics', () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const path of ['connections', 'access', 'access?from=2026-01-02&to=2026-01-01']) {
      it(`have no accessibility violation, ${colorScheme}, at ${path}`, async () => {
        const page = await visit(path, { colorScheme });
        for (const summary of await page.locator('summary').all()) await summary.click();
        expect(await findViolations(page)).toEqual([]);
        await page.close();
      });
    }
  }

  it('show the callers’ values as text, and run none of them', async () => {
    const page = await visit('access', {});
    const table = page.getByRole('group', { name: 'Openings by user' });
    const shown = await table.locator('td:first-child').allTextContents();
    expect(shown.toSorted()).toEqual(HOSTILE.toSorted());
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
    expect(await page.locator('main :is(img, script)').count()).toBe(0);
    await page.close();
  });

  for (const width of [320, 390, 820]) {
    it(`fit a width of ${width} pixels, with a chart in the colors of the page`, async () => {
      const page = await visit('access', { viewport: { width, height: 800 } });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      const bar = page.locator('.ranking svg:visible path[fill^="var("]').first();
      const [fill, link] = await Promise.all([
        bar.evaluate((path) => getComputedStyle(path).fill),
        page
          .locator('.presets a:not([aria-current])')
          .first()
          .evaluate((a) => getComputedStyle(a).color),
      ]);
      expect(fill).toBe(link);
      await page.close();
    });
  }

  it('are downloaded with the filter of the page', async () => {
    const page = await visit('access?from=2026-01-01&to=2026-12-31', {});
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download as CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('access-2026-01-01-2026-12-31.csv');
    await page.close();
  });
});
