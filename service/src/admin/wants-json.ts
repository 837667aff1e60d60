import type { Context } from 'hono';

/** Returns whether the request comes from a script of the back office instead of a form. */
export function wantsJson(context: Context): boolean {
  return context.req.header('accept')?.includes('application/json') ?? false;
}
