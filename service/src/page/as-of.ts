import { html } from 'hono/html';
import { formatAsOf } from '../words/as-of-format.ts';
import type { PageLocale } from '../words/page-locale.ts';
import type { Markup } from './page-shell.ts';

/** Renders the time of a page's data in UTC. The page's script converts it to the reader's time zone. */
export function renderAsOf(asOf: Date, { formats, words }: PageLocale): Markup {
  const [before, after] = words.asOf.split('{time}');
  return html`<p class="as-of">
    ${before}<time datetime="${asOf.toISOString()}">${formatAsOf(asOf, formats, 'UTC')}</time
    >${after}
  </p>`;
}
