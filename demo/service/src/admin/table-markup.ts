import { html } from 'hono/html';
import type { Markup } from '../page/page-shell.ts';

/** How a table is called, and what its columns hold. */
export interface TableHead {
  label: string;
  columns: readonly string[];
  /** Whether the last column is a number. */
  counts?: boolean;
  /** One more class of its box. */
  look?: string;
}

/** A table that scrolls in its box, with the keyboard as well. */
export function renderTable(
  { label, columns, counts, look = '' }: TableHead,
  rows: Markup[],
): Markup {
  const heads = columns.map((column, index) =>
    counts && index === columns.length - 1
      ? html`<th scope="col" class="number">${column}</th>`
      : html`<th scope="col">${column}</th>`,
  );
  return html`<div class="rows ${look}" role="group" tabindex="0" aria-label="${label}">
    <table>
      <thead>
        <tr>
          ${heads}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}
