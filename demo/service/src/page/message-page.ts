import { html } from 'hono/html';
import type { PageAssets } from './assets.ts';
import type { DisplayOptions } from './display-options.ts';
import { type PageLocale, toPageLocale } from './page-locale.ts';
import { type Markup, renderShell } from './page-shell.ts';

/** The page in place of a dashboard whose token opens nothing. It does not tell why. */
export function renderClosedPage(
  { language, words }: PageLocale,
  display: DisplayOptions,
  assets: PageAssets,
): Markup {
  const title = words.closedTitle;
  const body = html`<main class="message">
    <h1>${title}</h1>
    <p>${words.closedText}</p>
  </main>`;
  // The page is nothing but words. Without any in the reader's language, it is in English.
  return renderShell({ title, body, locale: toPageLocale(language), display, assets });
}
