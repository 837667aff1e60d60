import { html } from 'hono/html';
import type { NumberTile } from '../../dashboard/definition.ts';
import type { Row } from '../../database/database.ts';
import type { Markup } from '../page-shell.ts';
import { toShown } from '../../values/shown-number.ts';
import { type FittedStyle, toText, type ValueFormatter } from '../../values/value-formatter.ts';
import type { PageWords } from '../../words/page-words.ts';

/** The largest part that is shown of a target that is not reached, and the least one of a limit that is exceeded. */
const ALMOST = 0.99;
const EXCEEDED = 1.01;
const WHOLE_PERCENT = { format: 'percent', numbers: { digits: 0 } } as const;

/** Renders the target of a figure, and its progress as a percentage and a bar. A target of zero or less has no bar. */
export function renderTarget(
  tile: NumberTile,
  row: Row,
  style: FittedStyle,
  { formatter, words }: { formatter: ValueFormatter; words: PageWords },
): Markup | string {
  const exact = findTarget(tile, row);
  const target = toShown(exact, style, formatter);
  const value = toShown(row[tile.value], style, formatter);
  if (target === null || value === null) return '';
  const shown = html`<span>${words.target} <bdi>${formatter.format(exact, style)}</bdi></span>`;
  if (target <= 0) return html`<p class="change" data-target="${toText(exact)}">${shown}</p>`;
  const share = Number(row[tile.value]) / Number(exact);
  const text = formatter.format(limitShare(tile, share, value - target), WHOLE_PERCENT);
  // The bar of a value beyond its target is full, and its mark moves.
  const most = Math.max(1, share);
  return html`<p class="change" data-target="${toText(exact)}"><strong>${text}</strong> ${shown}</p>
    <div
      class="meter ${toClass(tile, value - target)}"
      role="meter"
      aria-label="${words.target}"
      aria-valuemin="0"
      aria-valuemax="${target}"
      aria-valuenow="${Math.max(0, Math.min(value, target))}"
      aria-valuetext="${text}"
      style="--part:${toPercent(share / most)};--target:${toPercent(1 / most)}"
    ></div>`;
}

/** Returns the target of a number tile, as the database's text if it is from a column. */
export function findTarget({ target }: NumberTile, row: Row): unknown {
  if (!target) return null;
  return target.kind === 'value' ? target.value : (row[target.column] ?? null);
}

/** Returns a share whose percentage agrees with the numbers next to it. `difference`: that of the shown numbers. */
function limitShare({ better }: NumberTile, share: number, difference: number): number {
  if (difference === 0) return 1;
  if (difference < 0) return Math.min(share, ALMOST);
  return better === 'lower' ? Math.max(share, EXCEEDED) : share;
}

function toClass({ better }: NumberTile, difference: number): string {
  if (better === 'lower') return difference > 0 ? 'bad' : '';
  return difference >= 0 ? 'good' : '';
}

function toPercent(part: number): string {
  return `${(Math.max(0, part) * 100).toFixed(1)}%`;
}
