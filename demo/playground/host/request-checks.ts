import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';

const MAX_BODY = 1024;

/** Refuses other host names: a site's page under such a name would count as this application's own. */
export function onlyOwnHost(hosts: readonly string[]) {
  return createMiddleware(async (context, next) => {
    if (hosts.includes(new URL(context.req.url).hostname)) return next();
    return context.text('This server answers only its own machine. Open it as localhost.', 421);
  });
}

/** Refuses requests that another site's page sends with the user's cookie. */
export const onlyOwnPage = createMiddleware(async (context, next) => {
  if (context.req.method === 'GET') return next();
  const site = context.req.header('Sec-Fetch-Site');
  const origin = context.req.header('Origin');
  const isOwn = site ? site === 'same-origin' : origin === new URL(context.req.url).origin;
  if (!isOwn) return context.json({ error: 'Only the application’s own page may do this.' }, 403);
  // A form can send other media types across sites without a CORS preflight, but not this one.
  if (!/^application\/json\s*(;|$)/i.test(context.req.header('Content-Type') ?? '')) {
    return context.json({ error: 'The body must be application/json.' }, 415);
  }
  return next();
});

/** Refuses bodies that are too large or do not state their size, because bodies are read as a whole. */
export const onlySmallBody = createMiddleware(async (context, next) => {
  if (context.req.method === 'GET') return next();
  const size = context.req.header('Content-Length');
  if (!size) return context.json({ error: 'The request needs a Content-Length header.' }, 411);
  if (Number(size) <= MAX_BODY) return next();
  return context.json({ error: `The body is larger than ${MAX_BODY} bytes.` }, 413);
});

/** Keeps answers that depend on the user out of all caches. */
export const noStore = createMiddleware(async (context, next) => {
  context.header('Cache-Control', 'no-store');
  await next();
});

/** Returns the fields of a JSON body; an empty object for any other body. */
export async function readJson(context: Context): Promise<Record<string, unknown>> {
  const content: unknown = await context.req.json().catch(() => null);
  return Object(content) as Record<string, unknown>;
}
