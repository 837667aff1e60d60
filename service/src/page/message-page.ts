import { html } from 'hono/html';
import { toAddress } from './filter-address.ts';
import type { QueryFields } from './display-options.ts';
import { toPageLocale } from '../words/page-locale.ts';
import type { PagePlace } from './page-content.ts';
import { type Markup, type Refusal, renderShell, type WholePage } from './page-shell.ts';

/** The content of a page that shows no dashboard. */
interface Message extends Pick<WholePage, 'title' | 'reloadSeconds'> {
  content: Markup;
  refusal?: Refusal;
}

/** Renders the page for a token that opens nothing. Its text is the same for every reason. */
export function renderClosedPage(place: PagePlace, refusal: Refusal): Markup {
  const { closedTitle: title, closedText: text } = place.locale.words;
  return renderMessage({ title, content: html`${text}`, refusal }, place);
}

/** Renders the page for a service that is busy or cannot reach its database. It reloads itself. */
export function renderUnavailablePage(place: PagePlace, reloadSeconds: number): Markup {
  const { unavailableTitle: title, unavailableText: text } = place.locale.words;
  const message = { title, content: html`${text}`, refusal: 'unavailable', reloadSeconds } as const;
  return renderMessage(message, place);
}

/**
 * Renders the page for choices that a dashboard does not offer. To the element around it, it says nothing: the token is
 * fine. `kept`: the display options for the link to the dashboard.
 */
export function renderBadChoicePage(place: PagePlace, kept: QueryFields): Markup {
  const { badChoiceTitle: title, withoutFilters } = place.locale.words;
  const content = html`<a href="${toAddress(kept)}">${withoutFilters}</a>`;
  return renderMessage({ title, content }, place);
}

/** Renders the page in place of a file that the author does not offer. `url`: the address of the dashboard. */
export function renderNoDownloadsPage(place: PagePlace, url: string): Markup {
  const { noDownloads: title, back } = place.locale.words;
  return renderMessage({ title, content: html`<a href="${url}">${back}</a>` }, place);
}

function renderMessage(
  { content, ...page }: Message,
  { locale: { language }, display, assets }: PagePlace,
): Markup {
  const body = html`<main class="message">
    <h1>${page.title}</h1>
    <p>${content}</p>
  </main>`;
  // The page has no other texts, so its language is the language of its words: English if the locale has no words.
  const locale = toPageLocale(language);
  const scripts = page.refusal ? [assets.refusalScript] : [];
  return renderShell({ ...page, body, locale, display, assets, scripts });
}
