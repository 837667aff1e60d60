import { html } from 'hono/html';
import type { NumberTile } from '../dashboard/definition.ts';
import { isNumberFormat } from '../values/value-style.ts';
import type { Row } from '../database/database.ts';
import type { Markup } from './page-shell.ts';
import { toNumber, toText, type ValueFormatter } from '../values/value-formatter.ts';
import type { PageWords } from '../words/page-words.ts';

/** The largest part that is shown of a target that is not reached. */
const ALMOST = 0.99;
const WHOLE_PERCENT = { format: 'percent', numbers: { digits: 0 } } as const;

/** Renders the target of a figure, and its progress as a percentage and a bar. A target of zero or less has no bar. */
export function renderTarget(
  tile: NumberTile,
  row: Row,
  { formatter, words }: { formatter: ValueFormatter; words: PageWords },
): Markup | string {
  const exact = findTarget(tile, row);
  const [target, value] = [toNumber(exact), toNumber(row[tile.value])];
  if (target === null || value === null || !isNumberFormat(tile.format)) return '';
  const shown = html`<span>${words.target} <bdi>${formatter.format(exact, tile)}</bdi></span>`;
  if (target <= 0) return html`<p class="change" data-target="${toText(exact)}">${shown}</p>`;
  const share = value / target;
  const text = formatter.format(share < 1 ? Math.min(share, ALMOST) : share, WHOLE_PERCENT);
  // The bar of a value beyond its target is full, and its mark moves.
  const most = Math.max(1, share);
  return html`<p class="change" data-target="${toText(exact)}"><strong>${text}</strong> ${shown}</p>
    <div
      class="meter ${toClass(tile, share)}"
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

function toClass({ better }: NumberTile, share: number): string {
  if (better === 'lower') return share > 1 ? 'bad' : '';
  return share >= 1 ? 'good' : '';
}

function toPercent(part: number): string {
  return `${(Math.max(0, part) * 100).toFixed(1)}%`;
}
