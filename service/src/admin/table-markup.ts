import { html } from 'hono/html';
import type { Markup } from '../page/page-shell.ts';

/** The name of a table, and its columns. */
export interface TableHead {
  label: string;
  columns: readonly (string | TableHeading)[];
  /** An additional class of the table's box. */
  style?: string;
}

/** A column with options. */
export interface TableHeading {
  name: string;
  isNumber?: boolean;
  /** Whether the column cannot be sorted, such as a column of buttons. */
  isUnsorted?: boolean;
}

/** Renders a table that scrolls in its box, also with the keyboard. */
export function renderTable({ label, columns, style = '' }: TableHead, rows: Markup[]): Markup {
  return html`<div class="rows ${style}" role="group" tabindex="0" aria-label="${label}">
    <table>
      <thead>
        <tr>
          ${columns.map(renderHeading)}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}

function renderHeading(column: string | TableHeading): Markup {
  if (typeof column === 'string') return html`<th scope="col">${column}</th>`;
  const { name, isNumber, isUnsorted } = column;
  const style = [isNumber ? 'number' : '', isUnsorted ? 'unsorted' : ''].join(' ').trim();
  return html`<th scope="col" class="${style}">${name}</th>`;
}
