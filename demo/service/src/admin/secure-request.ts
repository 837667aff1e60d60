import type { Context } from 'hono';

/** Whether the reader's browser speaks HTTPS, to the service itself or to a proxy before it. */
export function isSecure(context: Context): boolean {
  const proxied = context.req.header('x-forwarded-proto');
  return (proxied ?? new URL(context.req.url).protocol).startsWith('https');
}
