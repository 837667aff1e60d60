import type { EmbeddedDashboardElement } from 'embedded-dashboard';
import type { Filter } from 'embedded-dashboard-service';
import type { Frame, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { SECOND } from '../../support/durations.ts';
import type { NodeServer } from '../../support/node-server.ts';
import { testDashboard } from '../../support/test-dashboard.ts';
import { scaled } from '../../support/tier.mjs';
import { frameOf, shownAddress, untilStatus, untilSwapped } from '../playground-browser.ts';
import { readSettings, type ReaderSettings } from '../reader-settings.ts';
import { serveHostPage } from './host-page.ts';
import { useVisitedService } from './visited-service.ts';

const RENEWALS = scaled(100);
const REFRESHES = 3;
/** The number of choices that a test makes with filters. */
const CHOICES = 4;
/** The shortest interval that the element allows, in seconds. */
const REFRESH_EVERY = 30;

const SALES = `(VALUES ('North', 'Oslo', 3, 1), ('North', 'Bergen', 2, 7), ('North', 'Narvik', 5, 4),
  ('South', 'Rome', 4, 2)) AS sales (region, city, web, shop)`;
const where = `(:Region IS NULL OR region = :Region) AND (:Cities IS NULL OR city = ANY(:Cities))
  AND web >= coalesce(:Least::int, 0)`;
const filters: Filter[] = [
  {
    kind: 'choice',
    parameter: 'Region',
    label: 'Region',
    list: [{ value: 'North' }, { value: 'South' }],
  },
  {
    kind: 'choice',
    parameter: 'Cities',
    label: 'Cities',
    multiple: true,
    select: {
      sql: `SELECT city FROM ${SALES} WHERE :Region IS NULL OR region = :Region ORDER BY 1`,
    },
  },
  { kind: 'number', parameter: 'Least', label: 'Least', default: ['1'] },
];
const base = { span: 6, format: 'integer' } as const;
const WIDE = Array.from({ length: 20 }, (_, index) => `a_column_with_a_long_name_${index}`);
const dashboard = testDashboard(
  1,
  {
    cities: `SELECT city, web, shop, ${WIDE.map((name) => `web AS ${name}`).join()} FROM ${SALES}
      WHERE ${where} ORDER BY city`,
    regions: `SELECT region, sum(web) AS web, sum(shop) AS shop FROM ${SALES} GROUP BY 1 ORDER BY 1`,
  },
  [
    {
      ...base,
      kind: 'table',
      title: 'Cities',
      columns: [
        { column: 'city', label: 'City', format: 'text' },
        ...['web', ...WIDE].map((column) => ({ column, label: column, format: 'integer' })),
      ],
    },
    {
      ...base,
      kind: 'bar',
      title: 'Regions',
      dataset: 'regions',
      category: 'region',
      series: ['web', 'shop'].map((column) => ({ column, label: column })),
    },
    { ...base, kind: 'pie', title: 'Shares', category: 'city', value: 'web' },
  ],
  { title: 'Sales', filters },
);
const service = useVisitedService({ dashboards: [dashboard] });
let site: NodeServer;
let page: Page;

beforeAll(async () => {
  site = await serveHostPage(
    service,
    () => ({ sessionId: 'anna', dashboards: [dashboard.guid] }),
    `<button>Next to the dashboard</button>
    <embedded-dashboard style="height: 300px" token-url="/dashboards/token"
      dashboard-guid="${dashboard.guid}"
      filters='{"Region":"South"}'></embedded-dashboard>`,
  );
});

afterEach(() => page.close());

afterAll(() => site[Symbol.asyncDispose]());

/** Opens the page of the host, which notes the events of its element. */
async function open(prepare?: (opened: Page) => Promise<unknown>): Promise<void> {
  page = await service.browser.newPage();
  await prepare?.(page);
  await page.goto(`http://localhost:${site.port}/`);
  await untilStatus(page, 'ready');
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    for (const type of ['dashboard-select', 'dashboard-refreshed', 'dashboard-error']) {
      document.addEventListener(type, (event) => seen.push(event.type));
    }
  });
}

const countEvents = (type: string): Promise<number> =>
  page.evaluate(
    (wanted) => (Reflect.get(window, 'seen') as string[]).filter((each) => each === wanted).length,
    `dashboard-${type}`,
  );

/**
 * Returns the number of reported choices after the first restoration. The element has heard them then: the state came
 * after them. It reports at most two a second.
 */
async function countChoices(): Promise<number> {
  const count = await countEvents('select');
  expect(count).toBeGreaterThan(0);
  expect(count).toBeLessThanOrEqual(CHOICES);
  return count;
}

/** Sets everything that a reader can set: by fields, by a mark, and by the buttons of a table and of legends. */
async function useEverything(): Promise<[Frame, ReaderSettings]> {
  const frame = await frameOf(page);
  const cities = (): Promise<string[]> =>
    frame.locator('.tile-table td[data-column=city]').allTextContents();
  await frame.locator('form[data-live]').waitFor();
  await expect.poll(cities).toEqual(['Rome']);
  const choose = (index: number, name: string) =>
    frame
      .locator(`[data-tile=tile-${index}]`)
      .getByRole('button', { name, exact: true, includeHidden: true });
  await choose(1, 'North').press('Enter');
  await expect.poll(cities).toEqual(['Bergen', 'Narvik', 'Oslo']);
  await frame.locator('.filters summary').press('Enter');
  for (const name of ['Bergen', 'Narvik']) await frame.getByRole('checkbox', { name }).check();
  await expect.poll(cities).toEqual(['Bergen', 'Narvik']);
  await frame.getByLabel('Least').fill('2');
  await frame.getByLabel('Least').press('Enter');
  await expect
    .poll(() => frame.getByRole('status').textContent())
    .toBe('The values have been updated');
  for (let time = 0; time < 2; time += 1) await choose(0, 'web').press('Enter');
  expect(await cities()).toEqual(['Narvik', 'Bergen']);
  await choose(1, 'shop').press('Enter');
  await frame.locator('[data-tile=tile-2] .legend button').first().press('Enter');
  // Both boxes report the state when they are scrolled.
  await frame.locator('.tile-table .rows').evaluate((rows) => rows.scrollTo(50, 0));
  await frame.evaluate(() => scrollTo(0, 120));
  // A refresh waits while the dashboard has the focus or the pointer.
  await page.getByRole('button').focus();
  await page.mouse.move(0, 0);
  const settings = await readSettings(frame);
  expect(settings).toMatchObject({ scroll: 120, left: [50], pressed: false });
  expect(settings.filters).toContainEqual(['filter.Cities', 'Narvik']);
  return [frame, settings];
}

it(`shows equal settings after ${RENEWALS} renewals, and reports no choice again`, async () => {
  await open();
  const [, before] = await useEverything();
  let chosen = 0;
  for (let renewal = 0; renewal < RENEWALS; renewal += 1) {
    const address = await shownAddress(page);
    await page.evaluate(() =>
      document.querySelector<EmbeddedDashboardElement>('embedded-dashboard')!.reload(),
    );
    await untilSwapped(page, address);
    expect(await readSettings(await frameOf(page))).toEqual(before);
    if (renewal === 0) chosen = await countChoices();
  }
  expect(await countEvents('select')).toBe(chosen);
  expect(await countEvents('error')).toBe(0);
});

it('shows equal settings after each refresh, and reports no choice again', async () => {
  await open((opened) => opened.clock.install());
  let [frame, before] = await useEverything();
  let chosen = 0;
  const address = await shownAddress(page);
  await page.locator('embedded-dashboard').evaluate((element, seconds) => {
    element.setAttribute('refresh-every', `${seconds}`);
  }, REFRESH_EVERY);
  for (let refresh = 1; refresh <= REFRESHES; refresh += 1) {
    // The element adds up to a tenth.
    await page.clock.fastForward(1.1 * REFRESH_EVERY * SECOND);
    await expect.poll(() => countEvents('refreshed')).toBe(refresh);
    await expect.poll(() => page.locator('embedded-dashboard iframe').count()).toBe(1);
    const next = await frameOf(page);
    expect(next).not.toBe(frame);
    expect(await readSettings(next)).toEqual(before);
    frame = next;
    if (refresh === 1) chosen = await countChoices();
  }
  // A renewal would have another token.
  expect(address).toBe(`${await shownAddress(page)}?filter.Region=South`);
  expect(await countEvents('select')).toBe(chosen);
});
