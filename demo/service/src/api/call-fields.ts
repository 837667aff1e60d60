import type { Context } from 'hono';
import { ApiError } from './api-error.ts';

/** Fields of a call by their names in lower case. */
export type CallFields = ReadonlyMap<string, string>;

/** PostgreSQL's text cannot hold it, and nothing that means well sends it. */
const NUL = '\0';
const MAX_FIELD = 8192;

/**
 * Parameters of the path or, where the path has none, of the query; each decoded once, names without regard to case.
 * `SQLparameters` may stand in the query of both. Throws {@link ApiError} for broken encoding and contradictions.
 */
export function readParameters(context: Context): CallFields {
  const url = new URL(context.req.url);
  if (!isDecodable(url.pathname) || !isDecodable(url.search)) {
    throw new ApiError('bad-request', 'The address is not properly percent-encoded.');
  }
  const path = Object.entries(context.req.param() as Record<string, string>);
  const fields = collectFields(url.searchParams);
  for (const [name, value] of path) fields.set(name, checkField(name, value));
  return fields;
}

/** A JSON body's string fields, either initial. An empty body has none. Throws {@link ApiError}. */
export function parseJsonFields(body: string): CallFields {
  if (!body.trim()) return new Map();
  const value = parseJson(body);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ApiError('bad-request', 'The body must be a JSON object.');
  }
  return collectFields(Object.entries(value));
}

/** A field that must be there. Throws {@link ApiError}. */
export function requireField(fields: CallFields, name: string, spelled: string): string {
  const value = fields.get(name);
  if (!value) throw new ApiError('bad-request', `${spelled} is missing.`);
  return value;
}

function collectFields(entries: Iterable<[string, unknown]>): Map<string, string> {
  const fields = new Map<string, string>();
  for (const [spelled, value] of entries) {
    const name = spelled.toLowerCase();
    const field = KNOWN.has(name) ? checkField(name, value) : null;
    if (field === null) continue;
    if (fields.has(name) && fields.get(name) !== field) {
      throw new ApiError('bad-request', `${KNOWN.get(name)} is given twice.`);
    }
    fields.set(name, field);
  }
  return fields;
}

const KNOWN = new Map(
  [
    'apiKey',
    'sessionId',
    'dashboardGuid',
    'SQLparameters',
    'connectionString',
    'user',
    'organization',
    'customInfo',
  ].map((spelled) => [spelled.toLowerCase(), spelled]),
);

function checkField(name: string, value: unknown): string {
  const spelled = KNOWN.get(name) ?? name;
  if (typeof value !== 'string') throw new ApiError('bad-request', `${spelled} must be a string.`);
  if (value.includes(NUL) || value.length > MAX_FIELD) {
    throw new ApiError('bad-request', `${spelled} is too long or holds a NUL.`);
  }
  return value;
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new ApiError('bad-request', 'The body is not JSON.');
  }
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
