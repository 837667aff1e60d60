import { describe, expect, it } from 'vitest';
import { AXIS_KINDS, type AxisKind } from '../../service/src/dashboard/axis-kinds.ts';
import type { AxisTile, Reference, ScatterTile } from '../../service/src/dashboard/definition.ts';
import { parseDraft } from '../../service/src/dashboard/draft-schema.ts';
import type { DatasetRows } from '../../service/src/dashboard/run-dashboard.ts';
import { toChartNotes } from '../../service/src/page/chart-notes.ts';
import { toChartOption } from '../../service/src/page/chart-option.ts';
import { toChartStyle } from '../../service/src/page/chart-style.ts';
import { renderLegend } from '../../service/src/page/legend-markup.ts';
import { toPageLocale } from '../../service/src/page/page-locale.ts';
import { LIGHT_PALETTE } from '../../service/src/page/palette.ts';
import { type ChartContent, toTileData } from '../../service/src/page/tile-data.ts';
import { ValueFormatter } from '../../service/src/page/value-formatter.ts';

const SIZE = { width: 1000, height: 260 };
const locale = toPageLocale('en');
const style = toChartStyle(locale, 'EUR', LIGHT_PALETTE);
const formatter = new ValueFormatter('en', 'EUR');

const BASE = { id: 'tile', title: 'Tile', dataset: 'rows', span: 6 } as const;

/** Returns a chart of the columns `a` and `b` over a category. */
function chartOf(
  rows: [a: number, b?: number][],
  settings: Partial<AxisTile> | ScatterTile = {},
  truncated = false,
): ChartContent {
  const tile = {
    ...BASE,
    kind: 'line',
    category: 'name',
    series: [{ column: 'a', label: 'A' }],
    format: 'decimal',
    ...settings,
  } as AxisTile;
  const result: DatasetRows = {
    columns: [
      { name: 'name', type: 'text' },
      { name: 'a', type: 'decimal' },
      { name: 'b', type: 'decimal' },
    ],
    rows: rows.map(([a, b = null], index) => ({ name: `Name ${index}`, a, b })),
    truncated,
    durationMs: 1,
  };
  const source = { results: new Map([['rows', result]]), formatter, words: locale.words };
  const data = toTileData(tile, source);
  if (data.state !== 'ready') throw new Error(`The tile is ${data.state}.`);
  return data.content as ChartContent;
}

interface Axis {
  type: string;
  min: number;
  max: number;
  name?: string;
  axisLabel: { formatter: (value: number) => string };
}
interface Option {
  xAxis: Axis & Axis[];
  yAxis: Axis & Axis[];
  series: {
    type: string;
    yAxisIndex?: number;
    lineStyle?: { type: unknown };
    areaStyle?: object;
    tooltip: { valueFormatter: (value: number) => string };
    markLine?: { data: unknown };
    markArea?: { data: unknown };
  }[];
}
const optionOf = (...chart: Parameters<typeof chartOf>): Option =>
  toChartOption(chartOf(...chart), style, SIZE) as unknown as Option;
const notesOf = (...chart: Parameters<typeof chartOf>): string[] =>
  toChartNotes(chartOf(...chart), style, SIZE);

/** Returns both ends of the value axis. */
function endsOf(...chart: Parameters<typeof chartOf>): [number, number] {
  const { min, max } = optionOf(...chart).yAxis[0]!;
  return [min, max];
}

const PRICES: [number][] = [[9.99], [10.02], [10.05]];

describe('the value axis of lines', () => {
  it('leaves zero for a range below a fifth of the values, and says so', () => {
    expect(endsOf(PRICES)).toEqual([9.98, 10.06]);
    expect(notesOf(PRICES)).toEqual(['The axis starts at 9.98.']);
    expect(optionOf(PRICES).series[0]!.areaStyle).toBeUndefined();
    expect(endsOf([[-10.05], [-9.99]])).toEqual([-10.06, -9.98]);
    expect(notesOf([[-10.05], [-9.99]])).toEqual(['The axis starts at -9.98.']);
  });

  it('has zero for a larger range, for equal values, and on both sides of zero', () => {
    expect(endsOf([[80], [100]])[0]).toBe(0);
    expect(endsOf([[10], [10]])[0]).toBe(0);
    expect(endsOf([[-1], [100]])[0]).toBe(-20);
    expect(notesOf([[80], [100]])).toEqual([]);
  });

  it('starts where the author says so', () => {
    expect(endsOf(PRICES, { start: 'zero' })[0]).toBe(0);
    expect(endsOf([[50], [100]], { start: 'values' })[0]).toBe(50);
  });

  it.each(['bar', 'area'] as const)(
    'differs from that of a %s, which never leaves zero',
    (kind) => {
      expect(endsOf(PRICES, { kind, start: 'values' })[0]).toBe(0);
      expect(optionOf([[1], [1000]], { kind, logarithmic: true }).yAxis[0]!.type).toBe('value');
    },
  );

  it('is logarithmic for positive values only', () => {
    const [axis] = optionOf([[0.02], [700]], { logarithmic: true }).yAxis;
    expect(axis).toMatchObject({ type: 'log', min: 0.01, max: 1000 });
    expect([0.01, 1, 1000].map(axis!.axisLabel.formatter)).toEqual(['0.01', '1', '1,000']);
    expect(optionOf([[0], [700]], { logarithmic: true }).yAxis[0]!.type).toBe('value');
  });

  it('has a title with the unit, which the ticks then omit', () => {
    const titled = { valueTitle: 'Weight', numbers: { after: 'kg' } };
    const [axis] = optionOf([[1], [5]], titled).yAxis;
    expect(axis!.name).toBe('Weight (kg)');
    expect(axis!.axisLabel.formatter(2)).toBe('2');
    expect(
      optionOf([[1], [5]], { numbers: { after: 'kg' } }).yAxis[0]!.axisLabel.formatter(2),
    ).toBe('2\u00a0kg');
  });
});

it('puts a logarithmic scatter axis between powers of ten', () => {
  const column = { column: 'a', label: 'A', format: 'decimal', logarithmic: true } as const;
  const tile = { ...BASE, kind: 'scatter', category: 'name', x: column, y: column } as const;
  const { xAxis } = optionOf([[0.5], [2e9]], tile);
  expect(xAxis).toMatchObject({ type: 'log', min: 0.1, max: 1e11 });
});

describe('the kinds of charts with a category axis', () => {
  const kinds = Object.keys(AXIS_KINDS) as AxisKind[];
  const drawingOf = (kind: AxisKind): string => {
    const series = ['a', 'b'].map((column) => ({ column, label: column }));
    return JSON.stringify(
      optionOf(
        [
          [1, 2],
          [3, 4],
        ],
        { kind, series },
      ).series,
    );
  };

  // A new kind without a drawing rule of its own would look like an old one.
  it.each(kinds)('include no other that draws like the kind %s', (kind) => {
    const alike = kinds.filter((other) => drawingOf(other) === drawingOf(kind));
    expect(alike).toEqual([kind]);
  });
});

describe('a series', () => {
  const both = [
    { column: 'a', label: 'A' },
    { column: 'b', label: 'B' },
  ];
  const rows: [number, number][] = [
    [1000, 0.1],
    [2000, 0.2],
  ];

  it('is a comparison only if the author says so', () => {
    const plain = optionOf(rows, { series: both }).series[1]!;
    expect(plain.lineStyle!.type).toBe('solid');
    const series = [both[0]!, { ...both[1]!, comparison: true }];
    expect(optionOf(rows, { series }).series[1]!.lineStyle!.type).toEqual([5, 5]);
  });

  it('may be a line over bars, with a labeled axis of its own', () => {
    const series = [both[0]!, { ...both[1]!, line: true, second: true }];
    const secondAxis = { title: 'Margin', format: 'percent' } as const;
    const option = optionOf(rows, { kind: 'bar', series, secondAxis });
    expect(option.yAxis).toMatchObject([{ max: 2000 }, { max: 0.2, name: 'Margin' }]);
    expect(option.series).toMatchObject([{ type: 'bar' }, { type: 'line', yAxisIndex: 1 }]);
    expect(option.series.map(({ tooltip }) => tooltip.valueFormatter(0.5))).toEqual(['0.5', '50%']);
    const alone = optionOf(rows, { kind: 'bar', series: [series[1]!], secondAxis });
    expect(alone.yAxis).toHaveLength(1);
  });
});

describe('reference lines', () => {
  const references: Reference[] = [
    { kind: 'value', label: 'Limit', value: 20 },
    { kind: 'band', label: 'Goal', value: 4, to: 5 },
    { kind: 'column', label: 'Target', column: 'b' },
    { kind: 'average', label: 'Average', column: 'a' },
  ];
  const rows: [number, number][] = [
    [1, 12],
    [3, 12],
  ];

  it('are within the axis, at their values', () => {
    const option = optionOf(rows, { references });
    expect(option.yAxis[0]!.max).toBe(20);
    expect(option.series[0]!.markLine!.data).toEqual([{ yAxis: 20 }, { yAxis: 12 }, { yAxis: 2 }]);
    expect(option.series[0]!.markArea!.data).toEqual([[{ yAxis: 4 }, { yAxis: 5 }]]);
  });

  it('have their values in the legend', async () => {
    const legend = String(
      await renderLegend(chartOf(rows, { references }), LIGHT_PALETTE, formatter),
    );
    expect([...legend.matchAll(/title="([^"]*)"/g)].map(([, text]) => text)).toEqual([
      'Limit: 20',
      'Goal: 4 – 5',
      'Target: 12',
      'Average: 2',
    ]);
  });

  it('have no average of a part of the rows', () => {
    const option = optionOf(rows, { references: [references[3]!] }, true);
    expect(option.series[0]!.markLine).toBeUndefined();
  });
});

it('finds what is missing in the settings of axes', () => {
  const tile = {
    ...BASE,
    kind: 'line',
    category: 'name',
    series: [{ column: 'a', label: 'A', second: true }],
    format: 'decimal',
    secondAxis: { title: ' ', format: 'percent' },
    references: [
      { kind: 'value', label: 'Limit', value: null },
      { kind: 'column', label: 'Target', column: '' },
    ],
  };
  const { problems } = parseDraft({
    title: 'Axes',
    subtitle: '',
    currency: 'EUR',
    shownParameters: [],
    datasets: [{ name: 'rows', sql: 'SELECT 1' }],
    tiles: [tile],
  });
  expect(problems.map(({ path, message }) => `${path}: ${message}`)).toEqual([
    'tiles.0.secondAxis.title: Give the second axis a title.',
    'tiles.0.references.0.value: Enter a number.',
    'tiles.0.references.1.column: Choose a column.',
  ]);
});
