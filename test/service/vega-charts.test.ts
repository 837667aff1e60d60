import { parse } from 'csv-parse/sync';
import { raw } from 'hono/html';
import { describe, expect, it } from 'vitest';
import {
  type AxisTile,
  hasData,
  type ScatterTile,
  type Tile,
} from '../../service/src/dashboard/definition.ts';
import type { DatasetResult } from '../../service/src/dashboard/run-dashboard.ts';
import { isNumberFormat } from '../../service/src/dashboard/value-style.ts';
import { toChartOption } from '../../service/src/page/chart-option.ts';
import { toChartStyle } from '../../service/src/page/chart-style.ts';
import { drawChart } from '../../service/src/page/draw-chart.ts';
import { toPageLocale } from '../../service/src/page/page-locale.ts';
import { LIGHT_PALETTE } from '../../service/src/page/palette.ts';
import { toTileCsv } from '../../service/src/page/tile-csv.ts';
import { type ChartContent, toTileData } from '../../service/src/page/tile-data.ts';
import { renderTile, type TileStyle } from '../../service/src/page/tile-markup.ts';
import { toText, ValueFormatter } from '../../service/src/page/value-formatter.ts';
import { toTicks, type ValueScale } from '../../service/src/page/value-scale.ts';
import { equalsShown } from '../support/shown-numbers.ts';
import { createVegaDashboards, ROWS, type VegaDashboard } from '../support/vega-dashboards.ts';

const locale = toPageLocale('en');
const formatter = new ValueFormatter('en', 'USD');
const charts = toChartStyle(locale, 'USD', LIGHT_PALETTE);
const style: TileStyle = {
  formatter,
  words: locale.words,
  emptyText: raw(''),
  charts,
  draw: drawChart,
  shortNumbers: new Set<Tile>(),
  nested: new Set<Tile>(),
  menus: null,
  canRetry: false,
  isChosen: () => undefined,
};
const SIZES = [
  { width: 300, height: 260 },
  { width: 1000, height: 260 },
];
const dashboards = createVegaDashboards();

/** The first suggested chart of each table, which needs no setting of its author. */
const FIRST: Record<string, string> = {
  movies: 'scatter: US Gross $, Worldwide Gross $',
  'movies by genre': 'horizontal bar: US Gross $',
  'seattle-weather': 'line: precipitation',
  'seattle-weather by month': 'line: temp_max, temp_min',
  weather: 'line: temp_max by location',
  stocks: 'line: price $ by symbol',
  sp500: 'line: price $',
  ohlc: 'line from values: open, high, low, close',
  gapminder: 'scatter: pop log, life_expect',
  'gapminder-health-income': 'scatter: income $ log, health',
  unemployment: 'histogram: rate %',
  'unemployment-across-industries': 'line: unemployed by series',
  'unemployment in eight industries': 'line: unemployed by series in small charts',
  flights: 'scatter: delay, distance',
  'flights by origin': 'scatter: flights log, average_delay_min',
  cars: 'scatter: Miles_per_Gallon, Displacement',
  'cars by year': 'line: Miles_per_Gallon by Origin',
  population: 'line: Sum of people by sex',
  'population in 2000': 'bar: men, women',
  barley: 'bar: Average yield by year',
  'barley in 1931': 'heatmap: yield by variety',
  wheat: 'line: wheat, wages on a second axis',
  driving: 'line: miles, gas on a second axis',
  crimea: 'line: wounds, other, disease',
  obesity: 'table',
  penguins: 'scatter: Beak Length (mm), Beak Depth (mm)',
  jobs: 'horizontal bar: count',
  anscombe: 'scatter: X, Y',
  'co2-concentration': 'line from values: CO2, adjusted CO2',
  'global-temp': 'line: temp',
  'iowa-electricity': 'line: net_generation by source',
  'us-employment':
    'line: nonfarm, private, goods_producing, service_providing, private_service_providing',
  disasters: 'line: Deaths',
  income: 'heatmap: pct % by name',
  burtin: 'scatter: Penicillin log, Streptomycin log',
  budgets: 'heatmap: value by forecastYear',
  github: 'line: count',
  monarchs: 'table',
  'population engineers hurricanes': 'scatter: population, engineers',
};
const SIGNS: Record<string, string> = { currency: ' $', percent: ' %' };

function describeTile(tile: Tile): string {
  const sign = 'format' in tile ? (SIGNS[tile.format] ?? '') : '';
  switch (tile.kind) {
    case 'scatter': {
      const axes = [tile.x, tile.y].map(
        ({ column, format, logarithmic }) =>
          `${column}${SIGNS[format] ?? ''}${logarithmic ? ' log' : ''}`,
      );
      return `scatter: ${axes.join(', ')}`;
    }
    case 'bar':
    case 'line': {
      const { kind, horizontal, start, series, splitBy, multiples, secondAxis } = tile;
      const head = `${horizontal ? 'horizontal ' : ''}${kind}${start ? ` from ${start}` : ''}`;
      const names = series.map(({ column }) => `${column}${sign}`).join(', ');
      const extras = [
        splitBy && ` by ${splitBy}`,
        multiples && ' in small charts',
        secondAxis && ' on a second axis',
      ];
      return `${head}: ${names}${extras.filter(Boolean).join('')}`;
    }
    case 'histogram':
      return `histogram: ${tile.value}${sign}`;
    case 'heatmap':
      return `heatmap: ${tile.value}${sign} by ${tile.splitBy}`;
    default:
      return tile.kind;
  }
}

function toResults({ result }: VegaDashboard): Map<string, DatasetResult> {
  return new Map([[ROWS, { ...result, truncated: false, durationMs: 1 }]]);
}

interface Axis extends ValueScale {
  type: string;
  interval: number;
  axisLabel: { formatter: (value: number) => string };
}

/** Returns the value axes of a chart, with their ticks and the ticks' texts. */
function findAxes(content: ChartContent, size: (typeof SIZES)[number]) {
  const { xAxis, yAxis } = toChartOption(content, charts, size) as Record<'xAxis' | 'yAxis', Axis>;
  return [xAxis, yAxis].flat().flatMap((axis) => {
    if (axis?.type !== 'value' && axis?.type !== 'log') return [];
    const isLog = axis.type === 'log';
    const ticks = toTicks({ ...axis, step: axis.interval, ...(isLog && { isLog }) });
    return [{ ticks, texts: ticks.map((tick) => axis.axisLabel.formatter(tick)) }];
  });
}

/** Returns the author's units of a chart, whose ticks have none if the axis has a title. */
function unitsOf(tile: Tile): object[] {
  const { x, y } = tile as ScatterTile;
  const { numbers, secondAxis } = tile as AxisTile;
  return [numbers, secondAxis?.numbers, x?.numbers, y?.numbers].map((each) => each ?? {});
}

describe.for(dashboards)('the suggestion for $title', (dashboard) => {
  // The choices between are other views of the same rows.
  const suggested = dashboard.definition.tiles.filter(hasData);
  const [first, last] = [suggested[0]!, suggested.at(-1)!];
  // The database computes summaries: the tests in a browser show them.
  const tiles = [...new Set([first, last])].filter(({ dataset }) => dataset === ROWS);
  const results = toResults(dashboard);
  const ready = tiles.map((tile) => ({
    tile,
    data: toTileData(tile, { results, formatter, words: locale.words }),
  }));

  it('is a chart that its rows fit, with a table as the last choice', () => {
    expect(describeTile(first)).toBe(FIRST[dashboard.title]);
    expect(tiles.at(-1)!.kind).toBe('table');
    expect(ready.map(({ data }) => data.state)).toEqual(tiles.map(() => 'ready'));
    const rows = last.kind === 'table' ? last.columns : [];
    expect(rows.filter(({ bar, column }) => bar && /year|start|end/i.test(column))).toEqual([]);
  });

  it('has ticks with different texts, which equal the ticks', () => {
    for (const { tile, data } of ready) {
      const content = data.state === 'ready' && 'content' in data ? data.content : null;
      if (content?.kind !== 'axis' && content?.kind !== 'scatter') continue;
      for (const { ticks, texts } of SIZES.flatMap((size) => findAxes(content, size))) {
        expect(new Set(texts).size, texts.join(' | ')).toBe(texts.length);
        for (const [index, text] of texts.entries()) {
          const isEqual = unitsOf(tile).some((unit) => equalsShown(text, ticks[index]!, unit));
          expect(isEqual, `${ticks[index]} is ${text}`).toBe(true);
        }
      }
    }
  });

  it('shows the numbers of the data, and years without a separator', async () => {
    for (const { tile, data } of ready) {
      if (data.state !== 'ready') continue;
      const markup = String(await renderTile(tile, data, style));
      const { columns, rows } = data.table;
      const cells = [...markup.matchAll(/<td[^>]* data-value="([^"]*)"[^>]*>([^<]*)</g)];
      expect(cells.length).toBeGreaterThanOrEqual(rows.length);
      for (const [place, [, value = '', text = '']] of cells.entries()) {
        const column = columns[place % columns.length]!;
        if (value === '' || !isNumberFormat(column.format)) continue;
        expect(equalsShown(text, Number(value), column.numbers), `${value} is ${text}`).toBe(true);
        if (/year/i.test(column.column)) expect(text).toBe(value);
      }
    }
  });

  it('has the values of its table in the CSV, with all digits', () => {
    for (const { tile, data } of ready) {
      if (data.state !== 'ready') continue;
      const csv = toTileCsv(tile, results, 'USD', locale)!;
      const lines = parse(csv, { bom: true });
      const { columns, rows } = data.table;
      expect(lines.length).toBe(rows.length + 1);
      for (const [index, row] of rows.entries()) {
        for (const [place, { format }] of columns.entries()) {
          if (isNumberFormat(format)) {
            expect(lines[index + 1]![place]).toBe(toText(row[place] ?? ''));
          }
        }
      }
    }
  });
});
