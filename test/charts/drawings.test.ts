import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AxisTile } from '../../service/src/dashboard/definition.ts';
import { type ChartStyle, toChartStyle } from '../../service/src/charts/chart-style.ts';
import { drawChart } from '../../service/src/charts/draw-chart.ts';
import { Drawings } from '../../service/src/charts/drawings.ts';
import { toPageLocale } from '../../service/src/words/page-locale.ts';
import { DARK_PALETTE, LIGHT_PALETTE } from '../../service/src/tiles/palette.ts';
import type { AxisContent } from '../../service/src/tiles/tile-data.ts';
import { ValueFormatter } from '../../service/src/values/value-formatter.ts';
import { testDashboard } from '../support/test-dashboard.ts';
import { useService } from '../service/tested-service.ts';

const style = toChartStyle(toPageLocale('en'), 'EUR', LIGHT_PALETTE);
const series = [{ column: 'n', label: 'Orders' }];
const tile = { id: 'bars', kind: 'bar', title: 'Orders', dataset: 'orders', category: 'city' };

/** Returns a new object each time. */
function bars(first: number, changes: Partial<AxisTile> = {}): AxisContent {
  return {
    kind: 'axis',
    tile: { ...tile, span: 6, format: 'integer', series, ...changes } as AxisTile,
    data: {
      categories: ['Oslo', 'Rome'],
      categoryFormat: 'text',
      omitted: 0,
      series: [{ ...series[0]!, values: [first, 2] }],
    } as AxisContent['data'],
  };
}

beforeEach(() => {
  // The cache reads the clock again when a timer of a millisecond has ended.
  // The server waits for a timer, so the clock runs.
  vi.useFakeTimers({
    toFake: ['performance', 'setTimeout', 'clearTimeout'],
    shouldAdvanceTime: true,
  });
  // The library takes the time 0 as no time.
  vi.advanceTimersByTime(1);
});

afterEach(() => vi.useRealTimers());

it('draws equal charts once', () => {
  const { draw } = new Drawings(15_000);
  expect(draw(bars(1), style)).toEqual(drawChart(bars(1), style));
  expect(draw(bars(1), structuredClone(style))).toBe(draw(bars(1), style));
});

it('draws another chart for each other value, tile, color, language and currency', () => {
  const { draw } = new Drawings(15_000);
  const german = toPageLocale('de');
  const others: [AxisContent, ChartStyle][] = [
    [bars(1), style],
    [bars(3), style],
    [bars(1, { span: 12 }), style],
    [bars(1, { id: 'other' }), style],
    [{ ...bars(1), hidden: [0] }, style],
    [{ ...bars(1), only: 0 }, style],
    [bars(1), { ...style, palette: DARK_PALETTE }],
    [bars(1), toChartStyle(german, 'EUR', LIGHT_PALETTE)],
    [bars(1), { ...style, currency: 'USD' }],
  ];
  const drawn = others.map((each) => draw(...each));
  expect(new Set(drawn).size).toBe(others.length);
  expect(drawn).toEqual(others.map((each) => drawChart(...each)));
});

it('draws a chart again when its time is over', () => {
  const { draw } = new Drawings(15_000);
  const drawn = draw(bars(1), style);
  vi.advanceTimersByTime(14_999);
  expect(draw(bars(1), style)).toBe(drawn);
  vi.advanceTimersByTime(2);
  expect(draw(bars(1), style)).not.toBe(drawn);
});

it('keeps no chart with more than a mebibyte of content', () => {
  const { draw } = new Drawings(15_000);
  const isKept = (length: number): boolean => {
    const title = 'x'.repeat(length);
    return draw(bars(1, { title }), style) === draw(bars(1, { title }), style);
  };
  expect([isKept(1_000_000), isKept(1024 * 1024)]).toEqual([true, false]);
});

describe.for([
  ['once for all readers of a color scheme', 3_600_000, true],
  ['for each reader if results are not used again', 0, false],
] as const)('a dashboard', ([title, cacheMs, isOnce]) => {
  const sql = `SELECT * FROM (VALUES ('Oslo', 1), ('Rome', 4)) AS orders (city, n)`;
  const chart = { kind: 'bar', category: 'city', series, format: 'integer' } as const;
  const dashboard = testDashboard(1, { orders: sql }, [chart]);
  const tested = useService({ dashboards: [dashboard], cacheMs });

  it(`is drawn ${title}`, async () => {
    // Only a drawing has ticks.
    const write = vi.spyOn(ValueFormatter.prototype, 'formatTick');
    const open = async (theme: string): Promise<string> => {
      const address = await tested.addressOf(dashboard.guid);
      const page = await (await fetch(`${address}?theme=${theme}`)).text();
      return /<svg[^]*?<\/svg>/.exec(page)![0];
    };
    const themes = ['light', 'dark'];
    const first = await Promise.all(themes.map(open));
    const ticks = write.mock.calls.length;
    expect(await Promise.all(themes.map(open))).toEqual(first);
    expect(first[0]).not.toBe(first[1]);
    expect(ticks).toBeGreaterThan(0);
    expect(write).toHaveBeenCalledTimes(isOnce ? ticks : 2 * ticks);
    write.mockRestore();
  });
});
