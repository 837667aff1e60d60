import { html } from 'hono/html';
import type { Markup } from '../page-shell.ts';
import type { PageWords } from '../../words/page-words.ts';

/** Renders the failure of a tile. Only the page's script shows the button. */
export function renderFailure(
  text: string,
  { tryLater, retry }: PageWords,
  { isTransient, canRetry }: { isTransient: boolean; canRetry: boolean },
): Markup {
  const advice = isTransient ? html`<span>${tryLater}</span>` : '';
  const button =
    isTransient && canRetry
      ? html`<button type="button" class="button retry" hidden>${retry}</button>`
      : '';
  return html`<p class="state"><strong>${text}</strong> ${advice} ${button}</p>`;
}
