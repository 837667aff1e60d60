import { html, raw } from 'hono/html';
import { isNumberFormat } from '../dashboard/definition.ts';
import { toText, type ValueFormatter } from './value-formatter.ts';
import type { Markup } from './page-shell.ts';
import type { DataColumn, DataTable } from './tile-data.ts';

/** Renders a table with its headings. The exact value of a cell is in its `data-value`. */
export function renderTable(
  { columns, rows }: DataTable,
  formatter: ValueFormatter,
  caption: string | null,
): Markup {
  const heads = columns.map(
    (column) => html`<th scope="col" ${toClass(column)}>${column.label}</th>`,
  );
  const lines = rows.map((row) => {
    const cells = columns.map(
      (column, index) =>
        html`<td${toClass(column)} data-column="${column.column}" data-value="${toText(row[index] ?? '')}">${formatter.format(row[index], column.format)}</td>`,
    );
    return html`<tr>
      ${cells}
    </tr>`;
  });
  return html`<table>
    ${
      caption === null
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
      ${lines}
    </tbody>
  </table>`;
}

function toClass({ format }: DataColumn): Markup | string {
  return isNumberFormat(format) ? raw(' class="number"') : '';
}
