import type { DatasetColumns } from '../../../dashboard/dashboard-draft.ts';
import type { Series, TableColumn, Tile, ValueFormat } from '../../../dashboard/definition.ts';
import type { ColumnType } from '../../../database/column-type.ts';

/** A table has no more columns than this. */
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

/** The formats that a column most likely has. */
const FORMATS: Record<ColumnType, ValueFormat> = {
  integer: 'integer',
  decimal: 'decimal',
  date: 'date',
  instant: 'instant',
  boolean: 'text',
  text: 'text',
};

/** The fields of bars, lines and areas that a new tile leaves out, and that a change of the kind keeps. */
const OPTIONAL = { categoryFormat: undefined, splitBy: undefined, stacked: undefined };

/** Makes a tile of a kind. Its columns are the most likely ones of the dataset. */
export function createTile(
  kind: Tile['kind'],
  { id, title, dataset, span }: Pick<Tile, 'id' | 'title' | 'dataset' | 'span'>,
  columns: DatasetColumns,
): Tile {
  const { names, numbers } = columns;
  const groups = names.filter((name) => !numbers.includes(name));
  const category = groups[0] ?? names[0] ?? '';
  const value = numbers.find((name) => name !== category) ?? numbers[0] ?? '';
  const base = { id, title, dataset, span };
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
      return { ...base, kind, category, splitBy: groups[1] ?? category, value, format };
    default:
      return {
        ...base,
        kind,
        columns: names.slice(0, MAX_COLUMNS).map((name) => toColumn(name, columns)),
      };
  }
}

/** Returns the usual width of a kind. */
export function findSpan(kind: Tile['kind']): Tile['span'] {
  switch (kind) {
    case 'number':
      return 3;
    case 'pie':
    case 'donut':
      return 4;
    case 'heatmap':
      return 12;
    default:
      return 6;
  }
}

/** The same tile as another kind. It keeps the fields that both have, and a width that its author chose. */
export function toKind(tile: Tile, kind: Tile['kind'], columns: DatasetColumns): Tile {
  const span = tile.span === findSpan(tile.kind) ? findSpan(kind) : tile.span;
  const made = createTile(kind, { ...tile, span }, columns);
  const old: Partial<Record<string, unknown>> = { ...tile };
  const kept = Object.keys(made).filter(
    (key) => old[key] !== undefined && key !== 'kind' && key !== 'span',
  );
  return { ...made, ...Object.fromEntries(kept.map((key) => [key, old[key]])) };
}

/** Makes a column of a table. Its format is that of its type. */
export function toColumn(name: string, { types, numbers }: DatasetColumns): TableColumn {
  const format = FORMATS[types[name] ?? 'text'];
  const isNumber = format === 'text' && numbers.includes(name);
  return { ...toSeries(name), format: isNumber ? 'decimal' : format };
}

function toNumberFormat(name: string, { types }: DatasetColumns): ValueFormat {
  return types[name] === 'decimal' ? 'decimal' : 'integer';
}

/** A column with a label made of its name: `units_sold` is “Units sold”. */
export function toSeries(column: string): Series {
  const words = column.replaceAll('_', ' ').trim();
  return { column, label: words.slice(0, 1).toUpperCase() + words.slice(1) };
}

/** An id that no tile of the dashboard has. */
export function createTileId(tiles: readonly Tile[]): string {
  let number = tiles.length + 1;
  while (tiles.some(({ id }) => id === `tile-${number}`)) number += 1;
  return `tile-${number}`;
}
