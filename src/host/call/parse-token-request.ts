import { isGuid } from '../../protocol/token.ts';
import type { ServiceMeter } from './service-meter.ts';
import type { CallerSignal } from '../http/caller-signal.ts';
import { DashboardHostError } from '../dashboard-host-error.ts';
import { isSessionId } from './session-id.ts';
import { formatSqlParameters, type SqlParameters } from './sql-parameters.ts';

/** The user for whom a dashboard is opened, and the data that it shows. */
export interface DashboardUser {
  /**
   * `^[A-Za-z0-9_-]{1,128}$`, the same for GetToken and Logout. `sessionIdFrom` makes one.
   * @example sessionIdFrom(user.id, session.id)
   */
  sessionId: string;
  /**
   * Values for the dashboard's SQL queries.
   * @example { Region: 'North' }
   */
  sqlParameters?: SqlParameters | null;
  /**
   * Replaces the connection string of the dashboard's data; 4096 characters at most.
   * @example process.env.TENANT_DATABASE
   */
  connectionString?: string | null;
  /**
   * The name of the user. The service keeps it for statistics, like `organization` and `customInfo`. Each has
   * 256 characters at most.
   * @example 'ann'
   */
  user?: string | null;
  /**
   * The organization of that user.
   * @example 'Sales'
   */
  organization?: string | null;
  /**
   * Additional information in any form.
   * @example 'mobile app'
   */
  customInfo?: string | null;
}

/**
 * The three forms of GetToken. `json`: POST with the token request object; `text`: POST
 * with the connection string as its body; `query`: GET. Only `json` carries `user`, `organization`
 * and `customInfo`.
 */
export type GetTokenForm = 'json' | 'text' | 'query';

/** One call of GetToken. */
export interface TokenRequest extends DashboardUser {
  /**
   * 8-4-4-4-12 hexadecimal digits.
   * @example '6f1c5a0e-3b7d-4c52-9a84-1d2e8f60b7c1'
   */
  dashboardGuid: string;
  /**
   * The form of the call. Default: `json`.
   * @example 'query'
   */
  form?: GetTokenForm;
  /**
   * An `AbortSignal` that cancels the call.
   * @example AbortSignal.timeout(5000)
   */
  signal?: CallerSignal;
  /**
   * @internal The time of the user's request, by `performance.now()`. A logout since then ends the request.
   */
  begunAt?: number;
  /** @internal Measures the calls of the service. */
  meter?: ServiceMeter;
}

/** A token request whose fields have been checked, each ready for its place in the call. */
export interface ParsedTokenRequest {
  sessionId: string;
  dashboardGuid: string;
  form: GetTokenForm;
  /** `SQLparameters` on the wire, not yet percent-encoded; empty if there are none. */
  sqlParameters: string;
  /** The token request object, with only the fields that are set. */
  fields: Partial<Record<BodyField, string>>;
}

type BodyField = 'connectionString' | 'user' | 'organization' | 'customInfo';

const STATISTICS = ['user', 'organization', 'customInfo'] as const;
/** In characters. The service shows them as names in its statistics. */
const LONGEST_STATISTICS = 256;
/** In characters: far more than the options of any database need. */
const LONGEST_CONNECTION_STRING = 4096;
const CARRIES: Record<GetTokenForm, readonly BodyField[]> = {
  json: ['connectionString', ...STATISTICS],
  text: ['connectionString'],
  query: [],
};

/**
 * @throws {DashboardHostError} `bad-request` for the GUID, `config` for any other field, which it names.
 *   Drops the error of a getter in the caller's object: its text could hold anything.
 */
export function parseTokenRequest(request: TokenRequest): ParsedTokenRequest {
  try {
    return parseRequest(request);
  } catch (error) {
    if (error instanceof DashboardHostError) throw error;
    throw refuse('A field of the request cannot be read.');
  }
}

function parseRequest(request: TokenRequest): ParsedTokenRequest {
  const { dashboardGuid, form = 'json' } = request;
  if (typeof dashboardGuid !== 'string' || !isGuid(dashboardGuid)) {
    throw new DashboardHostError('bad-request', 'dashboardGuid must be a GUID.');
  }
  // A list that holds a form's name would be found without the check of its type.
  if (typeof form !== 'string' || !Object.hasOwn(CARRIES, form)) {
    throw refuse('form must be json, text or query.');
  }
  const fields = parseFields(request);
  for (const name of Object.keys(fields) as BodyField[]) {
    if (!CARRIES[form].includes(name)) throw refuse(`${name} cannot be sent with form ${form}.`);
  }
  if (form === 'text' && !fields.connectionString) {
    throw refuse('connectionString must be set with form text.');
  }
  return {
    sessionId: parseSessionId(request.sessionId),
    dashboardGuid,
    form,
    sqlParameters: formatSqlParameters(request.sqlParameters ?? {}),
    fields,
  };
}

/** @throws {DashboardHostError} `config` */
export function parseSessionId(value: unknown): string {
  if (isSessionId(value)) return value;
  throw refuse('sessionId must be 1 to 128 letters, digits, _ or -: sessionIdFrom makes one.');
}

/** @throws {DashboardHostError} `config` */
export function parseSignal(value: unknown): CallerSignal | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof (value as CallerSignal).addEventListener === 'function') return value as CallerSignal;
  throw refuse('signal must be an AbortSignal.');
}

function parseFields(request: TokenRequest): ParsedTokenRequest['fields'] {
  const { connectionString } = request;
  const fields: ParsedTokenRequest['fields'] = {};
  if (connectionString !== undefined && connectionString !== null) {
    // An empty text is a missing setting of the host, and must not open the wrong data.
    if (!isText(connectionString, LONGEST_CONNECTION_STRING) || !connectionString) {
      throw refuse(
        `connectionString must be text of 1 to ${LONGEST_CONNECTION_STRING} characters.`,
      );
    }
    fields.connectionString = connectionString;
  }
  for (const name of STATISTICS) {
    const value = request[name];
    if (value === undefined || value === null) continue;
    if (!isText(value, LONGEST_STATISTICS)) {
      throw refuse(`${name} must be text of ${LONGEST_STATISTICS} characters at most.`);
    }
    fields[name] = value.replaceAll(/\p{Cc}/gu, '');
  }
  return fields;
}

function isText(value: unknown, longest: number): value is string {
  return typeof value === 'string' && value.length <= longest && !/\p{Cs}/u.test(value);
}

function refuse(message: string): DashboardHostError {
  return new DashboardHostError('config', message);
}
