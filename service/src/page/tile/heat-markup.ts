import { html, raw } from 'hono/html';
import { isChosenMark } from '../../tiles/chosen-marks.ts';
import type { MarkValue } from '../../tiles/mark-choice.ts';
import { type Mark, toMarkValues } from '../../charts/mark-values.ts';
import type { Markup } from '../page-shell.ts';
import { type CellStyle, toCurrent, toMarkData } from './table-markup.ts';
import type { HeatContent } from '../../tiles/tile-data.ts';
import { areUtcTimes, toText, type ValueFormatter } from '../../values/value-formatter.ts';

/** The largest number of columns. More categories become rows, because the table must fit a screen and paper. */
const MAX_COLUMNS = 31;

/** Renders a table with colored cells. The color is stronger the further a value is from zero. */
export function renderHeatMap(content: HeatContent, { formatter, isChosen }: CellStyle): Markup {
  const { tile, data, chosen } = content;
  const { heads, lines } = toGrid(content, formatter);
  const values = data.series.flatMap((line) => line.values).filter((value) => value !== null);
  const shown = formatter.fit(tile, values);
  const most = values.reduce((size, value) => Math.max(size, Math.abs(value)), 0) || 1;
  const renderCell = ({ series, place }: Mark): Markup => {
    const value = data.series[series]!.values[place] ?? null;
    const current = toCurrent(isChosenMark(chosen, { series, place }));
    return html`<td${toHeat(value, most)} data-column="${tile.value}" data-value="${toText(value ?? '')}"${current}>${value === null ? '' : formatter.formatShort(value, shown)}</td>`;
  };
  const toHeadData = ({ value }: HeatHead): Markup =>
    html`${toMarkData(value)}${toCurrent(value ? isChosen(value) : undefined)}`;
  const rows = lines.map(
    ({ head, marks }) =>
      html`<tr>
        <th scope="row" ${toHeadData(head)}>${toHead(head.label)}</th>
        ${marks.map(renderCell)}
      </tr>`,
  );
  return html`<table class="heat">
    <thead>
      <tr>
        <td>${areUtcTimes(data.categories, data.categoryFormat) ? 'UTC' : ''}</td>
        ${heads.map((head) => html`<th scope="col" ${toHeadData(head)}>${toHead(head.label)}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
}

/** A heading, and the value that its cells have. */
interface HeatHead {
  label: string;
  value: MarkValue | null;
}

/** The headings of the columns, and the rows with their cells. */
interface HeatGrid {
  heads: HeatHead[];
  lines: { head: HeatHead; marks: Mark[] }[];
}

function toGrid(content: HeatContent, formatter: ValueFormatter): HeatGrid {
  const { categories, categoryFormat, series } = content.data;
  const values = toMarkValues(content);
  const places = categories.map((category, place) => ({
    label: formatter.formatCategory(category, categoryFormat),
    value: values.places[place]!,
  }));
  const lines = series.map(({ label }, index) => ({ label, value: values.series[index]! }));
  const isTall = places.length > MAX_COLUMNS && places.length > lines.length;
  const [heads, sides] = isTall ? [lines, places] : [places, lines];
  const toMark = (side: number, head: number): Mark =>
    isTall ? { series: head, place: side } : { series: side, place: head };
  return {
    heads,
    lines: sides.map((head, side) => ({
      head,
      marks: heads.map((_, index) => toMark(side, index)),
    })),
  };
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
