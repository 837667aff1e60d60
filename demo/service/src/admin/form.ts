import type { Context } from 'hono';
import { readBodyText } from '../api/body-text.ts';

/** PostgreSQL's text cannot hold it. */
const NUL = '\0';
const MAX_FORM = 64 * 1024;
const MAX_FIELD = 8192;

/** The fields of a form as they were typed; none that is too long or holds a NUL. */
export async function readForm(context: Context): Promise<ReadonlyMap<string, string>> {
  const fields = new URLSearchParams(await readBodyText(context.req.raw, MAX_FORM));
  return new Map(
    [...fields].flatMap(([name, value]): [string, string][] =>
      value.length <= MAX_FIELD && !value.includes(NUL) ? [[name, value]] : [],
    ),
  );
}
