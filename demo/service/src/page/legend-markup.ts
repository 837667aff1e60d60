import { html } from 'hono/html';
import type { AxisTile, ChartTile } from '../dashboard/definition.ts';
import type { Markup } from './page-shell.ts';
import { type Palette, toColor } from './palette.ts';
import { type SeriesLook, toSeriesLook } from './series-look.ts';
import { type SharePart, type Shares, toTotal } from './share-parts.ts';
import type { ValueFormatter } from './value-formatter.ts';

/** The data and the look of a tile that its legend names. */
interface LegendContent {
  shares: Shares | null;
  formatter: ValueFormatter;
  palette: Palette;
}

/** The names of a chart's colors: above bars and lines, next to a ring. Screen readers have the table instead. */
export function renderLegend(tile: ChartTile, content: LegendContent): Markup | string {
  const { shares, formatter, palette } = content;
  if ('series' in tile) return tile.series.length > 1 ? renderSeries(tile, palette) : '';
  return shares && 'parts' in shares ? renderParts(shares.parts, formatter, palette) : '';
}

function renderSeries(tile: AxisTile, palette: Palette): Markup {
  const lines = tile.series.map(
    ({ label }, index) =>
      html`<li>
        ${renderSwatch(toSeriesLook(tile, index, palette))}
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
