import type { DataTile, HeatMapTile, HistogramTile, ShareTile } from '../dashboard/definition.ts';
import type { DatasetRows } from '../dashboard/run-dashboard.ts';
import type { ValueForm } from '../values/column-type.ts';
import type { ValueStyle } from '../values/value-style.ts';
import { type CategorizedTile, findFormat } from './category-axis.ts';
import { type Bins, toRanges } from '../dashboard/histogram-bins.ts';
import type { MarkValue } from './mark-choice.ts';
import { isSecond } from './series-setting.ts';
import type { PageWords } from '../words/page-words.ts';

/** The values of a tile with their headings, for tables, screen readers and spreadsheets. */
export interface DataTable {
  columns: DataColumn[];
  rows: unknown[][];
}

export interface DataColumn extends ValueStyle {
  /** The column of the dataset. */
  column: string;
  label: string;
  /** The form of its values, which says how they sort. */
  form?: ValueForm;
  /** The value of another column that all cells have. */
  split?: MarkValue;
}

/** Returns the limits of the bars of a histogram, and their numbers of rows. */
export function toBinTable(tile: HistogramTile, bins: Bins, words: PageWords): DataTable {
  return {
    columns: [
      { column: 'from', label: words.from, ...toStyle(tile) },
      { column: 'to', label: words.to, ...toStyle(tile) },
      { column: 'count', label: words.count, format: 'integer' },
    ],
    rows: toRanges(bins).map(([from, to], index) => [from, to, bins.counts[index]]),
  };
}

/** Returns the rows of a dataset, with the columns that the tile names. */
export function toRowTable(tile: DataTile, result: DatasetRows, words: PageWords): DataTable {
  const forms = new Map(result.columns.map(({ name, form }) => [name, form]));
  const columns = toColumns(tile, result, words).map((each): DataColumn => {
    const form = forms.get(each.column);
    return form ? Object.assign({}, each, { form }) : each;
  });
  return { columns, rows: result.rows.map((row) => columns.map(({ column }) => row[column])) };
}

function toColumns(tile: DataTile, result: DatasetRows, words: PageWords): DataColumn[] {
  const toCategory = (source: CategorizedTile): DataColumn => ({
    column: source.category,
    label: words.category,
    format: findFormat(source, result.columns),
  });
  switch (tile.kind) {
    case 'number':
      return [
        { column: tile.value, label: tile.title },
        ...(tile.previous === undefined ? [] : [{ column: tile.previous, label: tile.note }]),
        ...(tile.target?.kind === 'column'
          ? [{ column: tile.target.column, label: words.target }]
          : []),
      ].map((column) => Object.assign(column, toStyle(tile)));
    case 'table':
      return tile.columns;
    case 'scatter':
      return [toCategory(tile), tile.x, tile.y];
    case 'histogram':
      return [toValue(tile)];
    case 'pie':
    case 'donut':
    case 'heatmap':
      return [toCategory(tile), toValue(tile)];
    default:
      return [
        toCategory(tile),
        ...tile.series.map((series) => {
          const { column, label } = series;
          return { column, label, ...toStyle(isSecond(tile, series) ? tile.secondAxis! : tile) };
        }),
      ];
  }
}

function toValue(tile: HistogramTile | ShareTile | HeatMapTile): DataColumn {
  return { column: tile.value, label: tile.title, ...toStyle(tile) };
}

/** Returns the style of a tile without its other fields. */
export function toStyle({ format, numbers }: ValueStyle): ValueStyle {
  return { format, ...(numbers && { numbers }) };
}
