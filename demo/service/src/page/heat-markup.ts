import { html, raw } from 'hono/html';
import type { HeatMapTile } from '../dashboard/definition.ts';
import type { AxisData } from './axis-data.ts';
import type { Markup } from './page-shell.ts';
import { toText, type ValueFormatter } from './value-formatter.ts';

/** A table whose cells are the stronger colored the further their values are from zero. */
export function renderHeatMap(
  { value: column, format }: HeatMapTile,
  { categories, categoryFormat, series }: AxisData,
  formatter: ValueFormatter,
): Markup {
  const values = series.flatMap((each) => each.values).filter((value) => value !== null);
  const most = values.reduce((size, value) => Math.max(size, Math.abs(value)), 0) || 1;
  const heads = categories.map(
    (category) => html`<th scope="col">${formatter.format(category, categoryFormat)}</th>`,
  );
  const lines = series.map(({ label, values: line }) => {
    const cells = line.map(
      (value) =>
        html`<td${toHeat(value, most)} data-column="${column}" data-value="${toText(value ?? '')}">${value === null ? '' : formatter.formatCompact(value, format)}</td>`,
    );
    return html`<tr>
      <th scope="row">${label}</th>
      ${cells}
    </tr>`;
  });
  return html`<table class="heat">
    <thead>
      <tr>
        <td></td>
        ${heads}
      </tr>
    </thead>
    <tbody>
      ${lines}
    </tbody>
  </table>`;
}

function toHeat(value: number | null, most: number): Markup | string {
  if (value === null) return '';
  const heat = Math.round((Math.abs(value) / most) * 100);
  return raw(`${value < 0 ? ' class="below"' : ''} style="--heat:${heat}%"`);
}
