import type { DatasetColumns } from '../../../dashboard/dashboard-draft.ts';
import type { Series, TableColumn, Tile, ValueFormat } from '../../../dashboard/definition.ts';
import type { ColumnType } from '../../../database/column-type.ts';

/** The largest number of columns of a table. */
const MAX_COLUMNS = 30;

/** The kinds of tiles and their names. */
export const TILE_KINDS = [
  ['number', 'Number'],
  ['bar', 'Bars'],
  ['line', 'Lines'],
  ['area', 'Areas'],
  ['pie', 'Pie'],
  ['donut', 'Donut'],
  ['scatter', 'Scatter'],
  ['heatmap', 'Heat map'],
  ['table', 'Table'],
] as const satisfies readonly (readonly [Tile['kind'], string])[];

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
const OPTIONAL = { categoryFormat: undefined, splitBy: undefined, stacked: undefined };

/** Creates a tile of a kind, with the most likely columns and width for the dataset. */
export function createTile(
  kind: Tile['kind'],
  { id, title, dataset }: Pick<Tile, 'id' | 'title' | 'dataset'>,
  columns: DatasetColumns,
): Tile {
  const { numbers } = columns;
  const { category, splitBy, value } = findMainColumns(columns);
  const base = { id, title, dataset, span: findSpan(kind, columns) };
  const format = toNumberFormat(value, columns);
  switch (kind) {
    case 'number':
      return { ...base, kind, value, format, note: '' };
    case 'bar':
    case 'line':
    case 'area':
      return { ...base, ...OPTIONAL, kind, category, series: [toSeries(value)], format };
    case 'pie':
    case 'donut':
      return { ...base, kind, category, value, format };
    case 'scatter': {
      const other = numbers.find((name) => name !== value && name !== category) ?? value;
      return { ...base, kind, category, x: toColumn(value, columns), y: toColumn(other, columns) };
    }
    case 'heatmap':
      return { ...base, kind, category, splitBy: splitBy ?? category, value, format };
    default:
      return { ...base, kind, columns: toShownColumns(columns) };
  }
}

/** Returns the columns that a chart most likely shows. Its category is a date if there is one. */
export function findMainColumns(columns: DatasetColumns) {
  const { names, numbers } = columns;
  const groups = names.filter((name) => !numbers.includes(name));
  const category = groups.find((name) => isDate(name, columns)) ?? groups[0] ?? names[0] ?? '';
  const value = numbers.find((name) => name !== category) ?? numbers[0] ?? '';
  return { category, splitBy: groups.find((name) => name !== category), value };
}

/** Returns whether a column has dates, with or without a time. */
export function isDate(name: string, { types }: DatasetColumns): boolean {
  return types[name] === 'date' || types[name] === 'instant';
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
    case 'table':
      return toTableSpan(columns.names.length);
    default:
      return isDate(findMainColumns(columns).category, columns) ? 8 : 6;
  }
}

function toTableSpan(columnCount: number): Tile['span'] {
  if (columnCount <= 2) return 4;
  return columnCount <= 5 ? 6 : 12;
}

/** Converts a tile to another kind. Keeps the fields that both kinds have, and a width that the author chose. */
export function toKind(tile: Tile, kind: Tile['kind'], columns: DatasetColumns): Tile {
  const made = createTile(kind, tile, columns);
  const isUsual = tile.span === findSpan(tile.kind, columns);
  const span = isUsual ? made.span : tile.span;
  const old: Partial<Record<string, unknown>> = { ...tile, kind, span };
  const kept = Object.keys(made).filter((key) => old[key] !== undefined);
  return { ...made, ...Object.fromEntries(kept.map((key) => [key, old[key]])) };
}

/** Creates a column of a table with the default format of its type. */
export function toColumn(name: string, { types, numbers }: DatasetColumns): TableColumn {
  const format = FORMATS[types[name] ?? 'text'];
  const isNumber = format === 'text' && numbers.includes(name);
  return { ...toSeries(name), format: isNumber ? 'decimal' : format };
}

function toNumberFormat(name: string, { types }: DatasetColumns): ValueFormat {
  return types[name] === 'decimal' ? 'decimal' : 'integer';
}

/** Creates a series with a label from the column's name: `units_sold` becomes “Units sold”. */
export function toSeries(column: string): Series {
  const words = column.replaceAll('_', ' ').trim();
  return { column, label: words.slice(0, 1).toUpperCase() + words.slice(1) };
}

/** Returns an id that no tile of the dashboard has. */
export function createTileId(tiles: readonly Tile[]): string {
  let number = tiles.length + 1;
  while (tiles.some(({ id }) => id === `tile-${number}`)) number += 1;
  return `tile-${number}`;
}
