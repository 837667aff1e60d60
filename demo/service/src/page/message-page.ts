import { html } from 'hono/html';
import type { PageAssets } from './assets.ts';
import type { DisplayOptions } from './display-options.ts';
import { type Markup, renderShell } from './page-shell.ts';

/** A page that says one thing in place of a dashboard. */
export function renderMessagePage(
  title: string,
  text: string,
  display: DisplayOptions,
  assets: PageAssets,
): Markup {
  const body = html`<main class="message">
    <h1>${title}</h1>
    <p>${text}</p>
  </main>`;
  return renderShell(title, body, display, assets);
}
