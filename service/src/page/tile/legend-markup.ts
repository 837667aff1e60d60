import { html } from 'hono/html';
import type { Markup } from '../page-shell.ts';
import type { Palette } from '../../tiles/palette.ts';
import type { ReferenceLine } from '../../tiles/reference-lines.ts';
import { type SeriesStyle, toEntryColor, toSeriesStyle } from '../../charts/series-style.ts';
import { hasMultiples } from '../../tiles/series-setting.ts';
import { toShareTexts } from '../../tiles/share-texts.ts';
import { FSI, isolate } from '../../values/isolated-text.ts';
import { toShortNames } from '../../values/short-names.ts';
import type { AxisContent, ChartContent, ShareContent } from '../../tiles/tile-data.ts';
import { fitTile } from '../../values/shown-number.ts';
import type { FittedStyle, ValueFormatter } from '../../values/value-formatter.ts';
import type { ValueStyle } from '../../values/value-style.ts';

/** Longer names of parts may need more than the two lines of a legend's entry. */
const NAME_LENGTH = 28;
/** The letters of a long name before those that it shares with another name. */
const NAME_HEAD = 12;

/** Renders a chart's legend: above bars and lines, next to a ring. Screen readers get the table instead. */
export function renderLegend(
  content: ChartContent,
  palette: Palette,
  formatter: ValueFormatter,
): Markup | string {
  if (content.kind === 'shares') return renderParts(content, formatter, palette);
  const hasSeries =
    content.kind === 'axis' &&
    !hasMultiples(content.tile) &&
    (content.data.series.length > 1 || content.tile.splitBy);
  const series = hasSeries ? renderSeries(content, palette) : '';
  return content.kind === 'axis'
    ? html`${series}${renderReferences(content, formatter, palette)}`
    : series;
}

/** Renders the labels and values of reference lines. The table for screen readers does not have them. */
function renderReferences(
  { tile, references = [] }: AxisContent,
  formatter: ValueFormatter,
  { ink, muted }: Palette,
): Markup | string {
  if (references.length === 0) return '';
  const shown = toReferenceStyle(references, tile, formatter);
  const lines = references.map((line) => {
    const swatch =
      line.to === undefined
        ? renderSwatch({ color: ink, isDashed: true })
        : html`<svg class="swatch" viewBox="0 0 12 12">
            <rect width="12" height="12" rx="3" fill="${muted}" fill-opacity="0.3" />
          </svg>`;
    const text = toReferenceText(line, shown, formatter);
    return html`<li>${swatch}<span class="name" title="${text}">${text}</span></li>`;
  });
  return html`<ul class="legend series">
    ${lines}
  </ul>`;
}

/** Returns the style of the values of reference lines. */
export function toReferenceStyle(
  references: readonly ReferenceLine[],
  tile: ValueStyle,
  formatter: ValueFormatter,
): FittedStyle {
  const ends = references.flatMap(({ from, to }) => [from, to]);
  return fitTile(tile, ends, formatter);
}

/** Returns the label of a reference line or band with its values. */
export function toReferenceText(
  { label, from, to }: ReferenceLine,
  shown: FittedStyle,
  formatter: ValueFormatter,
): string {
  const ends = to === undefined ? [from] : [from, to];
  const values = ends.map((end) => isolateSigned(formatter.format(end, shown)));
  return `${label}: ${values.join(' – ')}`;
}

/**
 * Isolates a value whose sign has a direction, as amounts in Arabic. After a label of Latin letters, the ends of a band
 * would change places.
 */
function isolateSigned(value: string): string {
  return value.includes('\u200f') ? isolate(value, FSI) : value;
}

function renderSeries(content: AxisContent, palette: Palette): Markup {
  const lines = content.data.series.map(
    ({ label }, index) =>
      html`<li>
        ${renderSwatch(toSeriesStyle(content, index, palette))}
        <span class="name" title="${label}">${label}</span>
      </li>`,
  );
  return html`<ul class="legend series" aria-hidden="true">
    ${lines}
  </ul>`;
}

function renderParts(content: ShareContent, formatter: ValueFormatter, palette: Palette): Markup {
  const { parts } = content;
  const shares = toShareTexts(parts, [], formatter);
  const short = toShortNames(
    parts.map(({ name }) => name),
    NAME_LENGTH,
    NAME_HEAD,
  );
  const lines = parts.map(
    ({ name }, index) =>
      html`<li>
        ${renderSwatch({ color: toEntryColor(content, index, palette), isDashed: false })}
        <span class="name" title="${name}">${short[index]}</span>
        <span class="share">${shares[index]}</span>
      </li>`,
  );
  return html`<ul class="legend parts" aria-hidden="true">
    ${lines}
  </ul>`;
}

function renderSwatch({ color, isDashed, isLine }: SeriesStyle): Markup {
  const lineMark = html`<path d="M0 6h12" stroke="${color}" stroke-width="3" />`;
  const mark = isDashed
    ? html`<path d="M0 6h5M7 6h5" stroke="${color}" stroke-width="3" />`
    : isLine
      ? lineMark
      : html`<rect width="12" height="12" rx="3" fill="${color}" />`;
  return html`<svg class="swatch" viewBox="0 0 12 12">${mark}</svg>`;
}
