import { html } from 'hono/html';
import type { Markup } from './page-shell.ts';
import { type Palette, toColor } from './palette.ts';
import { type SeriesLook, toSeriesLook } from './series-look.ts';
import { type SharePart, toTotal } from './share-parts.ts';
import type { AxisContent, ChartContent } from './tile-data.ts';
import type { ValueFormatter } from './value-formatter.ts';

/** Renders a chart's legend: above bars and lines, next to a ring. Screen readers get the table instead. */
export function renderLegend(
  content: ChartContent,
  palette: Palette,
  formatter: ValueFormatter,
): Markup | string {
  if (content.kind === 'shares') return renderParts(content.parts, formatter, palette);
  const hasSeries =
    content.kind === 'axis' && (content.data.series.length > 1 || content.tile.splitBy);
  return hasSeries ? renderSeries(content, palette) : '';
}

function renderSeries({ tile, data }: AxisContent, palette: Palette): Markup {
  const lines = data.series.map(
    ({ label }, index) =>
      html`<li>
        ${renderSwatch(toSeriesLook(tile, data, index, palette))}
        <span class="name" title="${label}">${label}</span>
      </li>`,
  );
  return html`<ul class="legend series" aria-hidden="true">
    ${lines}
  </ul>`;
}

function renderParts(parts: SharePart[], formatter: ValueFormatter, palette: Palette): Markup {
  const total = toTotal(parts);
  const lines = parts.map(
    ({ name, value }, index) =>
      html`<li>
        ${renderSwatch({ color: toColor(palette, index), isDashed: false })}
        <span class="name" title="${name}">${name}</span>
        <span class="share">${formatter.formatShare(value / total)}</span>
      </li>`,
  );
  return html`<ul class="legend parts" aria-hidden="true">
    ${lines}
  </ul>`;
}

function renderSwatch({ color, isDashed }: SeriesLook): Markup {
  const mark = isDashed
    ? html`<path d="M0 6h5M7 6h5" stroke="${color}" stroke-width="3" />`
    : html`<rect width="12" height="12" rx="3" fill="${color}" />`;
  return html`<svg class="swatch" viewBox="0 0 12 12">${mark}</svg>`;
}
