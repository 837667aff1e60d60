import type { Context } from 'hono';
import { stream } from 'hono/streaming';

/** What a page needs that holds a dashboard from its first byte on. */
export interface RenderedPage {
  /** For its style, as the page's Content-Security-Policy has it. */
  nonce: string;
  /** The tag with its frame in it, once the service has handed out a token. */
  tag: Promise<string>;
}

/**
 * A page that the server writes, dashboard included. It is sent in pieces: browsers show its head and
 * load its script while the service is still asked for a token, and the frame before that script runs.
 */
export function streamRenderedPage(context: Context, { nonce, tag }: RenderedPage): Response {
  context.header('Content-Type', 'text/html; charset=utf-8');
  // It holds a token, and so is for this user alone.
  context.header('Cache-Control', 'private, no-store');
  return stream(context, async (page) => {
    await page.write(`<!doctype html>
<html lang="en">
  <head>
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>Rendered by the server</title>
    <link rel="icon" href="/mark.svg" />
    <style nonce="${nonce}">
      body { max-width: 1100px; margin: 24px auto; padding: 0 16px; font: 15px/1.5 system-ui; }
    </style>
    <script type="module" src="/embedded-dashboard.js"></script>
  </head>
  <body>
    <h1>Rendered by the server</h1>
    <p>The frame is in this page’s HTML: it loads before any script has run, and without scripts, too.
      The element takes it over, and renews it as ever.</p>
    `);
    await page.write(`${await tag}\n  </body>\n</html>\n`);
  });
}
