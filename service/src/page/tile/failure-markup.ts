import { html } from 'hono/html';
import type { DatasetFailure } from '../../dashboard/dataset-failure.ts';
import type { Markup } from '../page-shell.ts';
import type { PageWords } from '../../words/page-words.ts';

/**
 * Renders the failure of a tile. Only the page's script shows the button. If the data cannot be reached, the script tries
 * again, and says so.
 */
export function renderFailure(
  failure: DatasetFailure,
  words: PageWords,
  { canRetry }: { canRetry: boolean },
): Markup {
  // The same parameter values fail again.
  const isTransient = failure !== 'parameters';
  const outage = failure === 'connection' ? html` data-outage="${words.unavailableText}"` : '';
  const advice = isTransient ? html`<span>${words.tryLater}</span>` : '';
  const button =
    isTransient && canRetry
      ? html`<button type="button" class="button retry" hidden${outage}>${words.retry}</button>`
      : '';
  return html`<p class="state"><strong>${words[failure]}</strong> ${advice} ${button}</p>`;
}
