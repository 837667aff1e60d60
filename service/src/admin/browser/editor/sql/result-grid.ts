import { html, nothing } from 'lit';
import type { Column } from '../../../../values/column-type.ts';
import type { ResultSample } from '../../../dashboards/editor-wire.ts';

const counts = new Intl.NumberFormat('en');

/** The parameters of an SQL text: those with a value, and those without. */
interface UsedParameters {
  set: readonly string[];
  empty: readonly string[];
}

/** Renders the first rows of a dataset, with the types of its columns, the number of rows, and the duration. */
export function resultGrid(sample: ResultSample, parameters: UsedParameters): unknown {
  return html`<p class="hint" role="status">${toSummary(sample)} ${toAdvice(sample, parameters)}</p>
    ${sample.columns.length > 0 ? table(sample) : nothing}`;
}

function toSummary({ rows, rowCount, truncated, durationMs }: ResultSample): string {
  const time = `${counts.format(Math.round(durationMs))} ms`;
  if (rowCount === 1) return `1 row · ${time}`;
  const count = `${truncated ? 'More than ' : ''}${counts.format(rowCount)} rows`;
  const shown = rows.length < rowCount ? `, the first ${rows.length} shown` : '';
  return `${count}${shown} · ${time}`;
}

function toAdvice({ rowCount }: ResultSample, { set, empty }: UsedParameters): string {
  if (rowCount > 0) return '';
  if (empty.length > 0) return `· The reason may be that ${empty[0]} has no value. Try a value.`;
  return set.length > 0 ? `· The reason may be the value of ${set[0]}. Try another one.` : '';
}

function table({ columns, rows }: ResultSample): unknown {
  return html`<div class="result-rows" role="group" aria-label="First rows" tabindex="0">
    <table>
      <thead>
        <tr>
          ${columns.map(
            (column) =>
              html`<th scope="col" class=${toClass(column)}>
                ${column.name} <small>${column.type}</small>
              </th>`,
          )}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${row.map((cell, index) => html`<td class=${toClass(columns[index]!)}>${toCell(cell)}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function toClass({ type }: Column): string {
  return type === 'integer' || type === 'decimal' ? 'number' : '';
}

function toCell(cell: string | null): unknown {
  return cell ?? html`<em>NULL</em>`;
}
