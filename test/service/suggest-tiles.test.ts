import { describe, expect, it } from 'vitest';
import { createTile, toColumn, toSeries } from '../../service/src/admin/browser/editor/new-tile.ts';
import { toValueStyle } from '../../service/src/admin/browser/editor/suggest-style.ts';
import { suggestTiles } from '../../service/src/admin/browser/editor/suggest-tiles.ts';
import type { AxisTile } from '../../service/src/dashboard/definition.ts';
import type { DatasetColumns } from '../../service/src/dashboard/dashboard-draft.ts';
import { toDatasetColumns } from '../../service/src/dashboard/try-draft.ts';
import { type DataRecord, toRowSet } from '../support/vega-files.ts';

/** Returns the columns of a result with `count` rows. */
function columnsOf(count: number, toRow: (index: number) => DataRecord): DatasetColumns {
  return toDatasetColumns(toRowSet(Array.from({ length: count }, (_, index) => toRow(index))));
}

/** Returns the suggested tiles: the kind, width and title of each. */
const suggested = (count: number, toRow: (index: number) => DataRecord): string[] =>
  suggestTiles(columnsOf(count, toRow)).map(({ kind, title, span }) => `${kind} ${span}: ${title}`);

/** Returns the first suggested tile. */
const first = (count: number, toRow: (index: number) => DataRecord) =>
  suggestTiles(columnsOf(count, toRow))[0]!;

const month = (index: number): string =>
  `${2020 + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}-01`;
const region = (index: number): string => `Region ${index}`;

describe('the suggested kinds', () => {
  it('suit the types of the columns', () => {
    expect(suggested(20, (index) => ({ month: month(index), net_revenue: index + 0.5 }))).toEqual([
      'line 8: Net revenue by month',
      'bar 8: Net revenue by month',
      'table 4: Month, net revenue',
    ]);
    expect(suggested(4, (index) => ({ region: region(index), orders: index }))).toEqual([
      'bar 6: Orders by region',
      'donut 4: Orders by region',
      'table 4: Region, orders',
    ]);
    expect(suggested(1, () => ({ n: 3 }))[0]).toBe('number 3: N');
    expect(suggested(2, (index) => ({ a: region(index), b: true }))).toEqual(['table 4: A, B']);
    expect(suggestTiles(columnsOf(0, () => ({})))).toEqual([]);
    expect(suggestTiles({ names: ['n'], types: {}, numbers: ['n'], plain: [] })).toEqual([]);
  });

  it('have no pie of negative numbers or of many names', () => {
    const kindsOf = (count: number, sign: number): string[] =>
      suggestTiles(
        columnsOf(count, (index) => ({ region: region(index), orders: sign * index })),
      ).map(({ kind }) => kind);
    expect(kindsOf(4, 1)).toEqual(['bar', 'donut', 'table']);
    expect(kindsOf(4, -1)).toEqual(['bar', 'table']);
    expect(kindsOf(7, 1)).toEqual(['bar', 'table']);
    expect(kindsOf(40, 1)).toEqual(['table']);
  });

  it('split several rows per date', () => {
    const toRow = (index: number): DataRecord => ({
      region: region(index % 3),
      month: month(Math.floor(index / 3)),
      orders: index,
    });
    expect(first(90, toRow)).toMatchObject({
      kind: 'line',
      title: 'Orders by month and region',
      category: 'month',
      splitBy: 'region',
    });
  });

  it('are a heat map for many names of two kinds', () => {
    const toRow = (index: number): DataRecord => ({
      product: `Product ${Math.floor(index / 8)}`,
      region: region(index % 8),
      sold: index,
    });
    expect(first(400, toRow)).toMatchObject({
      kind: 'heatmap',
      category: 'region',
      splitBy: 'product',
    });
    expect(first(32, toRow)).toMatchObject({ kind: 'heatmap' });
    const few = (index: number): DataRecord => ({ ...toRow(index), region: region(index % 2) });
    expect(first(8, (index) => few(index * 4 + (index % 2)))).toMatchObject({ kind: 'bar' });
  });

  it('are points for rows that need no key, or a table', () => {
    const toRow = (index: number): DataRecord => ({
      car: `Car ${index % 5}`,
      weight: 1000.5 + index,
      power: 50.5 + (index % 7),
    });
    expect(first(50, toRow)).toMatchObject({
      kind: 'scatter',
      category: 'car',
      x: { column: 'weight' },
      y: { column: 'power' },
    });
    expect(first(50, () => ({ car: 'A', weight: 1.5 }))).toMatchObject({ kind: 'table' });
  });

  it('are a small chart for each of many lines', () => {
    const toRow = (series: number) => (index: number) => ({
      month: month(Math.floor(index / series)),
      region: region(index % series),
      orders: index,
    });
    const many = first(180, toRow(6));
    expect(many).toMatchObject({ kind: 'line', splitBy: 'region', multiples: true, span: 12 });
    const few = first(150, toRow(5));
    expect(few).toMatchObject({ kind: 'line', splitBy: 'region', span: 8 });
    expect(few).toMatchObject({ multiples: undefined });
    expect(first(390, toRow(13)).kind).toBe('heatmap');
  });

  it('are a histogram of one quantity that many rows have', () => {
    const county = (index: number): DataRecord => ({ county: region(index), rate: index / 7 });
    expect(suggested(200, county)).toEqual([
      'histogram 6: Distribution of rate',
      'table 4: County, rate',
    ]);
    expect(first(99, county).kind).toBe('table');
    const sparse = (index: number): DataRecord =>
      Object.assign(county(index), index % 3 > 0 && { rate: null });
    expect(first(200, sparse).kind).toBe('table');
    // The rows of a few groups need averages in the SQL.
    const group = (index: number): DataRecord => ({
      site: region(index % 3),
      variety: `Variety ${Math.floor(index / 3) % 10}`,
      year: 1931 + Math.floor(index / 30),
      yield: index + 0.5,
    });
    expect(suggested(120, group).map((text) => text.split(' ')[0])).toEqual(['table']);
    const code = (index: number): DataRecord => ({ answer: index % 5 });
    expect(first(200, code).kind).toBe('table');
  });

  it('are a histogram after the points of two quantities, of the one with the best spread', () => {
    const toRow = (index: number): DataRecord => ({
      car: `Car ${index % 50}`,
      price: 1.05 ** index,
      weight: 1000.5 + index,
    });
    expect(suggested(200, toRow)).toEqual([
      'scatter 6: Weight and price',
      'histogram 6: Distribution of weight',
      'table 6: Car, price, weight',
    ]);
    const skewed = (index: number): DataRecord => ({ ...toRow(index), weight: 1.1 ** index });
    expect(suggested(200, skewed)[1]).toBe('histogram 6: Distribution of price');
  });

  it('leave out bars that would be invisible', () => {
    const toRow = (index: number): DataRecord => ({ name: region(index), size: 10 ** index + 0.5 });
    expect(first(8, toRow)).toMatchObject({ kind: 'table', columns: [{}, { bar: true }] });
    expect(first(3, toRow)).toMatchObject({ kind: 'bar' });
  });

  it('are as wide as their columns need', () => {
    const toRow = (row: number): DataRecord =>
      Object.fromEntries(Array.from({ length: 7 }, (_, index) => [`c${index}`, `${row} x`]));
    expect(first(3, toRow).span).toBe(12);
  });
});

describe('the suggested settings', () => {
  it('take years, codes, ages and places as names', () => {
    expect(first(19, (index) => ({ age: index * 5, people: 1000 - index }))).toMatchObject({
      kind: 'bar',
      category: 'age',
      series: [{ column: 'people' }],
    });
    const early = first(40, (index) => ({ year: 1565 + index, price: index + 0.5 }));
    expect(early).toMatchObject({ kind: 'line', category: 'year' });
    const places = (index: number): DataRecord => ({
      city: region(index),
      latitude: index + 0.5,
      longitude: 0.5 - index,
    });
    expect(first(20, places).kind).toBe('table');
  });

  it('show long names and many names next to horizontal bars', () => {
    const horizontal = (count: number, name: string): unknown =>
      (
        first(count, (index) => ({ name: `${name}${index}`, n: index + 1 })) as {
          horizontal?: true;
        }
      ).horizontal;
    expect(horizontal(5, 'Short')).toBeUndefined();
    expect(horizontal(5, 'A rather long name')).toBe(true);
    expect(horizontal(20, 'Short')).toBe(true);
  });

  it('combine columns of one unit and of about the same size', () => {
    const seriesOf = (toRow: (index: number) => DataRecord): string[] => {
      const tile = first(24, (index) => ({ month: month(index), ...toRow(index) }));
      return 'series' in tile ? tile.series.map(({ column }) => column) : [];
    };
    expect(
      seriesOf((index) => ({ temp_max: index + 9.5, wind: 3.5, temp_min: index + 0.5 })),
    ).toEqual(['temp_max', 'temp_min']);
    expect(seriesOf((index) => ({ sold: index, returned: index, visits: index * 100 }))).toEqual([
      'sold',
      'returned',
    ]);
  });

  it('give two units two axes with titles', () => {
    const tile = first(24, (index) => ({
      month: month(index),
      miles: 5000 + index,
      price: 2.5 + index / 100,
    }));
    expect(tile).toMatchObject({
      kind: 'line',
      valueTitle: 'Miles',
      series: [{ column: 'miles' }, { column: 'price', second: true }],
      secondAxis: { title: 'Price', format: 'currency' },
    });
    const names = first(5, (index) => ({ name: region(index), miles: index, price: 0.5 }));
    expect((names as AxisTile).secondAxis).toBeUndefined();
  });

  it('draw a target as a comparison, and a constant one as a reference', () => {
    const tile = first(24, (index) => ({ month: month(index), sold: index, target: index + 1 }));
    expect(tile).toMatchObject({ series: [{ column: 'sold' }, { comparison: true }] });
    const flat = first(24, (index) => ({ month: month(index), sold: index, target: 12 }));
    expect(flat).toMatchObject({
      series: [{ column: 'sold' }],
      references: [{ kind: 'column', label: 'Target', column: 'target' }],
    });
  });

  it('let only lines of measurements with a narrow range leave zero', () => {
    const startOf = (name: string, from: number): unknown =>
      (first(60, (index) => ({ month: month(index), [name]: from + index })) as { start?: string })
        .start;
    expect(startOf('co2', 100.5)).toBe('values');
    expect(startOf('co2', 10.5)).toBeUndefined();
    expect(startOf('co2', -100.5)).toBeUndefined();
    expect(startOf('visits', 100)).toBeUndefined();
    expect(startOf('price', 100.5)).toBeUndefined();
  });

  it('give points a logarithmic axis if they would be close together otherwise', () => {
    const toRow = (index: number): DataRecord => ({
      name: region(index % 9),
      people: Math.round(1.3 ** index) + 0.5,
      size: index + 0.5,
    });
    expect(first(40, toRow)).toMatchObject({ kind: 'scatter', x: { logarithmic: true } });
    expect(first(40, toRow)).not.toHaveProperty('y.logarithmic');
  });
});

describe('the suggested formats', () => {
  const styleOf = (name: string, ...values: number[]) =>
    toValueStyle(
      name,
      columnsOf(values.length, (index) => ({ [name]: values[index]! })),
    );

  it('follow from the name and the values', () => {
    expect(styleOf('unit_price', 9.5, 12)).toEqual({ format: 'currency' });
    expect(styleOf('revenueTotal', 900, 12)).toEqual({ format: 'currency' });
    expect(styleOf('rate', 0.02, 0.3)).toEqual({ format: 'percent' });
    expect(styleOf('rate', 2.5, 3.5)).toEqual({ format: 'decimal' });
    expect(styleOf('pct', 25.5, 30)).toEqual({ format: 'decimal', numbers: { after: '%' } });
    expect(styleOf('corporate', 0.2, 0.3)).toEqual({ format: 'decimal' });
    expect(styleOf('weight', 4, 5)).toEqual({ format: 'integer' });
    expect(styleOf('zip code', 41, 52)).toEqual({
      format: 'integer',
      numbers: { notation: 'plain' },
    });
  });

  it('take a unit and a currency from the name', () => {
    expect(styleOf('Length (mm)', 39.1, 4)).toEqual({
      format: 'decimal',
      numbers: { after: 'mm' },
    });
    expect(toSeries('Length (mm)').label).toBe('Length');
    expect(styleOf('Cost Total $', 39, 4)).toEqual({ format: 'integer', numbers: { before: '$' } });
    expect(styleOf('fee_eur', 39, 4)).toEqual({ format: 'integer', numbers: { before: '€' } });
    expect(toSeries('budgetYear').label).toBe('Budget year');
    expect(toSeries('IMDB_Rating').label).toBe('IMDB Rating');
  });

  it('give dates of a table their period', () => {
    const columns = columnsOf(20, (index) => ({ month: month(index), n: index }));
    expect(toColumn('month', columns).format).toBe('month');
  });

  it('are those of new tiles, too', () => {
    const columns = columnsOf(20, (index) => ({ month: month(index), share: index / 100 }));
    const tile = createTile('bar', { id: 'a', title: 'A', dataset: 'rows' }, columns);
    expect(tile).toMatchObject({ format: 'percent', category: 'month' });
  });
});
