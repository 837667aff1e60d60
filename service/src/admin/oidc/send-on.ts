import type { Context } from 'hono';
import { html } from 'hono/html';
import type { PageAssets } from '../../page/asset.ts';
import { renderAdminPage } from '../admin-page.ts';

/**
 * Answers with a page that leads to an address at once. A redirect would not do: after the provider's page, browsers do
 * not send the `Strict` cookie of the session to a redirect's address, and the policy refuses a redirect of a form to
 * another site.
 */
export function sendOn(
  context: Context,
  assets: PageAssets,
  { title, address }: { title: string; address: string },
): Response | Promise<Response> {
  context.header('Refresh', `0; url=${address}`);
  const body = html`<main class="message">
    <h1>${title}</h1>
    <p><a href="${address}">Continue</a></p>
  </main>`;
  return renderAdminPage(context, assets, { title, section: null, body });
}
