import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';

const MAX_BODY = 1024;

const OWN_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Refuses other sites' names for this machine: their pages would count as this application's own. */
export const onlyOwnHost = createMiddleware(async (context, next) => {
  if (OWN_HOSTS.has(new URL(context.req.url).hostname)) return next();
  return context.text('This server is for its own machine only: open it as localhost.', 421);
});

/** Refuses what another site's page sends along with the user's cookie. */
export const onlyOwnPage = createMiddleware(async (context, next) => {
  if (context.req.method === 'GET') return next();
  const site = context.req.header('Sec-Fetch-Site');
  const origin = context.req.header('Origin');
  const isOwn = site ? site === 'same-origin' : origin === new URL(context.req.url).origin;
  if (!isOwn) return context.json({ error: 'Only the application’s own page may do this.' }, 403);
  // A form can send other media types across sites without asking first, but not this one.
  if (!/^application\/json\s*(;|$)/i.test(context.req.header('Content-Type') ?? '')) {
    return context.json({ error: 'The body must be application/json.' }, 415);
  }
  return next();
});

/** Bodies are read whole: what does not tell its size, or is too large, is not begun. */
export const onlySmallBody = createMiddleware(async (context, next) => {
  if (context.req.method === 'GET') return next();
  const size = context.req.header('Content-Length');
  if (!size) return context.json({ error: 'The body must tell its Content-Length.' }, 411);
  if (Number(size) <= MAX_BODY) return next();
  return context.json({ error: `The body is larger than ${MAX_BODY} bytes.` }, 413);
});

/** Keeps answers that differ from user to user out of every cache. */
export const noStore = createMiddleware(async (context, next) => {
  context.header('Cache-Control', 'no-store');
  await next();
});

/** The fields of a body in JSON; none where it is something else. */
export async function readJson(context: Context): Promise<Record<string, unknown>> {
  const content: unknown = await context.req.json().catch(() => null);
  return Object(content) as Record<string, unknown>;
}
