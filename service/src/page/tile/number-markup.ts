import { html } from 'hono/html';
import type { NumberTile } from '../../dashboard/definition.ts';
import { isNumberFormat } from '../../values/value-style.ts';
import type { Row } from '../../database/database.ts';
import type { Markup } from '../page-shell.ts';
import { findTarget, renderTarget } from './target-markup.ts';
import { fitTile, toShown } from '../../values/shown-number.ts';
import { type FittedStyle, toText, type ValueFormatter } from '../../values/value-formatter.ts';
import type { PageWords } from '../../words/page-words.ts';

/** The size of a trend's view box. The drawing stretches to the width of its tile. */
const TREND = { width: 100, height: 32 };
/** A longer number has a compact form for narrow tiles. */
const LONGEST_FIGURE = 12;
/** The decimal places of a change, and the smallest change that has a digit there. */
const ONE_DIGIT = { digits: 1 };
const LEAST_CHANGE = 0.001;

/** The formatter and the words of a figure. */
interface Language {
  formatter: ValueFormatter;
  words: PageWords;
}

/** Renders a figure, its change, its target, and its trend. Comparisons are those of the numbers as they are shown. */
export function renderNumber(
  { tile, row, trend }: { tile: NumberTile; row: Row; trend: number[] },
  language: Language,
): Markup {
  const value = row[tile.value];
  const previous = tile.previous === undefined ? null : row[tile.previous];
  const shown = fitTile(tile, [value, findTarget(tile, row), previous], language.formatter);
  const change = renderChange(tile, { value, previous, shown }, language);
  return html`${renderFigure(value, shown, language.formatter)}
    <p class="change">${change}<span>${tile.note}</span></p>
    ${renderTarget(tile, row, shown, language)} ${renderTrend(trend)}`;
}

/** Renders a number, and its compact form if it is long: a narrow tile shows that, and the page's CSS decides. */
function renderFigure(value: unknown, shown: FittedStyle, formatter: ValueFormatter): Markup {
  const whole = formatter.format(value, shown);
  const isLong = isNumberFormat(shown.format) && whole.length > LONGEST_FIGURE;
  const short = isLong ? formatter.formatShort(value, shown) : whole;
  const length = isLong ? `--length:${whole.length}` : '';
  if (short === whole) {
    return html`<p class="figure" data-value="${toText(value)}" style="${length}">${whole}</p>`;
  }
  const hidden = formatter.formatFigure(value, shown) === whole ? '' : ' visually-hidden';
  return html`<p class="figure" data-value="${toText(value)}" title="${whole}">
    <span class="whole${hidden}" style="${length}">${whole}</span
    ><span class="short" style="--length:${short.length}" aria-hidden="true">${short}</span>
  </p>`;
}

/** A figure, the value that it is compared with, and their style. */
interface Change {
  value: unknown;
  previous: unknown;
  shown: FittedStyle;
}

function renderChange(
  tile: NumberTile,
  { value, previous, shown }: Change,
  { formatter, words }: Language,
): Markup | string {
  const now = toShown(value, shown, formatter);
  const before = toShown(previous, shown, formatter);
  if (now === null || before === null || before === 0) return '';
  if (now === before) return html`<strong>${words.unchanged}</strong>`;
  const isUp = now > before;
  const good = isUp === (tile.better !== 'lower');
  const size = toChangeText(tile, Number(value), Number(previous), { formatter, words });
  return html`<strong class="${good ? 'good' : 'bad'}" data-previous="${toText(previous)}"
    ><span aria-hidden="true">${isUp ? '▲' : '▼'}</span
    ><span class="visually-hidden">${isUp ? words.up : words.down}</span> ${size}</strong
  >`;
}

/** Returns the size of a change with one decimal place. Smaller changes become `<0.1%`. */
function toChangeText(
  { format }: NumberTile,
  value: number,
  previous: number,
  { formatter, words }: Language,
): string {
  const inPoints = format === 'percent';
  const difference = Math.abs(value - previous);
  // The change is relative to the absolute value, because the previous value may be negative.
  const exact = inPoints ? difference : difference / Math.abs(previous);
  const isSmall = exact < LEAST_CHANGE / 2;
  const size = isSmall ? LEAST_CHANGE : exact;
  const text = inPoints
    ? words.points.replace(
        '{number}',
        formatter.format(100 * size, { format: 'decimal', numbers: ONE_DIGIT }),
      )
    : formatter.format(size, { format: 'percent', numbers: ONE_DIGIT });
  return isSmall ? `<${text}` : text;
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
