import type { Filter } from 'embedded-dashboard-service';
import type { Locator, Page, Route } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { testDashboard } from '../support/test-dashboard.ts';
import { findViolations } from './axe.ts';
import { useVisitedService, watchTileLoads } from './visited-service.ts';

const SALES = `(VALUES ('North', 'Oslo', 1), ('North', 'Bergen', 2), ('South', 'Rome', 4))
  AS sales (region, city, n)`;
const where = '(:Region IS NULL OR region = :Region)';
const filters: Filter[] = [
  {
    kind: 'choice',
    parameter: 'Region',
    label: 'Region',
    list: [{ value: 'North', label: 'The North' }, { value: 'South' }],
  },
  {
    kind: 'choice',
    parameter: 'City',
    label: 'City',
    select: { sql: `SELECT city FROM ${SALES} WHERE ${where} ORDER BY city` },
  },
  { kind: 'number', parameter: 'Least', label: 'Least', default: ['0'] },
  {
    kind: 'choice',
    parameter: 'Days',
    label: 'Days',
    multiple: true,
    list: Array.from({ length: 20 }, (_, day) => ({ value: `d${day}`, label: `Día ${day}` })),
  },
];
const base = { span: 6, format: 'integer' } as const;
const figure = { ...base, kind: 'number', value: 'n', note: '' } as const;
const dashboard = testDashboard(
  1,
  {
    cities: `SELECT city, region, n FROM ${SALES} WHERE ${where} AND (:City IS NULL OR city = :City)`,
    total: `SELECT sum(n) AS n FROM ${SALES} WHERE ${where}`,
    least: `SELECT count(*) AS n FROM ${SALES} WHERE n >= :Least::int`,
    days: 'SELECT cardinality(:Days) AS n',
    all: `SELECT count(*) AS n FROM ${SALES}`,
  },
  [
    {
      ...base,
      kind: 'table',
      title: 'Cities',
      columns: [
        { column: 'city', label: 'City', format: 'text' },
        { column: 'region', label: 'Region', format: 'text' },
        { column: 'n', label: 'Orders', format: 'integer' },
      ],
    },
    { ...base, kind: 'pie', title: 'Shares', category: 'city', value: 'n' },
    { ...figure, title: 'Total', dataset: 'total' },
    { ...figure, title: 'Least', dataset: 'least' },
    { ...figure, title: 'Days', dataset: 'days' },
    { ...figure, title: 'All', dataset: 'all' },
  ],
  { title: 'Sales', filters },
);
const service = useVisitedService({ dashboards: [dashboard] });
let page: Page;

afterEach(() => page.close());

/** Opens the dashboard. Returns the datasets of all requests for tiles. */
async function open(options = {}, query = ''): Promise<string[]> {
  page = await service.visit(dashboard, options, query);
  await page.locator('form[data-live]').waitFor();
  return watchTileLoads(page);
}

/** Holds the answers of the next requests for tiles. */
async function hold(): Promise<Route[]> {
  const held: Route[] = [];
  await page.route(/[?]tiles=/, (route) => {
    held.push(route);
  });
  return held;
}

const cities = (): Promise<string[]> =>
  page.locator('[data-tile=tile-0] td[data-column=city]').allTextContents();
/** Returns the texts of a list, as the browser shows them. */
const toOptions = (list: Locator): Promise<string[]> =>
  list.locator('option').evaluateAll((all) => all.map((each) => (each as HTMLOptionElement).text));
const tile = (index: number) => page.locator(`[data-tile="tile-${index}"]`);
const status = () => page.getByRole('status');
const region = () => page.getByLabel('Region', { exact: true });
const UPDATED = 'The values have been updated';

describe('a choice', () => {
  it('sends one request for each dataset that it changes, and says when they are there', async () => {
    const asked = await open({}, 'theme=dark');
    const address = page.url();
    const length = await page.evaluate(() => history.length);
    await region().selectOption('North');
    await expect.poll(() => status().textContent()).toBe(UPDATED);
    expect(asked.toSorted()).toEqual(['cities', 'total']);
    expect(await cities()).toEqual(['Oslo', 'Bergen']);
    expect(await tile(2).locator('.figure').textContent()).toContain('3');
    expect(await tile(1).locator('.legend button').count()).toBe(2);
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    expect([page.url(), await page.evaluate(() => history.length)]).toEqual([address, length]);
    for (const link of await page.locator('.tile-menu a').all()) {
      const href = (await link.getAttribute('href'))!;
      expect(href).toMatch(/^\?(?:rows|csv|svg|full)=tile-\d&theme=dark&/);
      expect(href.match(/filter\.Region=[^&]*/g)).toEqual(['filter.Region=North']);
    }
    const texts = await page.locator('.shown-parameters div').allTextContents();
    expect(texts[0]!.replaceAll(/\s+/g, ' ')).toContain('Region The North');
  });

  it('dims its tiles at once, and keeps their old values until the new ones are there', async () => {
    await open();
    const held = await hold();
    const busy = await region().evaluate((select: HTMLSelectElement) => {
      select.value = 'South';
      select.dispatchEvent(new Event('change', { bubbles: true }));
      return Array.from(document.querySelectorAll('[data-tile]'), (each) => each.ariaBusy);
    });
    expect(busy).toEqual(['true', 'true', 'true', null, null, null]);
    expect(await cities()).toEqual(['Oslo', 'Bergen', 'Rome']);
    expect(await status().textContent()).toBe('');
    await expect.poll(() => held.length).toBe(2);
    for (const route of held) await route.continue();
    await expect.poll(cities).toEqual(['Rome']);
    await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0);
  });

  it('cancels the requests of the choice before it', async () => {
    await open();
    const held = await hold();
    const failed: string[] = [];
    page.on('requestfailed', (request) => {
      failed.push(new URL(request.url()).searchParams.get('filter.Region')!);
    });
    await region().selectOption('North');
    await expect.poll(() => held.length).toBe(2);
    await region().selectOption('South');
    await expect.poll(() => failed).toEqual(['North', 'North']);
    await expect.poll(() => held.length).toBe(4);
    for (const route of held.slice(2)) await route.continue();
    await expect.poll(cities).toEqual(['Rome']);
  });

  it('of an invalid value waits', async () => {
    const asked = await open();
    const least = page.locator('#filter-least');
    await least.press('End');
    await least.pressSequentially('-');
    await least.press('Enter');
    await least.press('Tab');
    await least.fill('2');
    expect(asked).toEqual([]);
    await page.keyboard.press('Enter');
    await expect.poll(() => tile(3).locator('.figure').textContent()).toContain('2');
    expect(asked).toEqual(['least']);
  });
});

describe('the form', () => {
  it('updates choices that depend on another one, and keeps the focus', async () => {
    const asked = await open();
    const city = page.getByLabel('City', { exact: true });
    await city.selectOption('Rome');
    await expect.poll(cities).toEqual(['Rome']);
    const held = await hold();
    await region().selectOption('North');
    await city.focus();
    await expect.poll(() => held.length).toBe(2);
    for (const route of held) await route.continue();
    await expect.poll(cities).toEqual(['Oslo', 'Bergen']);
    await expect.poll(() => toOptions(city)).toEqual(['All', 'Bergen', 'Oslo']);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('filter-city');
    expect(asked.toSorted()).toEqual(['cities', 'cities', 'total']);
  });

  it('is used by keyboard alone, with a search of long lists', async () => {
    const asked = await open();
    expect(await page.getByRole('button', { name: 'Apply' }).count()).toBe(0);
    await page.getByText('Days: All').press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.type('dia 7');
    await page.keyboard.press('Tab');
    expect(await page.getByRole('checkbox').count()).toBe(1);
    await page.keyboard.press('Space');
    await expect.poll(() => tile(4).locator('.figure').textContent()).toContain('1');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('value'))).toBe('d7');
    expect(await page.getByRole('checkbox').count()).toBe(1);
    expect(await page.locator('form summary').innerText()).toContain('Día 7');
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await page.getByRole('checkbox').count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('SUMMARY');
    expect(asked).toEqual(['days']);
  });

  it('is reset without a reload', async () => {
    const asked = await open();
    await page.evaluate(() => Object.assign(window, { isSame: true }));
    await region().selectOption('South');
    await expect.poll(cities).toEqual(['Rome']);
    // A reset does not load a tile whose own request it cancels.
    await expect.poll(() => status().textContent()).toBe(UPDATED);
    asked.length = 0;
    await page.getByRole('link', { name: 'Reset' }).press('Enter');
    expect(await region().inputValue()).toBe('');
    await expect.poll(cities).toEqual(['Oslo', 'Bergen', 'Rome']);
    await expect.poll(() => status().textContent()).toBe(UPDATED);
    expect(asked.toSorted()).toEqual(['cities', 'total']);
    expect(await page.evaluate(() => Reflect.get(window, 'isSame') as boolean)).toBe(true);
  });
});

describe('a tile', () => {
  it('keeps an error in its place, with a button that tries again', async () => {
    const asked = await open();
    await page.route(/[?]tiles=total/, (route) => route.abort());
    await region().selectOption('North');
    await expect.poll(cities).toEqual(['Oslo', 'Bergen']);
    await expect.poll(() => tile(2).textContent()).toContain('The data can’t be reached');
    await expect.poll(() => status().textContent()).toBe('The data can’t be reached');
    expect(await findViolations(page)).toEqual([]);
    await page.unroute(/[?]tiles=total/);
    await tile(2).getByRole('button', { name: 'Try again' }).press('Enter');
    await expect.poll(() => tile(2).locator('.figure').textContent()).toContain('3');
    expect(asked.toSorted()).toEqual(['cities', 'total', 'total']);
    // The button is gone, so its tile has the focus.
    expect(await tile(2).evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it('keeps its order, its hidden parts and the colors of names', async () => {
    await open();
    await tile(0).getByRole('button', { name: 'Orders' }).click();
    await tile(0).getByRole('button', { name: 'Orders' }).click();
    const colorOf = (name: string): Promise<string | null> =>
      tile(1).locator('.legend li', { hasText: name }).locator('.swatch > *').getAttribute('fill');
    const color = await colorOf('Bergen');
    const oslo = tile(1).locator('.legend button', { hasText: 'Oslo' });
    await oslo.click();
    await region().selectOption('North');
    await expect.poll(cities).toEqual(['Bergen', 'Oslo']);
    expect(await colorOf('Bergen')).toBe(color);
    expect(await oslo.getAttribute('aria-pressed')).toBe('false');
    const city = page.getByLabel('City', { exact: true });
    await city.selectOption('Bergen');
    await expect.poll(cities).toEqual(['Bergen']);
    expect(await colorOf('Bergen')).toBe(color);
    expect(await tile(1).locator(`.chart path[fill="${color}"]`).count()).toBeGreaterThan(0);
  });
});

it('shows the refusal in place of the dashboard after logout', async () => {
  await open();
  await fetch(`${service.url}/Api/LogOut/${service.service.apiKey}/anna`);
  await region().selectOption('North');
  await page.getByRole('heading', { name: 'This dashboard is no longer open' }).waitFor();
  expect(await page.locator('form, [data-tile]').count()).toBe(0);
  expect(await page.title()).toBe('This dashboard is no longer open');
  expect(await findViolations(page)).toEqual([]);
});

/** Runs in a page: shows a dashboard in a frame as the element does. Its messages are in `said`. */
function embed({ address, state }: { address: string; state: string | null }): void {
  const said: object[] = [];
  Object.assign(window, { said });
  let isGreeted = false;
  addEventListener('message', ({ source, data, origin }) => {
    // A slow page greets again before it hears the answer.
    if (data?.type !== 'hello' || isGreeted) return;
    isGreeted = true;
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', (event: MessageEvent<{ type: string }>) => {
      const { contentDocument } = document.querySelector('iframe')!;
      const cells = contentDocument!.querySelectorAll('[data-tile=tile-0] td[data-column=city]');
      said.push({ ...event.data, cities: Array.from(cells, (cell) => cell.textContent) });
    });
    port1.start();
    const can = ['ready', 'state', 'select'];
    const welcome = {
      embeddedDashboard: 1,
      type: 'welcome',
      can,
      ...(state !== null && { state }),
    };
    (source as Window).postMessage(welcome, origin, [port2]);
  });
  const frame = document.createElement('iframe');
  frame.src = address;
  frame.width = '900';
  frame.height = '700';
  document.body.replaceChildren(frame);
}

interface Said {
  type: string;
  /** The cities that the frame has shown then. */
  cities: string[];
  state?: string;
  parameters?: object;
  label?: string;
  reason?: string;
}

async function openFrame(state: string | null = null) {
  page = await service.browser.newPage();
  await page.route('**/host', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await page.goto(`${service.url}/host`);
  const address = await service.addressOf(dashboard.guid);
  await page.evaluate(embed, { address, state });
  const frame = page.frameLocator('iframe');
  const said = async (type: string): Promise<Said[]> => {
    const all = await page.evaluate(() => Reflect.get(window, 'said') as Said[]);
    return all.filter((each) => each.type === type);
  };
  const shown = (): Promise<string[]> =>
    frame.locator('[data-tile=tile-0] td[data-column=city]').allTextContents();
  return { frame, said, shown };
}

describe('a dashboard in a frame', () => {
  it('reports what the reader has chosen, and shows it in the next frame before it is ready', async () => {
    const { frame, said, shown } = await openFrame();
    await expect.poll(async () => (await said('ready')).length).toBe(1);
    await frame.getByLabel('Region', { exact: true }).selectOption('North');
    await frame.getByLabel('City', { exact: true }).selectOption('Oslo');
    await expect.poll(shown).toEqual(['Oslo']);
    const chosen = (await said('select')).map(({ parameters, label }) => [parameters, label]);
    expect(chosen).toEqual([
      [{ Region: 'North', Least: '0' }, 'Region: The North'],
      [{ Region: 'North', City: 'Oslo', Least: '0' }, 'City: Oslo'],
    ]);
    const { state } = (await said('state')).at(-1)!;
    await page.close();

    const next = await openFrame(state);
    await expect.poll(async () => (await next.said('ready')).length).toBe(1);
    expect((await next.said('ready')).map((each) => each.cities)).toEqual([['Oslo']]);
    const city = next.frame.getByLabel('City', { exact: true });
    expect(await city.inputValue()).toBe('Oslo');
    expect(await toOptions(city)).toEqual(['All', 'Bergen', 'Oslo']);
    expect(await next.said('select')).toEqual([]);
  });

  it('reports the names of all filters that a row sets', async () => {
    const { frame, said, shown } = await openFrame();
    await frame.locator('form[data-live]').waitFor();
    await frame.locator('[data-tile=tile-0] td[data-column=n]').first().click();
    await expect.poll(shown).toEqual(['Oslo']);
    expect((await said('select')).map(({ label }) => label)).toEqual([
      'Region: The North, City: Oslo',
    ]);
  });

  it.each([
    'filter.Region=Nowhere',
    'filter.Region=North&filter.Region=South',
    'filter.Other=1&was.Region=x&tiles=all&theme=dark',
    'filter.Least=x',
  ])('shows everything for choices that it does not offer: %s', async (query) => {
    const state = JSON.stringify({ filters: query });
    const { frame, said, shown } = await openFrame(state);
    await expect.poll(async () => (await said('ready')).length).toBe(1);
    await expect.poll(shown).toEqual(['Oslo', 'Bergen', 'Rome']);
    expect(await frame.locator('[data-state=error]').count()).toBe(0);
    expect(await frame.locator('html').getAttribute('data-theme')).toBe(null);
  });

  it('reports the refusal of its tiles', async () => {
    const { frame, said } = await openFrame();
    await expect.poll(async () => (await said('ready')).length).toBe(1);
    await fetch(`${service.url}/Api/LogOut/${service.service.apiKey}/anna`);
    await frame.getByLabel('Region', { exact: true }).selectOption('North');
    await expect
      .poll(async () => (await said('refused')).map(({ reason }) => reason))
      .toEqual(['signed-out']);
  });
});
