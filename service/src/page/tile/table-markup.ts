import { html, raw } from 'hono/html';
import type { TableTile } from '../../dashboard/definition.ts';
import type { ValueForm } from '../../values/column-type.ts';
import { toSortKey } from '../../values/sort-key.ts';
import { isNumberFormat, toCategoryFormat, type ValueStyle } from '../../values/value-style.ts';
import type { StyledCell, StyleCell } from './styled-cell.ts';
import type { ChosenTest, MarkValue } from '../../tiles/mark-choice.ts';
import type { Markup } from '../page-shell.ts';
import type { TableTotals } from '../../tiles/table-totals.ts';
import type { DataTable } from '../../tiles/data-table.ts';
import { type FittedStyle, toText, type ValueFormatter } from '../../values/value-formatter.ts';
import type { PageWords } from '../../words/page-words.ts';

/** The number of letters from which on the text of a cell wraps, so that it leaves room for other columns. */
const LONG_TEXT = 40;

/** The parts of a table beyond its headings and rows. */
interface TableParts {
  caption?: string;
  /** The styles of {@link fitColumns}. Default: those of the rows. */
  shown?: readonly FittedStyle[];
  /** Default: plain cells. */
  styleCell?: StyleCell;
  /** The last rows. */
  foot?: Markup | null;
}

/** The texts of cells, and the test of those that filters choose. */
export interface CellStyle {
  formatter: ValueFormatter;
  isChosen: ChosenTest;
}

/** Returns the styles in which the values of a column have the same decimal places. Money has those of its total, too. */
export function fitColumns(
  { columns, rows }: DataTable,
  formatter: ValueFormatter,
  totals?: TableTotals | null,
): FittedStyle[] {
  return columns.map((column, index) => {
    const values = rows.map((row) => row[index]);
    return formatter.fit(
      column,
      column.format === 'currency' ? [...values, totals?.get(index)] : values,
    );
  });
}

/** Renders a table with its headings. The exact value of a cell is in its `data-value`. */
export function renderTable(
  { columns, rows }: DataTable,
  style: CellStyle,
  { caption, shown, styleCell, foot }: TableParts = {},
): Markup {
  const heads = columns.map(
    (column) =>
      html`<th
        scope="col"
        ${toClass(column)}${toMarkData(column.split ?? { format: toCategoryFormat(column.format) })}${toCurrent(column.split && style.isChosen(column.split))}
      >
        ${column.label}
      </th>`,
  );
  return html`<table>
    ${
      caption === undefined
        ? ''
        : html`<caption>
            ${caption}
          </caption>`
    }
    <thead>
      <tr>
        ${heads}
      </tr>
    </thead>
    <tbody>
      ${renderLines({ columns, rows }, style, shown ?? fitColumns({ columns, rows }, style.formatter), styleCell)}
    </tbody>
    ${foot ?? ''}
  </table>`;
}

/** Renders the last rows of a table: the sums and the averages of its columns. */
export function renderTotals(
  { columns }: TableTile,
  totals: TableTotals,
  shown: readonly FittedStyle[],
  { formatter, words }: { formatter: ValueFormatter; words: PageWords },
): Markup | null {
  const kinds = (['sum', 'average'] as const).filter((kind) =>
    columns.some(({ total }) => total === kind),
  );
  const lines = kinds.map((kind) => {
    const cells = columns.map((column, index) => {
      const label = index === 0 ? words[kind] : '';
      if (column.total !== kind) return renderLabel(label);
      const value = totals.get(index) ?? null;
      const text = formatter.format(value, toTotalStyle(shown[index]!, kind));
      return html`<td class="number" data-value="${toText(value ?? '')}">${label} ${text}</td>`;
    });
    return html`<tr>
      ${cells}
    </tr>`;
  });
  return lines.length === 0
    ? null
    : html`<tfoot>
        ${lines}
      </tfoot>`;
}

function renderLabel(label: string): Markup {
  return label ? html`<th scope="row">${label}</th>` : html`<td></td>`;
}

/** Totals have their own decimal places, but for money. The average of whole numbers is not a whole number. */
function toTotalStyle(shown: FittedStyle, kind: 'sum' | 'average'): FittedStyle {
  const { format, numbers, rounding } = shown;
  if (format === 'currency') return shown;
  const isFraction = kind === 'average' && format === 'integer';
  return { format: isFraction ? 'decimal' : format, numbers, rounding };
}

function renderLines(
  { columns, rows }: DataTable,
  { formatter, isChosen }: CellStyle,
  shown: readonly FittedStyle[],
  styleCell: StyleCell | undefined,
): Markup[] {
  return rows.map((row, rowIndex) => {
    const cells = columns.map(({ column, format, form }, index) => {
      const style = shown[index]!;
      const styled = styleCell?.(rowIndex, index);
      const text = formatter.format(row[index], style);
      const isLong = !isNumberFormat(style.format) && text.length >= LONG_TEXT;
      return html`<td${toClass(style, styled, isLong)} data-column="${column}" data-value="${toText(row[index] ?? '')}"${toSort(form, row[index])}${toBar(styled)}${toCurrent(isChosen({ column, value: row[index], format: toCategoryFormat(format) }))}>${toLinked(text, styled)}</td>`;
    });
    return html`<tr>
      ${cells}
    </tr>`;
  });
}

function toClass({ format }: ValueStyle, styled?: StyledCell, isLong = false): Markup | string {
  const classes = [
    ...(isNumberFormat(format) ? ['number'] : []),
    ...(isLong ? ['long'] : []),
    ...(styled?.classes ?? []),
  ];
  return classes.length > 0 ? raw(` class="${classes.join(' ')}"`) : '';
}

/** Returns the attributes with the value that all cells of a heading have. */
export function toMarkData(mark: Partial<MarkValue> | null): Markup {
  const { column, value, format } = mark ?? {};
  const own =
    column === undefined ? '' : html` data-column="${column}" data-value="${toText(value ?? '')}"`;
  return html`${own}${format && format !== 'text' ? raw(` data-format="${format}"`) : ''}`;
}

/** Returns the attribute with the number by which a cell is sorted, if that is not its value. */
function toSort(form: ValueForm | undefined, value: unknown): Markup | string {
  const key = toSortKey(form, toText(value ?? ''));
  return key === null ? '' : raw(` data-sort="${key}"`);
}

/** Returns the attribute that names a chosen value to screen readers. */
export function toCurrent(isChosen: boolean | undefined): Markup | string {
  return isChosen ? raw(' aria-current="true"') : '';
}

function toBar(styled: StyledCell | undefined): Markup | string {
  return typeof styled?.bar === 'number' ? raw(` style="--bar:${styled.bar}%"`) : '';
}

/** Returns the text of a cell as a link to a page of the application, in a new tab. */
function toLinked(text: string, styled: StyledCell | undefined): Markup | string {
  if (!styled?.link) return text;
  return html`<a href="${styled.link}" target="_blank" rel="noopener noreferrer">${text}</a>`;
}
