import { html, nothing } from 'lit';
import type { Column } from '../../../database/column-type.ts';
import type { ResultSample } from '../../dashboards/editor-wire.ts';

const counts = new Intl.NumberFormat('en');

/** The first rows of a dataset, with the types of its columns, the number of rows and the time that they took. */
export function resultGrid(
  sample: ResultSample,
  /** The parameters of the SQL that have no value. */
  emptyParameters: readonly string[],
): unknown {
  return html`<p class="hint" role="status">
      ${toSummary(sample)} ${toAdvice(sample, emptyParameters)}
    </p>
    ${sample.columns.length > 0 ? table(sample) : nothing}`;
}

function toSummary({ rows, rowCount, truncated, durationMs }: ResultSample): string {
  const time = `${counts.format(Math.round(durationMs))} ms`;
  if (rowCount === 1) return `1 row · ${time}`;
  const count = `${truncated ? 'More than ' : ''}${counts.format(rowCount)} rows`;
  const shown = rows.length < rowCount ? `, the first ${rows.length} shown` : '';
  return `${count}${shown} · ${time}`;
}

function toAdvice({ rowCount }: ResultSample, [empty]: readonly string[]): string {
  if (rowCount > 0 || !empty) return '';
  return `· Perhaps because ${empty} is empty. Try a value.`;
}

function table({ columns, rows }: ResultSample): unknown {
  return html`<div class="result-rows" role="group" aria-label="First rows" tabindex="0">
    <table>
      <thead>
        <tr>
          ${columns.map(({ name, type }) => html`<th scope="col">${name} <small>${type}</small></th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${row.map((cell, index) => html`<td class=${toLook(columns[index]!)}>${toCell(cell)}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function toLook({ type }: Column): string {
  return type === 'integer' || type === 'decimal' ? 'number' : '';
}

function toCell(cell: string | null): unknown {
  return cell ?? html`<em>NULL</em>`;
}
