import { html } from 'hono/html';
import type { PageAssets } from './assets.ts';
import type { DisplayOptions } from './display-options.ts';
import { type PageLocale, toPageLocale } from './page-locale.ts';
import { type Markup, renderShell } from './page-shell.ts';

/** Renders the page for a token that opens nothing. The page is the same for every reason. */
export function renderClosedPage(
  { words, language }: PageLocale,
  display: DisplayOptions,
  assets: PageAssets,
): Markup {
  const title = words.closedTitle;
  const body = renderMessage(title, words.closedText);
  // The page has no other texts, so its language is the language of its words: English if the locale has no words.
  const locale = toPageLocale(language);
  return renderShell({ title, body, locale, display, assets });
}

/** Renders the page for a service that is busy or cannot reach its database. It reloads itself. */
export function renderUnavailablePage(
  { words, language }: PageLocale,
  display: DisplayOptions,
  assets: PageAssets,
  reloadSeconds: number,
): Markup {
  const title = words.unavailableTitle;
  const body = renderMessage(title, words.unavailableText);
  const locale = toPageLocale(language);
  return renderShell({ title, body, locale, display, assets, reloadSeconds });
}

function renderMessage(title: string, text: string): Markup {
  return html`<main class="message">
    <h1>${title}</h1>
    <p>${text}</p>
  </main>`;
}
