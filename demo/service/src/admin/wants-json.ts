import type { Context } from 'hono';

/** Whether a script of the back office asks, and no form. */
export function wantsJson(context: Context): boolean {
  return context.req.header('accept')?.includes('application/json') ?? false;
}
