import type { Context } from 'hono';
import { ApiError } from './api-error.ts';

/** The fields of a call. The keys are their names in lower case. */
export type CallFields = ReadonlyMap<string, string>;

/** The field names as the interface spells them. The keys are the same names in lower case. */
type FieldNames = ReadonlyMap<string, string>;

/** PostgreSQL's text cannot contain NUL, and no legitimate client sends it. */
const NUL = '\0';
const MAX_FIELD = 8192;

const PARAMETERS = byName('apiKey', 'sessionId', 'dashboardGuid', 'SQLparameters');
const BODY_FIELDS = byName('connectionString', 'user', 'organization', 'customInfo');

/**
 * Returns the parameters of the path and of the query, each decoded once. Names are case-insensitive.
 * @throws {ApiError} for invalid encoding, contradictory values, and fields that belong in the body.
 */
export function readParameters(context: Context): CallFields {
  const url = new URL(context.req.url);
  if (!isDecodable(url.pathname) || !isDecodable(url.search)) {
    throw new ApiError('bad-request', 'The address has invalid percent-encoding.');
  }
  const path = Object.entries(context.req.param() as Record<string, string>);
  refuseNames(url.searchParams.keys(), BODY_FIELDS, 'the body');
  return collectFields([...path, ...url.searchParams], PARAMETERS);
}

/**
 * Returns the string fields of a JSON body. Names are case-insensitive.
 * @throws {ApiError} for an invalid body, and for fields that belong in the address.
 */
export function parseJsonFields(body: string): CallFields {
  const value = parseJson(body);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ApiError('bad-request', 'The body must be a JSON object.');
  }
  refuseNames(Object.keys(value), PARAMETERS, 'the address');
  return collectFields(Object.entries(value), BODY_FIELDS);
}

/**
 * Returns the only field of a plain-text body: the connection string.
 * @throws {ApiError} for an invalid connection string.
 */
export function parseTextBody(body: string): CallFields {
  return collectFields([['connectionString', body]], BODY_FIELDS);
}

/**
 * Returns a required field.
 * @throws {ApiError} if the field is missing or empty.
 */
export function requireField(fields: CallFields, name: string, spelled: string): string {
  const value = fields.get(name);
  if (!value) throw new ApiError('bad-request', `${spelled} is missing.`);
  return value;
}

/** Refuses fields in the wrong place, which would otherwise be ignored silently. */
function refuseNames(given: Iterable<string>, known: FieldNames, place: string): void {
  for (const name of given) {
    const spelled = known.get(name.toLowerCase());
    if (spelled) throw new ApiError('bad-request', `${spelled} belongs in ${place}.`);
  }
}

function collectFields(
  entries: Iterable<readonly [string, unknown]>,
  known: FieldNames,
): Map<string, string> {
  const fields = new Map<string, string>();
  for (const [given, value] of entries) {
    const name = given.toLowerCase();
    const spelled = known.get(name);
    // Many languages serialize an unset field as null.
    if (!spelled || value === null) continue;
    const field = checkField(spelled, value);
    if (fields.has(name) && fields.get(name) !== field) {
      throw new ApiError('bad-request', `${spelled} has two different values.`);
    }
    fields.set(name, field);
  }
  return fields;
}

function byName(...spelled: string[]): FieldNames {
  return new Map(spelled.map((field) => [field.toLowerCase(), field]));
}

function checkField(spelled: string, value: unknown): string {
  if (typeof value !== 'string') throw new ApiError('bad-request', `${spelled} must be a string.`);
  if (value.includes(NUL) || value.length > MAX_FIELD) {
    throw new ApiError('bad-request', `${spelled} is too long or contains a NUL.`);
  }
  // Replaces a lone surrogate with U+FFFD: PGlite miscounts its bytes, and fails or reads past the end.
  return value.toWellFormed();
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
