import { html } from 'hono/html';
import type { PageAssets } from './assets.ts';
import type { DisplayOptions } from './display-options.ts';
import { type Markup, renderShell } from './page-shell.ts';

const TITLE = 'This dashboard is no longer open';

/** The page in place of a dashboard whose token opens nothing; the same for whatever reason. */
export function renderClosedPage(display: DisplayOptions, assets: PageAssets): Markup {
  const body = html`<main class="message">
    <h1>${TITLE}</h1>
    <p>
      The permission to show it has expired or was ended. Go back to the application it belongs to
      and open it again.
    </p>
  </main>`;
  return renderShell(TITLE, body, display, assets);
}
