import type { DataTile, NumberTile } from './definition.ts';
import { toLinkColumns } from './row-link.ts';
import { isNumberFormat } from '../values/value-style.ts';

/** A column that a tile names, and whether all its values must be numbers. */
export interface ColumnUse {
  field: string;
  column: string;
  isNumeric: boolean;
  /** Default: the dataset of the tile. */
  dataset?: string;
}

/** Returns the columns that a tile names. */
export function toColumnUses(tile: DataTile): ColumnUse[] {
  switch (tile.kind) {
    case 'number':
      return toNumberUses(tile);
    case 'table':
      return tile.columns.flatMap(({ column, format, total, link = '' }, index) => [
        use(`columns.${index}.column`, column, isNumberFormat(format) || total !== undefined),
        ...toLinkColumns(link).map((name) => use(`columns.${index}.link`, name)),
      ]);
    case 'pie':
    case 'donut':
      return [use('category', tile.category), use('value', tile.value, true)];
    case 'heatmap':
      return [
        use('category', tile.category),
        use('splitBy', tile.splitBy),
        use('value', tile.value, true),
      ];
    case 'histogram':
      return [use('value', tile.value, true)];
    case 'scatter':
      return [
        use('category', tile.category),
        use('x.column', tile.x.column, true),
        use('y.column', tile.y.column, true),
      ];
    default:
      return [
        use('category', tile.category),
        ...(tile.splitBy === undefined ? [] : [use('splitBy', tile.splitBy)]),
        ...tile.series.map(({ column }, index) => use(`series.${index}.column`, column, true)),
        ...(tile.references ?? []).flatMap((reference, index) =>
          'column' in reference ? [use(`references.${index}.column`, reference.column, true)] : [],
        ),
      ];
  }
}

function toNumberUses({ value, previous, target, trend, format }: NumberTile): ColumnUse[] {
  return [
    use('value', value, isNumberFormat(format)),
    ...(previous === undefined ? [] : [use('previous', previous, true)]),
    ...(target?.kind === 'column' ? [use('target.column', target.column, true)] : []),
    ...(trend ? [{ ...use('trend.column', trend.column, true), dataset: trend.dataset }] : []),
  ];
}

function use(field: string, column: string, isNumeric = false): ColumnUse {
  return { field, column, isNumeric };
}
