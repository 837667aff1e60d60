import type { Resolve } from 'embedded-dashboard/host';
import type { Dashboard, Filter } from 'embedded-dashboard-service';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { testDashboard } from '../../support/test-dashboard.ts';
import { frameOf, untilStatus } from '../playground-browser.ts';
import { useVisitedService, type VisitedService } from './visited-service.ts';

/** The page of a host application. */
interface Site extends AsyncDisposable {
  url: string;
}

const SALES = `(VALUES ('North', 'Oslo'), ('North', 'Bergen'), ('North', 'Narvik'), ('South', 'Rome'))
  AS sales (region, city)`;
const filters: Filter[] = [
  {
    kind: 'choice',
    parameter: 'Region',
    label: 'Region',
    list: [{ value: 'North' }, { value: 'South' }],
  },
  {
    kind: 'choice',
    parameter: 'City',
    label: 'City',
    multiple: true,
    select: {
      sql: `SELECT city FROM ${SALES} WHERE :Region IS NULL OR region = :Region ORDER BY 1`,
    },
  },
  { kind: 'text', parameter: 'Name', label: 'Name' },
];
const DASHBOARD = testDashboard(
  1,
  {
    rows: `SELECT city FROM ${SALES} WHERE (:Region IS NULL OR region = :Region)
      AND (:City IS NULL OR city = ANY(:City)) AND (:Name IS NULL OR city = :Name) ORDER BY 1`,
  },
  [{ kind: 'table', columns: [{ column: 'city', label: 'City', format: 'text' }] }],
  { filters },
);

/** Tests a page that keeps the choices in Region and City of the dashboard `guid` in its address. */
export function testKeptView(
  guid: string,
  openSite: (service: VisitedService, resolve: Resolve<unknown>) => Promise<Site>,
): void {
  const dashboard: Dashboard = { ...DASHBOARD, guid };
  const service = useVisitedService({ dashboards: [dashboard] });
  let site: Site;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    site = await openSite(service, (request) => {
      const isLimited = request.headers.get('Cookie')?.includes('limited') === true;
      return {
        sessionId: isLimited ? 'limited' : 'anna',
        dashboards: [guid],
        ...(isLimited && { sqlParameters: { Region: 'South' } }),
      };
    });
  });

  beforeEach(async () => {
    context = await service.browser.newContext();
    page = await context.newPage();
  });

  afterEach(() => context.close());

  afterAll(() => site[Symbol.asyncDispose]());

  async function open(hash = ''): Promise<void> {
    await page.goto(site.url + hash);
    await untilStatus(page, 'ready');
  }

  it('is the same after a reload, in another tab, and after Back and Forward', async () => {
    await open();
    const entries = await page.evaluate(() => history.length);
    await choose(page);
    await expect.poll(() => page.url()).toBe(`${site.url}#Region=North&City=Bergen&City=Oslo`);
    expect(await page.evaluate(() => history.length)).toBe(entries);
    await page.reload();
    await untilShown(page, ['Bergen', 'Oslo']);
    const other = await context.newPage();
    await other.goto(page.url());
    await untilShown(other, ['Bergen', 'Oslo']);
    await page.goto('about:blank');
    await page.goBack();
    await untilShown(page, ['Bergen', 'Oslo']);
    await page.evaluate(() => (location.hash = '#Region=South'));
    await untilShown(page, ['Rome']);
    await page.goBack();
    await untilShown(page, ['Bergen', 'Oslo']);
    await page.goForward();
    await untilShown(page, ['Rome']);
  });

  it('is limited by the token of the reader who opens the link', async () => {
    await context.addCookies([{ name: 'user', value: 'limited', url: site.url }]);
    await open('#Region=North&City=Bergen&City=Rome');
    await untilShown(page, ['Rome']);
    const frame = await frameOf(page);
    const note = frame.getByText('Part of the selection isn’t available and was left out.');
    await expect.poll(() => note.isVisible()).toBe(true);
  });

  it('takes only the names that the page lists', async () => {
    await open('#Region=North&Name=Oslo&parameters=1&constructor=2');
    await untilShown(page, ['Bergen', 'Narvik', 'Oslo']);
  });
}

/** Returns the rows of the dashboard on screen; none while another one replaces it. */
async function cities(page: Page): Promise<string[]> {
  const frame = await frameOf(page).catch(() => null);
  const cells = frame?.locator('td[data-column=city]').allTextContents();
  return (await cells?.catch(() => [])) ?? [];
}

const untilShown = (page: Page, rows: string[]): Promise<void> =>
  expect.poll(() => cities(page)).toEqual(rows);

/** Chooses a region and two of its cities. */
async function choose(page: Page): Promise<void> {
  const frame = await frameOf(page);
  await frame.locator('form[data-live]').waitFor();
  await frame.getByLabel('Region', { exact: true }).selectOption('North');
  await untilShown(page, ['Bergen', 'Narvik', 'Oslo']);
  await frame.locator('.filters summary').press('Enter');
  for (const name of ['Bergen', 'Oslo']) await frame.getByRole('checkbox', { name }).check();
  await untilShown(page, ['Bergen', 'Oslo']);
}
