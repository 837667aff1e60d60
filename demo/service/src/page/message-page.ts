import { html } from 'hono/html';
import type { PageAssets } from './assets.ts';
import type { DisplayOptions } from './display-options.ts';
import { type Markup, renderShell } from './page-shell.ts';

/** Renders the page for a token that opens nothing. The page is the same for every reason. */
export function renderClosedPage(display: DisplayOptions, assets: PageAssets): Markup {
  const title = 'This dashboard is no longer open';
  const text =
    'The permission to show it has expired or was ended. Go back to the application it belongs to and open it again.';
  return renderShell({ title, body: renderMessage(title, text), display, assets });
}

/** Renders the page for a service that is busy or cannot reach its database. It reloads itself. */
export function renderUnavailablePage(
  display: DisplayOptions,
  assets: PageAssets,
  reloadSeconds: number,
): Markup {
  const title = 'This dashboard isn’t available right now';
  const body = renderMessage(title, 'Trying again in a few seconds.');
  return renderShell({ title, body, display, assets, reloadSeconds });
}

function renderMessage(title: string, text: string): Markup {
  return html`<main class="message">
    <h1>${title}</h1>
    <p>${text}</p>
  </main>`;
}
