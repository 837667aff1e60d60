import type { Context } from 'hono';
import { ApiError } from './api-error.ts';

/** Fields of a call by their names in lower case. */
export type CallFields = ReadonlyMap<string, string>;

/** Fields as the interface spells them, by their names in lower case. */
type FieldNames = ReadonlyMap<string, string>;

/** PostgreSQL's text cannot hold it, and nothing that means well sends it. */
const NUL = '\0';
const MAX_FIELD = 8192;

const PARAMETERS = byName('apiKey', 'sessionId', 'dashboardGuid', 'SQLparameters');
const BODY_FIELDS = byName('connectionString', 'user', 'organization', 'customInfo');

/**
 * Parameters of the path and of the query; each decoded once, names without regard to case. Throws {@link ApiError}
 * for broken encoding, contradictions, and fields that belong in the body.
 */
export function readParameters(context: Context): CallFields {
  const url = new URL(context.req.url);
  if (!isDecodable(url.pathname) || !isDecodable(url.search)) {
    throw new ApiError('bad-request', 'The address is not properly percent-encoded.');
  }
  const path = Object.entries(context.req.param() as Record<string, string>);
  refuseNames(url.searchParams.keys(), BODY_FIELDS, 'the body');
  return collectFields([...path, ...url.searchParams], PARAMETERS);
}

/** A JSON body's string fields, either initial. Throws {@link ApiError}, also for fields that belong in the address. */
export function parseJsonFields(body: string): CallFields {
  const value = parseJson(body);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ApiError('bad-request', 'The body must be a JSON object.');
  }
  refuseNames(Object.keys(value), PARAMETERS, 'the address');
  return collectFields(Object.entries(value), BODY_FIELDS);
}

/** A plain-text body is the connection string. Throws {@link ApiError}. */
export function parseTextBody(body: string): CallFields {
  return collectFields([['connectionString', body]], BODY_FIELDS);
}

/** A field that must be there. Throws {@link ApiError}. */
export function requireField(fields: CallFields, name: string, spelled: string): string {
  const value = fields.get(name);
  if (!value) throw new ApiError('bad-request', `${spelled} is missing.`);
  return value;
}

/** What stands in the wrong place would be passed over in silence. */
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
    // Many languages write what is not set as null.
    if (!spelled || value === null) continue;
    const field = checkField(spelled, value);
    if (fields.has(name) && fields.get(name) !== field) {
      throw new ApiError('bad-request', `${spelled} is given twice.`);
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
    throw new ApiError('bad-request', `${spelled} is too long or holds a NUL.`);
  }
  // Half a surrogate pair becomes U+FFFD here: PGlite miscounts its bytes, and fails or reads on.
  return Buffer.from(value).toString();
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
