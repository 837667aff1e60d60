import type { ColorRule, TableTile } from '../../dashboard/definition.ts';
import { toLink } from '../../dashboard/row-link.ts';
import type { Row } from '../../database/database.ts';
import { toShown } from '../../values/shown-number.ts';
import type { FittedStyle, ValueFormatter } from '../../values/value-formatter.ts';

/** A cell of a table: its colors, its bar and its link. */
export interface StyledCell {
  classes: string[];
  /** The length of the bar behind the number, in percent of the column's largest one; `null` without a bar. */
  bar: number | null;
  /** The page that the cell links to; `null` without one. */
  link: string | null;
}

/** Returns a styled cell by the indexes of its row and its column. */
export type StyleCell = (row: number, column: number) => StyledCell;

/** Returns the styled cells of a table. Their colors and bars are those of the numbers as they are shown. */
export function styleCells(
  { columns }: TableTile,
  rows: readonly Row[],
  styles: readonly FittedStyle[],
  formatter: ValueFormatter,
): StyleCell {
  const numbers = columns.map(({ column, bar, rules }, index) =>
    bar || rules ? rows.map((row) => toShown(row[column], styles[index]!, formatter)) : [],
  );
  const largest = numbers.map((values) =>
    values.reduce<number>((most, value) => Math.max(most, Math.abs(value ?? 0)), 0),
  );
  return (rowIndex, index) => {
    const { column, bar: hasBar, rules = [], link } = columns[index]!;
    const row = rows[rowIndex]!;
    const number = numbers[index]![rowIndex] ?? null;
    const most = largest[index]!;
    const bar = !hasBar || number === null || most === 0 ? null : (Math.abs(number) / most) * 100;
    const rule = number === null ? undefined : rules.find((each) => isMet(each, number));
    return {
      classes: [
        ...(rule ? [`cell-${rule.style}`] : []),
        ...(bar === null ? [] : ['bar']),
        ...(bar !== null && number! < 0 ? ['below'] : []),
      ],
      bar: bar === null ? null : Math.round(bar * 10) / 10,
      link: link === undefined || (row[column] ?? null) === null ? null : toLink(link, row),
    };
  };
}

function isMet({ when, limit }: ColorRule, number: number): boolean {
  if (limit === null) return false;
  return when === 'below' ? number < limit : number >= limit;
}
