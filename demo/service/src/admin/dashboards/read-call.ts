import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { z } from 'zod';
import { readBodyText } from '../../api/body-text.ts';

/** A dashboard with all its SQL. */
const MAX_BODY = 1024 * 1024;
const count = z
  .int()
  .min(0)
  .max(2 ** 31 - 1);
/** PostgreSQL keeps whole characters only: half a character becomes �. */
const parameterValue = z.string().transform((value) => Buffer.from(value).toString());

/** The shapes of the calls of the editor's script. The draft itself is read by its own schema. */
export const CALLS = {
  preview: z.object({
    draft: z.unknown(),
    parameters: z.record(z.string(), parameterValue),
    companyId: count,
    theme: z.enum(['light', 'dark']).default('light'),
  }),
  draft: z.object({
    draft: z.unknown(),
    companyId: count,
    version: count,
    draftVersion: count,
    editor: z.string().regex(/^[\w-]{1,64}$/),
  }),
  tables: z.object({ companyId: count, connection: z.string().nullable() }),
  sharing: z.object({ accessible: z.boolean() }),
};

/** Reads the JSON of a call. Throws 400 for any other shape, and 413 for more than a mebibyte. */
export async function readCall<Schema extends z.ZodType>(
  context: Context,
  schema: Schema,
): Promise<z.infer<Schema>> {
  const text = await readBodyText(context.req.raw, MAX_BODY);
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new HTTPException(400);
  }
}
