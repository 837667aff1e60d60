import type { Locator, Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { testDashboard, type TestTile } from '../../support/test-dashboard.ts';
import { DatabaseError } from '../../../service/src/database/database.ts';
import { findViolations } from '../../e2e/axe.ts';
import { usePages } from '../worker-page.ts';
import { FramedDashboard } from './framed-dashboard.ts';
import { soldGoods } from './sold-goods.ts';
import { findServer, useDashboards } from './use-dashboards.ts';

const visit = useDashboards();
const pages = usePages();

afterEach(async () => (await findServer()).limit());

const textOf = async (tile: Locator): Promise<string> =>
  (await tile.innerText()).replaceAll(/\s+/g, ' ');
/** Returns the tiles in the order of their arrival. */
const arrivedOf = (page: Page) => page.locator('.tile').evaluateAll(toIds);
const toIds = (tiles: Element[]) => tiles.map((tile) => tile.getAttribute('data-tile'));

/** Returns the sum of the layout shifts of a page. */
const shiftOf = (page: Page) =>
  page.evaluate(async () => {
    let sum = 0;
    const add = (shifts: PerformanceEntryList) => {
      for (const shift of shifts) sum += (shift as PerformanceEntry & { value: number }).value;
    };
    const observer = new PerformanceObserver((list) => add(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    add(observer.takeRecords());
    return sum;
  });

describe.each(['with scripts', 'without scripts'])('a late tile, %s', (scripts) => {
  const javaScriptEnabled = scripts === 'with scripts';

  it('comes into its place, and moves nothing', async () => {
    for (const width of javaScriptEnabled ? [390, 1440] : [820]) {
      const held = ['cities', 'total'];
      const viewport = { width, height: 900 };
      const { page, shown, tile } = await visit(soldGoods(), { held, viewport, javaScriptEnabled });
      const arrived = async () => new Set(await arrivedOf(page));
      await expect.poll(arrived).toEqual(new Set(['tile-3', 'tile-4', 'tile-5']));
      const placesOf = async () =>
        Promise.all([3, 4, 5].map(async (index) => (await tile(index).boundingBox())!));
      const before = await placesOf();
      for (const table of held) {
        shown.rows.release(table);
        await tile(table === 'total' ? 2 : 1).waitFor();
        expect(await placesOf(), `${width} px`).toEqual(before);
      }
      await page.waitForLoadState('load');
      await expect.poll(placesOf).toEqual(before);
      if (javaScriptEnabled) expect(await shiftOf(page), `${width} px`).toBe(0);
    }
  });
});

describe('a late tile', () => {
  const regionField = (page: Page) => page.getByLabel('Region', { exact: true });
  const cities = (page: Page) =>
    page.locator('[data-tile=tile-0] td[data-column=city]').allTextContents();

  it('is read at its place on the page, and so is its menu by the Tab key', async () => {
    const { page, shown } = await visit(soldGoods(), { held: ['cities'] });
    await expect.poll(() => arrivedOf(page)).toHaveLength(4);
    shown.rows.release();
    await page.waitForLoadState('load');
    expect(new Set((await arrivedOf(page)).slice(-2))).toEqual(new Set(['tile-0', 'tile-1']));
    const read = await page.locator('main').ariaSnapshot();
    expect([...read.matchAll(/heading "(\w+)"/g)].map(([, name]) => name)).toEqual([
      ...['Cities', 'Shares', 'Total', 'Least', 'Days', 'All'],
    ]);
    await page.locator('form.filters').getByRole('textbox').last().focus();
    const tiles = new Set<string>();
    for (let presses = 0; presses < 40 && tiles.size < 6; presses += 1) {
      await page.keyboard.press('Tab');
      const focused = page.locator('.tile:has(:focus)');
      for (const id of await focused.evaluateAll(toIds)) tiles.add(id!);
    }
    expect([...tiles]).toEqual([0, 1, 2, 3, 4, 5].map((index) => `tile-${index}`));
  });

  it('has the values that the reader has chosen meanwhile', async () => {
    const { page, shown, tile, asked } = await visit(soldGoods(), { held: ['cities'] });
    await tile(5).waitFor();
    await page.locator('form[data-live]').waitFor();
    shown.tiles.hold();
    await regionField(page).selectOption('North');
    await shown.tiles.until(2);
    // The page's own answer is too late, and has the old values.
    shown.rows.release();
    await page.waitForLoadState('load');
    await expect.poll(() => page.locator('[data-tile=tile-0]').count()).toBe(0);
    shown.tiles.release();
    await expect.poll(() => cities(page)).toEqual(['Oslo', 'Bergen']);
    expect(asked().toSorted()).toEqual(['cities', 'total']);
  });

  it('is loaded again if the reader takes a choice back, with the tiles of its dataset', async () => {
    const { page, shown, tile, asked } = await visit(soldGoods(), { held: ['cities'] });
    await tile(5).waitFor();
    await page.locator('form[data-live]').waitFor();
    shown.tiles.hold();
    await regionField(page).selectOption('North');
    await shown.tiles.until(2);
    shown.rows.release();
    await page.waitForLoadState('load');
    await regionField(page).selectOption('');
    await shown.tiles.until(3);
    shown.tiles.release();
    await expect.poll(() => cities(page)).toEqual(['Oslo', 'Bergen', 'Rome']);
    await tile(1).waitFor();
    expect(asked().toSorted()).toEqual(['cities', 'cities', 'total']);
  });

  it('that the script has loaded stays if it is the last one when the answer ends', async () => {
    const { page, shown, tile } = await visit(soldGoods(), { held: ['cities'] });
    await tile(5).waitFor();
    await page.locator('form[data-live]').waitFor();
    // From now on, only the query of the page's own answer is held.
    shown.rows.hold('cities');
    await regionField(page).selectOption('North');
    await shown.tiles.until(2);
    shown.rows.release();
    await expect.poll(() => cities(page)).toEqual(['Oslo', 'Bergen']);
    await tile(1).waitFor();
    shown.pages.end();
    await page.waitForLoadState('load');
    expect(new Set(await arrivedOf(page))).toHaveLength(6);
  });

  it.each(['with', 'without'])(
    'is loaded by the script if the answer ends before, %s filters',
    async (has) => {
      (await findServer()).limit(1);
      const filters = has === 'with' ? undefined : [];
      const dashboard = soldGoods(filters && { filters });
      const held = ['cities', 'total'];
      const { page, shown, tile, asked } = await visit(dashboard, { held });
      // On a slow machine, the script asks for other tiles as well.
      const askedHeld = () =>
        asked()
          .filter((name) => held.includes(name))
          .toSorted();
      await expect.poll(askedHeld).toEqual(held);
      expect(await page.locator('.missing').count()).toBe(0);
      const before = await tile(5).boundingBox();
      shown.rows.release('total');
      await tile(2).waitFor();
      // Its query has run on, and its place is as high as before.
      expect(shown.rows.canceled).toEqual([]);
      expect(await tile(5).boundingBox()).toEqual(before);
      shown.rows.release();
      await expect.poll(() => cities(page)).toEqual(['Oslo', 'Bergen', 'Rome']);
      expect(askedHeld()).toEqual(held);
    },
  );

  it('has a link without scripts if the answer ends before, to the page with all tiles', async () => {
    (await findServer()).limit(1);
    const { page, shown, tile } = await visit(soldGoods(), {
      held: ['total'],
      javaScriptEnabled: false,
    });
    await page.getByText('This took too long').waitFor();
    expect(await tile(2).count()).toBe(0);
    await page.getByRole('link', { name: 'Try again' }).click({ noWaitAfter: true });
    shown.rows.release();
    await tile(2).waitFor();
    await page.waitForLoadState('load');
    expect(await page.locator('.missing').count()).toBe(0);
  });

  it('keeps its place while it cannot be loaded, and comes when it can', async () => {
    const server = await findServer();
    server.limit(1);
    const shown = server.show(soldGoods());
    shown.rows.hold('total');
    shown.tiles.cut(() => true);
    const page = await pages.share();
    await page.goto(server.addressOf(shown));
    const tile = page.locator('[data-tile=tile-2]');
    await tile.getByText('The data can’t be reached').waitFor();
    expect(await tile.getByRole('heading').textContent()).toBe('Total');
    shown.tiles.cut(() => false);
    shown.rows.release();
    await expect.poll(() => textOf(tile)).toMatch(/^Total .*7$/);
  });

  it.each(['with scripts', 'without scripts'])(
    'has the colors of a page whose tiles come in order, %s',
    async (scripts) => {
      const options = scripts === 'with scripts' ? {} : { javaScriptEnabled: false };
      const named = (...names: string[]) => names.map((city, index) => ({ city, n: 9 - index }));
      const pie = { kind: 'pie', title: 'Pie', category: 'city', value: 'n', span: 6 } as const;
      const tiles: TestTile[] = [
        { ...pie, dataset: 'many' },
        { ...pie, dataset: 'few' },
      ];
      const served = {
        dashboard: testDashboard(1, { many: 'many', few: 'few' }, tiles),
        tables: {
          many: () => named('Oslo', 'Rome', 'Bergen'),
          few: () => named('Bergen', 'Oslo'),
        },
      };
      /** Returns the colors of the legend and the drawing of each tile, as the browser shows them. */
      const colorsOf = async (held: string[]): Promise<string[][]> => {
        const { page, shown, tile } = await visit(served, { held, ...options });
        if (held.length > 0) await tile(held[0] === 'many' ? 1 : 0).waitFor();
        shown.rows.release();
        await page.waitForLoadState('load');
        return page
          .locator('.tile')
          .evaluateAll((all) =>
            all
              .toSorted((one, other) => (one.slot < other.slot ? -1 : 1))
              .map((each) =>
                [...each.querySelectorAll('.swatch > *, .chart path')].map(
                  (mark) => getComputedStyle(mark).fill,
                ),
              ),
          );
      };
      const colors = await colorsOf([]);
      const [oslo, rome, bergen] = colors[0]!;
      expect(new Set([oslo, rome, bergen]).size).toBe(3);
      expect(colors[1]!.slice(0, 2)).toEqual([bergen, oslo]);
      for (const late of ['many', 'few']) await expect.poll(() => colorsOf([late])).toEqual(colors);
    },
  );

  it('never comes after the end of the session, and the page becomes the refusal', async () => {
    const { page, shown, tile } = await visit(soldGoods(), { held: ['total'] });
    await tile(5).waitFor();
    (await findServer()).logOut(shown);
    await page.getByRole('heading', { name: 'This dashboard is no longer open' }).waitFor();
    expect(shown.rows.canceled).toEqual(['total']);
    expect(await page.locator('.tile').count()).toBe(0);
  });
});

describe('a page with late tiles', () => {
  it('counts as opened when its first tile has been sent, and HEAD and a reader who left before do not', async () => {
    const server = await findServer();
    const shown = server.show(soldGoods());
    shown.rows.hold('cities', 'total', 'least', 'days', 'all');
    const leaving = new AbortController();
    const address = server.addressOf(shown);
    const left = await fetch(address, { signal: leaving.signal });
    await left.body!.getReader().read();
    leaving.abort();
    await expect
      .poll(() => shown.rows.canceled.toSorted())
      .toEqual([...['all', 'cities', 'days', 'least', 'total']]);
    expect((await fetch(address, { method: 'HEAD' })).status).toBe(200);
    expect(shown.openings).toBe(0);
    const response = await fetch(address);
    shown.rows.release('all');
    const decoder = new TextDecoder();
    const reader = response.body!.getReader();
    for (let text = ''; !text.includes('data-tile');) {
      text += decoder.decode((await reader.read()).value, { stream: true });
    }
    await expect.poll(() => shown.openings).toBe(1);
    shown.rows.release();
    while (!(await reader.read()).done);
    expect(shown.openings).toBe(1);
  });

  it.each(['light', 'dark'])(
    'has no accessibility violation while tiles are missing and one has failed, %s',
    async (theme) => {
      const goods = soldGoods();
      const fail = (): never => {
        throw new DatabaseError('unavailable', '');
      };
      const served = { ...goods, tables: { ...goods.tables, least: fail } };
      const query = `theme=${theme}`;
      const { page, tile } = await visit(served, { held: ['cities', 'total'], query });
      await tile(5).waitFor();
      await page.locator('[data-tile=tile-3][data-state=error]').waitFor();
      expect(await findViolations(page)).toEqual([]);
      for (const missing of [0, 1, 2]) expect(await tile(missing).count()).toBe(0);
    },
  );

  it('is whole if its opening cannot be written', async () => {
    const server = await findServer();
    const shown = server.show(soldGoods());
    shown.isUncounted = true;
    shown.rows.hold('cities');
    const response = await fetch(server.addressOf(shown));
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let page = '';
    while (!page.includes('data-tile')) page += (await reader.read()).value;
    await expect
      .poll(() => server.failures)
      .toMatchObject([{ what: 'The count of an opening', error: expect.any(Error) }]);
    shown.rows.release();
    while (!page.includes('</html>')) page += (await reader.read()).value;
    expect(page).toContain('data-tile="tile-0"');
  });
});

describe('a framed page with late tiles', () => {
  /** Opens a dashboard in a frame, whose tiles are in one column. */
  async function open(held: string[], state?: string) {
    const server = await findServer();
    const page = await pages.share();
    const { tiles } = soldGoods().dashboard.definition;
    const wide = tiles.map((tile) => Object.assign({}, tile, { span: 12 as const }));
    const shown = server.show(soldGoods({ tiles: wide }));
    shown.rows.hold(...held);
    const framed = await FramedDashboard.open(page, server.addressOf(shown), { state });
    return { shown, framed, frame: framed.frame };
  }

  it('is ready when the tiles of the first screen are drawn', async () => {
    const { shown, framed, frame } = await open(['cities', 'all']);
    await frame.locator('[data-tile=tile-4]').waitFor();
    await framed.until('height');
    expect(await framed.said('ready')).toEqual([]);
    shown.rows.release('cities');
    await framed.until('ready');
    await expect.poll(() => frame.locator('[data-tile=tile-0]').count()).toBe(1);
  });

  it('is ready again when each tile that was drawn before is drawn, with what the reader had set', async () => {
    const first = await open([]);
    await first.framed.until('ready');
    await first.frame.getByRole('button', { name: 'Orders' }).click();
    const { state } = await first.framed.until('state');
    const second = await open(['all', 'cities'], state);
    await second.frame.locator('[data-tile=tile-4]').waitFor();
    second.shown.rows.release('cities');
    await second.frame.locator('[data-tile=tile-0] th[aria-sort=ascending]').waitFor();
    expect(await second.framed.said('ready')).toEqual([]);
    second.shown.rows.release('all');
    await second.framed.until('ready');
  });

  it('is ready when a tile has come whose data could not be reached at first', async () => {
    const first = await open([]);
    await first.framed.until('ready');
    await first.frame.getByRole('button', { name: 'Orders' }).click();
    const { state } = await first.framed.until('state');
    const second = await open(['cities'], state);
    const { served } = second.shown;
    const cities = (): never => {
      throw new DatabaseError('unavailable', '');
    };
    second.shown.served = { ...served, tables: { ...served.tables, cities } };
    second.shown.rows.release();
    await second.frame.locator('[data-tile=tile-0][data-state=error]').waitFor();
    second.shown.served = served;
    expect((await second.framed.until('ready')).tile).toMatch(/^Oslo.*Bergen.*Rome/);
  });
});
