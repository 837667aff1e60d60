import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { z } from 'zod';
import { readBody } from '../request-body.ts';

/** The size limit of a dashboard with all its SQL. */
const MAX_BODY = 1024 * 1024;
const count = z
  .int()
  .min(0)
  .max(2 ** 31 - 1);
/** Replaces a lone surrogate with �, because PostgreSQL cannot store it. */
const parameterValue = z.string().transform((value) => value.toWellFormed());
/** More than a draft names. The connection to the database keeps each name, because it is that of a setting. */
const MAX_PARAMETERS = 1000;
const parameters = z
  .record(z.string(), parameterValue)
  .refine((given) => Object.keys(given).length <= MAX_PARAMETERS);

/** The schemas of the calls of the editor's script. The draft itself has its own schema. */
export const CALLS = {
  preview: z.object({
    draft: z.unknown(),
    parameters,
    chosen: z.array(z.tuple([z.string(), z.string()])).default([]),
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
  place: z.object({ companyId: count }),
  view: z.object({
    parameters: parameters.default({}),
    chosen: z.array(z.tuple([z.string(), z.string()])).default([]),
    theme: z.enum(['light', 'dark']).default('light'),
  }),
  tables: z.object({ companyId: count, connection: z.string().nullable() }),
  sharing: z.object({ accessible: z.boolean() }),
};

/**
 * Reads the JSON of a call.
 * @throws {HTTPException} 400 for any other shape.
 * @throws {ApiError} 413 for more than a mebibyte.
 */
export async function readCall<Schema extends z.ZodType>(
  context: Context,
  schema: Schema,
): Promise<z.infer<Schema>> {
  const text = await readBody(context, MAX_BODY);
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new HTTPException(400);
  }
}
