import { html } from 'hono/html';
import type { PageAssets } from './assets.ts';
import type { DisplayOptions } from './display-options.ts';
import { type PageLocale, toPageLocale } from './page-locale.ts';
import { type Markup, renderShell } from './page-shell.ts';

/** Renders the page for a token that opens nothing. The page is the same for every reason. */
export function renderClosedPage(
  { language, words }: PageLocale,
  display: DisplayOptions,
  assets: PageAssets,
): Markup {
  return renderMessage(words.closedTitle, words.closedText, language, display, assets);
}

/** Renders the page for a service that is busy or cannot reach its database. It reloads itself. */
export function renderUnavailablePage(
  { language, words }: PageLocale,
  display: DisplayOptions,
  assets: PageAssets,
  reloadSeconds: number,
): Markup {
  const { unavailableTitle, unavailableText } = words;
  return renderMessage(unavailableTitle, unavailableText, language, display, assets, reloadSeconds);
}

/** The page consists of words, so a language without words falls back to English as a whole. */
function renderMessage(
  title: string,
  text: string,
  language: string,
  display: DisplayOptions,
  assets: PageAssets,
  reloadSeconds?: number,
): Markup {
  const body = html`<main class="message">
    <h1>${title}</h1>
    <p>${text}</p>
  </main>`;
  const locale = toPageLocale(language);
  return renderShell({
    title,
    body,
    locale,
    display,
    assets,
    ...(reloadSeconds && { reloadSeconds }),
  });
}
