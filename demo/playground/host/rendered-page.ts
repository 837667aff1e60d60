import type { Context } from 'hono';
import { stream } from 'hono/streaming';

/** The parts of a page with a server-rendered dashboard. */
export interface RenderedPage {
  /** The nonce of the page's style, as in its Content-Security-Policy. */
  nonce: string;
  /** Resolves with the tag and its frame, once the service has issued a token. */
  tag: Promise<string>;
}

/**
 * Streams a page with a server-rendered dashboard. Browsers show the page's head and load its script while the token
 * request is still pending. They show the frame before that script runs.
 */
export function streamRenderedPage(context: Context, { nonce, tag }: RenderedPage): Response {
  context.header('Content-Type', 'text/html; charset=utf-8');
  // The page contains a token, which is for this user only.
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
    <p>The frame is part of this page’s HTML. It loads before any script runs, and without scripts, too.
      The element takes over the frame and renews its token as usual.</p>
    `);
    await page.write(`${await tag}\n  </body>\n</html>\n`);
  });
}
