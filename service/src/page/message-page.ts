import { html } from 'hono/html';
import type { PageAssets } from './assets.ts';
import type { DisplayOptions } from './display-options.ts';
import { type PageLocale, toPageLocale } from './page-locale.ts';
import { type Markup, type PageContent, type Refusal, renderShell } from './page-shell.ts';

/** The content of a page that shows no dashboard. */
interface Message extends Pick<PageContent, 'title' | 'reloadSeconds'> {
  text: string;
  refusal: Refusal;
}

/** Renders the page for a token that opens nothing. Its text is the same for every reason. */
export function renderClosedPage(
  locale: PageLocale,
  display: DisplayOptions,
  assets: PageAssets,
  refusal: Refusal,
): Markup {
  const { closedTitle: title, closedText: text } = locale.words;
  return renderMessage({ title, text, refusal }, locale, display, assets);
}

/** Renders the page for a service that is busy or cannot reach its database. It reloads itself. */
export function renderUnavailablePage(
  locale: PageLocale,
  display: DisplayOptions,
  assets: PageAssets,
  reloadSeconds: number,
): Markup {
  const { unavailableTitle: title, unavailableText: text } = locale.words;
  const message = { title, text, refusal: 'unavailable', reloadSeconds } as const;
  return renderMessage(message, locale, display, assets);
}

function renderMessage(
  { text, ...content }: Message,
  { language }: PageLocale,
  display: DisplayOptions,
  assets: PageAssets,
): Markup {
  const body = html`<main class="message">
    <h1>${content.title}</h1>
    <p>${text}</p>
  </main>`;
  // The page has no other texts, so its language is the language of its words: English if the locale has no words.
  const locale = toPageLocale(language);
  const scripts = [assets.refusalScript];
  return renderShell({ ...content, body, locale, display, assets, scripts });
}
