import type { DatasetColumns } from '../../../../dashboard/dashboard-draft.ts';
import type {
  DataTile,
  ScatterAxis,
  Series,
  TableColumn,
  Tile,
} from '../../../../dashboard/definition.ts';
import { isNumberFormat, type ValueFormat } from '../../../../values/value-style.ts';
import type { ColumnType } from '../../../../values/column-type.ts';
import type { CategorizedTile } from '../../../../tiles/category-axis.ts';
import { withAddsUp } from './adding-up.ts';
import { findMainColumns, isDate } from './main-columns.ts';
import { findFacts, toLabel, toValueStyle } from './suggest-style.ts';

/** The largest number of columns of a table. */
const MAX_COLUMNS = 30;

/** The width of a section heading. */
const HEADING_SPAN = 12;

/** The widths of tiles, in columns of a grid of twelve. */
export const SPANS: readonly Tile['span'][] = [3, 4, 5, 6, 7, 8, 12];

/** The default formats of columns by their types. */
const FORMATS: Record<ColumnType, ValueFormat> = {
  integer: 'integer',
  decimal: 'decimal',
  date: 'date',
  instant: 'instant',
  boolean: 'text',
  text: 'text',
};

/** The fields of bars, lines and areas that a new tile omits, and that a change of the kind keeps. */
const OPTIONAL = {
  splitBy: undefined,
  multiples: undefined,
  stacked: undefined,
  missing: undefined,
  valueTitle: undefined,
  categoryTitle: undefined,
  start: undefined,
  logarithmic: undefined,
  secondAxis: undefined,
  references: undefined,
};

type NewTile = Pick<DataTile, 'id' | 'title' | 'dataset'>;

/** Creates a tile of a kind, with the most likely columns and width for the dataset. */
export function createTile(
  kind: DataTile['kind'],
  tile: NewTile,
  columns: DatasetColumns,
): DataTile;
export function createTile(kind: Tile['kind'], tile: NewTile, columns: DatasetColumns): Tile;
export function createTile(kind: Tile['kind'], tile: NewTile, columns: DatasetColumns): Tile {
  return withAddsUp(createPlain(kind, tile, columns), columns);
}

function createPlain(
  kind: Tile['kind'],
  { id, title, dataset }: NewTile,
  columns: DatasetColumns,
): Tile {
  const { category, splitBy, value, measures } = findMainColumns(columns);
  const base = { id, title, dataset, span: findSpan(kind, columns) };
  const style = toValueStyle(value, columns);
  const named = toCategory(category, columns);
  switch (kind) {
    case 'heading':
      return { id, title, kind, span: HEADING_SPAN };
    case 'text':
      return { id, title, kind, span: base.span, text: '' };
    case 'number':
      return { ...base, kind, value, ...style, note: '' };
    case 'pie':
    case 'donut':
      return { ...base, kind, ...named, value, ...style };
    case 'scatter': {
      const other = measures.find((name) => name !== value) ?? value;
      const [x, y] = [toAxis(value, columns), toAxis(other, columns)];
      return { ...base, kind, ...toCategory(findPointName(columns) ?? category, columns), x, y };
    }
    case 'histogram':
      return { ...base, kind, value, ...style, bins: undefined, valueTitle: undefined };
    case 'heatmap':
      return { ...base, kind, ...named, splitBy: splitBy ?? category, value, ...style };
    case 'table':
      return { ...base, kind, columns: toShownColumns(columns) };
    default:
      return { ...base, ...OPTIONAL, kind, ...named, series: [toSeries(value)], ...style };
  }
}

/** Returns the first column of texts. Points with equal dates need other names. */
function findPointName({ names, types, numbers }: DatasetColumns): string | undefined {
  return names.find((name) => types[name] === 'text' && !numbers.includes(name));
}

function toShownColumns(columns: DatasetColumns): TableColumn[] {
  return columns.names.slice(0, MAX_COLUMNS).map((name) => toColumn(name, columns));
}

/** Returns the default width of a kind for a dataset. Dates and many columns need more room. */
export function findSpan(kind: Tile['kind'], columns: DatasetColumns): Tile['span'] {
  switch (kind) {
    case 'number':
      return 3;
    case 'pie':
    case 'donut':
      return 4;
    case 'heatmap':
      return 12;
    case 'text':
    case 'histogram':
      return 6;
    case 'heading':
      return HEADING_SPAN;
    case 'table':
      return toTableSpan(columns.names.length);
    default:
      return isDate(findMainColumns(columns).category, columns) ? 8 : 6;
  }
}

function toTableSpan(columnCount: number): Tile['span'] {
  if (columnCount <= 2) return 4;
  if (columnCount === 3) return 6;
  return columnCount <= 5 ? 8 : 12;
}

/**
 * Converts a tile to another kind. Keeps the fields that both kinds have, and a width that the author chose. `dataset`:
 * the one of a tile that had none.
 */
export function toKind(
  tile: Tile,
  kind: Tile['kind'],
  { dataset, columns }: { dataset: string; columns: DatasetColumns },
): Tile {
  const made = createTile(kind, { dataset, ...tile }, columns);
  const isUsual = tile.span === findSpan(tile.kind, columns) || kind === 'heading';
  const span = isUsual ? made.span : tile.span;
  const old: Partial<Record<string, unknown>> = { ...tile, kind, span };
  const own = 'category' in tile ? toCategory(tile.category, columns) : {};
  const kept = Object.keys(made).filter((key) => old[key] !== undefined);
  const converted = {
    ...made,
    ...('category' in made && own),
    ...Object.fromEntries(kept.map((key) => [key, old[key]])),
  };
  return old['addsUp'] === undefined ? withAddsUp(converted, columns) : converted;
}

/** Returns a category with the period that the tried values represent. */
export function toCategory(category: string, columns: DatasetColumns): CategorizedTile {
  return { category, categoryFormat: findFacts(category, columns)?.dateFormat };
}

/** Creates a column of a table with the default format of its type. A text stays as it is: `007` may be a code. */
export function toColumn(name: string, columns: DatasetColumns): TableColumn {
  const usual = FORMATS[columns.types[name] ?? 'text'];
  if (isNumberFormat(usual)) return toAxis(name, columns);
  const format = usual === 'date' ? (findFacts(name, columns)?.dateFormat ?? usual) : usual;
  return { ...toSeries(name), format };
}

/** Creates an axis of numbers. */
export function toAxis(name: string, columns: DatasetColumns): ScatterAxis {
  return { ...toSeries(name), ...toValueStyle(name, columns) };
}

/** Creates a series with a label from the column's name: `units_sold` becomes “Units sold”. */
export function toSeries(column: string): Series {
  return { column, label: toLabel(column) };
}

/** Returns an id that no tile of the dashboard has. */
export function createTileId(tiles: readonly Tile[]): string {
  let number = tiles.length + 1;
  while (tiles.some(({ id }) => id === `tile-${number}`)) number += 1;
  return `tile-${number}`;
}
