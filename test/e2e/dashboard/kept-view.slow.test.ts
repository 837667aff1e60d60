import { readFileSync } from 'node:fs';
import type { Filter } from 'embedded-dashboard-service';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { NodeServer } from '../../support/node-server.ts';
import { testDashboard } from '../../support/test-dashboard.ts';
import { frameOf, untilStatus } from '../playground-browser.ts';
import { serveHostPage } from './host-page.ts';
import { useVisitedService } from './visited-service.ts';

/** The lines of the documentation that keep the reader's choices in the address of a page. */
const RECIPE = readFileSync('docs/filters.md', 'utf8').match(
  /```js\n(const element[\s\S]*?)```/,
)![1]!;

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
const dashboard = testDashboard(
  1,
  {
    rows: `SELECT city FROM ${SALES} WHERE (:Region IS NULL OR region = :Region)
      AND (:City IS NULL OR city = ANY(:City)) AND (:Name IS NULL OR city = :Name) ORDER BY 1`,
  },
  [{ kind: 'table', columns: [{ column: 'city', label: 'City', format: 'text' }] }],
  { filters },
);
const service = useVisitedService({ dashboards: [dashboard] });
let site: NodeServer;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  site = await serveHostPage(
    service,
    (request) => {
      const isLimited = request.headers.get('Cookie')?.includes('limited') === true;
      return {
        sessionId: isLimited ? 'limited' : 'anna',
        dashboards: [dashboard.guid],
        ...(isLimited && { sqlParameters: { Region: 'South' } }),
      };
    },
    `<embedded-dashboard token-url="/dashboards/token"
      dashboard-guid="${dashboard.guid}"></embedded-dashboard>
    <script type="module">${RECIPE}</script>`,
  );
});

beforeEach(async () => {
  context = await service.browser.newContext();
  page = await context.newPage();
});

afterEach(() => context.close());

afterAll(() => site[Symbol.asyncDispose]());

const address = (hash = ''): string => `http://localhost:${site.port}/${hash}`;

async function open(hash = '', opened = page): Promise<void> {
  await opened.goto(address(hash));
  await untilStatus(opened, 'ready');
}

/** Returns the rows of the dashboard on screen; none while another one replaces it. */
async function cities(opened = page): Promise<string[]> {
  const frame = await frameOf(opened).catch(() => null);
  const cells = frame?.locator('td[data-column=city]').allTextContents();
  return (await cells?.catch(() => [])) ?? [];
}

const untilShown = (rows: string[], opened = page): Promise<void> =>
  expect.poll(() => cities(opened)).toEqual(rows);

/** Chooses a region and two of its cities. */
async function choose(): Promise<void> {
  const frame = await frameOf(page);
  await frame.locator('form[data-live]').waitFor();
  await frame.getByLabel('Region', { exact: true }).selectOption('North');
  await untilShown(['Bergen', 'Narvik', 'Oslo']);
  await frame.locator('.filters summary').press('Enter');
  for (const name of ['Bergen', 'Oslo']) await frame.getByRole('checkbox', { name }).check();
  await untilShown(['Bergen', 'Oslo']);
  await expect.poll(() => page.url()).toBe(address('#Region=North&City=Bergen&City=Oslo'));
}

it('is the same after a reload, in another tab, and after Back and Forward', async () => {
  await open();
  const entries = await page.evaluate(() => history.length);
  await choose();
  expect(await page.evaluate(() => history.length)).toBe(entries);
  await page.reload();
  await untilShown(['Bergen', 'Oslo']);
  const other = await context.newPage();
  await other.goto(page.url());
  await untilShown(['Bergen', 'Oslo'], other);
  await page.goto('about:blank');
  await page.goBack();
  await untilShown(['Bergen', 'Oslo']);
  await page.evaluate(() => (location.hash = '#Region=South'));
  await untilShown(['Rome']);
  await page.goBack();
  await untilShown(['Bergen', 'Oslo']);
  await page.goForward();
  await untilShown(['Rome']);
});

it('is limited by the token of the reader who opens the link', async () => {
  await context.addCookies([{ name: 'user', value: 'limited', url: address() }]);
  await open('#Region=North&City=Bergen&City=Rome');
  await untilShown(['Rome']);
  const frame = await frameOf(page);
  const note = frame.getByText('Part of the selection isn’t available and was left out.');
  await expect.poll(() => note.isVisible()).toBe(true);
});

it('takes only the names that the page lists', async () => {
  await open('#Region=North&Name=Oslo&parameters=1&constructor=2');
  await untilShown(['Bergen', 'Narvik', 'Oslo']);
});
