import { html } from 'hono/html';
import type { NumberTile } from '../dashboard/definition.ts';
import { isNumberFormat } from '../values/value-style.ts';
import type { Row } from '../database/database.ts';
import type { Markup } from './page-shell.ts';
import { renderTarget } from './target-markup.ts';
import { toText, type ValueFormatter } from '../values/value-formatter.ts';
import type { PageWords } from '../words/page-words.ts';

/** The size of a trend's view box. The drawing stretches to the width of its tile. */
const TREND = { width: 100, height: 32 };
/** A longer number has a compact form for narrow tiles. */
const LONGEST_FIGURE = 12;
/** The decimal places of a change. */
const ONE_DIGIT = { digits: 1 };

/** The formatter and the words of a figure. */
interface Language {
  formatter: ValueFormatter;
  words: PageWords;
}

/** Renders a figure, its change, its target, and its trend. */
export function renderNumber(
  { tile, row, trend }: { tile: NumberTile; row: Row; trend: number[] },
  language: Language,
): Markup {
  return html`${renderFigure(tile, row[tile.value], language.formatter)}
    <p class="change">${renderChange(tile, row, language)}<span>${tile.note}</span></p>
    ${renderTarget(tile, row, language)} ${renderTrend(trend)}`;
}

/** Renders a number, and its compact form if it is long: a narrow tile shows that, and the page's CSS decides. */
function renderFigure(tile: NumberTile, value: unknown, formatter: ValueFormatter): Markup {
  const whole = formatter.format(value, tile);
  const isLong = isNumberFormat(tile.format) && whole.length > LONGEST_FIGURE;
  const short = isLong ? formatter.formatShort(value, tile) : whole;
  const length = isLong ? `--length:${whole.length}` : '';
  if (short === whole) {
    return html`<p class="figure" data-value="${toText(value)}" style="${length}">${whole}</p>`;
  }
  const hidden = formatter.formatFigure(value, tile) === whole ? '' : ' visually-hidden';
  return html`<p class="figure" data-value="${toText(value)}" title="${whole}">
    <span class="whole${hidden}" style="${length}">${whole}</span
    ><span class="short" style="--length:${short.length}" aria-hidden="true">${short}</span>
  </p>`;
}

function renderChange(tile: NumberTile, row: Row, { formatter, words }: Language): Markup | string {
  const previous = tile.previous === undefined ? null : (row[tile.previous] ?? null);
  if (previous === null || Number(previous) === 0) return '';
  const inPoints = tile.format === 'percent';
  const difference = Number(row[tile.value]) - Number(previous);
  // The change is relative to the absolute value, because the previous value may be negative.
  const change = inPoints ? difference : difference / Math.abs(Number(previous));
  const size = Math.abs(change);
  // The page shows one decimal place, at which smaller changes round to zero.
  if (size < 0.0005) return html`<strong>${words.unchanged}</strong>`;
  const text = inPoints
    ? words.points.replace(
        '{number}',
        formatter.format(100 * size, { format: 'decimal', numbers: ONE_DIGIT }),
      )
    : formatter.format(size, { format: 'percent', numbers: ONE_DIGIT });
  const good = change > 0 === (tile.better !== 'lower');
  return html`<strong class="${good ? 'good' : 'bad'}" data-previous="${toText(previous)}"
    ><span aria-hidden="true">${change > 0 ? '▲' : '▼'}</span
    ><span class="visually-hidden">${change > 0 ? words.up : words.down}</span> ${text}</strong
  >`;
}

/** Renders a line without axes. Its lowest value is at the bottom, its highest at the top. */
function renderTrend(values: number[]): Markup | string {
  if (values.length < 2) return '';
  const least = values.reduce((low, value) => Math.min(low, value));
  const most = values.reduce((high, value) => Math.max(high, value));
  const range = most - least || 1;
  const points = values.map((value, index) => {
    const x = (index / (values.length - 1)) * TREND.width;
    const y = TREND.height - ((value - least) / range) * TREND.height;
    return `${x.toFixed(2)},${y.toFixed(2)}`;
  });
  const line = points.join(' ');
  const area = `0,${TREND.height} ${line} ${TREND.width},${TREND.height}`;
  return html`<svg
    class="trend"
    viewBox="0 -2 ${TREND.width} ${TREND.height + 4}"
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    <polygon points="${area}" />
    <polyline points="${line}" />
  </svg>`;
}
