import { html, raw } from 'hono/html';
import type { HeatMapTile } from '../dashboard/definition.ts';
import type { AxisData } from './axis-data.ts';
import type { Markup } from './page-shell.ts';
import { isTime, toText, type ValueFormatter } from './value-formatter.ts';

/** The largest number of columns. More categories become rows, because the table must fit a screen and paper. */
const MAX_COLUMNS = 31;

/** Renders a table with colored cells. The color is stronger the further a value is from zero. */
export function renderHeatMap(
  tile: HeatMapTile,
  data: AxisData,
  formatter: ValueFormatter,
): Markup {
  const { heads, lines } = toGrid(data, formatter);
  const values = lines.flatMap((line) => line.values).filter((value) => value !== null);
  const shown = formatter.fit(tile, values);
  const most = values.reduce((size, value) => Math.max(size, Math.abs(value)), 0) || 1;
  const rows = lines.map((line) => {
    const cells = line.values.map(
      (value) =>
        html`<td${toHeat(value, most)} data-column="${tile.value}" data-value="${toText(value ?? '')}">${value === null ? '' : formatter.formatShort(value, shown)}</td>`,
    );
    return html`<tr>
      <th scope="row">${toHead(line.label)}</th>
      ${cells}
    </tr>`;
  });
  return html`<table class="heat">
    <thead>
      <tr>
        <td>${isTime(data.categoryFormat) ? 'UTC' : ''}</td>
        ${heads.map((head) => html`<th scope="col">${toHead(head)}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
}

/** The headings of the columns, and the rows. */
interface HeatGrid {
  heads: string[];
  lines: { label: string; values: (number | null)[] }[];
}

function toGrid(
  { categories, categoryFormat, series }: AxisData,
  formatter: ValueFormatter,
): HeatGrid {
  const names = categories.map((category) => formatter.formatCategory(category, categoryFormat));
  const labels = series.map(({ label }) => label);
  const isTall = names.length > MAX_COLUMNS && names.length > labels.length;
  if (!isTall) return { heads: names, lines: series };
  const lines = names.map((label, index) => {
    return { label, values: series.map(({ values }) => values[index] ?? null) };
  });
  return { heads: labels, lines };
}

/** Returns the text of a heading. An empty name becomes a dash, because headings must have a text. */
function toHead(name: string): string {
  return name.trim() || '–';
}

function toHeat(value: number | null, most: number): Markup | string {
  if (value === null) return '';
  const heat = Math.round((Math.abs(value) / most) * 100);
  return raw(`${value < 0 ? ' class="below"' : ''} style="--heat:${heat}%"`);
}
