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
import { isNumberFormat } from '../../service/src/values/value-style.ts';
import { toChartNotes } from '../../service/src/charts/chart-notes.ts';
import { toChartOption } from '../../service/src/charts/chart-option.ts';
import { toChartStyle } from '../../service/src/charts/chart-style.ts';
import { toPageLocale } from '../../service/src/words/page-locale.ts';
import { LIGHT_PALETTE } from '../../service/src/tiles/palette.ts';
import { toTileCsv } from '../../service/src/downloads/tile-csv.ts';
import { type ChartContent, toTileData } from '../../service/src/tiles/tile-data.ts';
import { renderTile, type TileStyle } from '../../service/src/page/tile/tile-markup.ts';
import { toText, ValueFormatter } from '../../service/src/values/value-formatter.ts';
import { toTicks, type ValueScale } from '../../service/src/values/axis-scale.ts';
import { equalsShown } from '../support/shown-numbers.ts';
import { createVegaDashboards, ROWS, type VegaDashboard } from '../support/vega-dashboards.ts';

const locale = toPageLocale('en');
const formatter = new ValueFormatter('en', 'USD');
const charts = toChartStyle(locale, 'USD', LIGHT_PALETTE);
const SIZE = { width: 600, height: 260 };
const style: TileStyle = {
  formatter,
  words: locale.words,
  emptyText: raw(''),
  charts,
  // The gallery has the drawn pictures.
  draw: (content, look) => ({ ...SIZE, svg: '', notes: toChartNotes(content, look, SIZE) }),
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
