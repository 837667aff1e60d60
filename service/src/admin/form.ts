import type { Context } from 'hono';
import { readBody } from './request-body.ts';

/** PostgreSQL's text cannot contain NUL. */
const NUL = '\0';
const MAX_FORM = 64 * 1024;
const MAX_FIELD = 8192;

/** Returns the fields of a form as they were typed. Omits fields that are too long or contain a NUL. */
export async function readForm(context: Context): Promise<ReadonlyMap<string, string>> {
  const fields = new URLSearchParams(await readBody(context, MAX_FORM));
  return new Map(
    [...fields].flatMap(([name, value]): [string, string][] =>
      value.length <= MAX_FIELD && !value.includes(NUL) ? [[name, value]] : [],
    ),
  );
}

/** Returns whether the request comes from a script of the back office instead of a form. */
export function wantsJson(context: Context): boolean {
  return context.req.header('accept')?.includes('application/json') ?? false;
}
