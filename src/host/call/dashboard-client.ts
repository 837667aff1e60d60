import type { GivenFilters } from '../../protocol/dashboard-filters.ts';
import { type GivenDisplayOptions, toDisplayQuery } from '../../protocol/display-parameters.ts';
import { displayUrl, parseBaseUrl } from '../../protocol/display-url.ts';
import { parseToken, type TokenGrant } from '../../protocol/token.ts';
import type { ServiceMeter } from './service-meter.ts';
import type { CallerSignal } from '../http/caller-signal.ts';
import { DashboardHostError } from '../dashboard-host-error.ts';
import { requireFilterQuery } from './required-choices.ts';
import { assertKnownOptions } from '../known-names.ts';
import { assertAccepted, parseServiceToken } from './service-answer.ts';
import { createServiceCall, LONGEST_ADDRESS, type ServiceMessage } from './service-call.ts';
import { toKnownColor } from './known-color.ts';
import { SessionOrder } from './session-order.ts';
import {
  type ParsedTokenRequest,
  parseSessionId,
  parseSignal,
  parseTokenRequest,
  type TokenRequest,
} from './parse-token-request.ts';

/** The options of a display address. */
export interface DisplayUrlOptions extends GivenDisplayOptions {
  /** The reader's first choice in the dashboard's own filters: a value, or a list of values, by name. */
  filters?: GivenFilters | null;
}

/** The address of the dashboard service, and the key for it. */
export interface DashboardClientOptions {
  /**
   * The service's `{base_url}`: absolute, http or https; a path prefix is kept.
   * @example 'https://bi.example.com'
   */
  baseUrl: string;
  /**
   * The account's secret key. It stays on the server.
   * @example process.env.DASHBOARD_API_KEY
   */
  apiKey: string | undefined;
}

/** Calls the dashboard service. Shows neither key nor address when it is inspected or serialized. */
export interface DashboardClient {
  /**
   * Returns a new token for one user and one dashboard. Equal requests that are pending at the same time make
   * one call and get one token.
   * @throws {DashboardHostError} `bad-request`, `config` or `overloaded` before any call; `not-found`,
   *   `rate-limited` or one of the `upstream-…` codes after it; `unauthenticated` if a `logout` of the
   *   session came in the meantime.
   * @example await client.getToken({ sessionId, dashboardGuid })
   */
  getToken: (request: TokenRequest) => Promise<Required<TokenGrant>>;
  /**
   * Ends the session: its tokens no longer open anything, including those of pending calls. A session that
   * the service does not know counts as ended.
   * @throws {DashboardHostError} as `getToken` does.
   * @example await client.logout({ sessionId })
   */
  logout: (request: LogoutRequest) => Promise<void>;
  /**
   * Returns `{base_url}/Tdb/{token}` with the display options that are set. Colors are CSS names, `#` or `$`
   * forms; other colors, and any theme other than `dark`, are left out.
   * @throws {DashboardHostError} `bad-request` if `token` is not a token, or if `filters` break a rule.
   * @example client.displayUrl(token, { theme: 'dark', filters: { Region: 'North' } })
   */
  displayUrl: (token: string, options?: DisplayUrlOptions) => string;
}

/** One call of Logout. */
export interface LogoutRequest {
  /**
   * The session id of the calls of GetToken.
   * @example sessionIdFrom(user.id, session.id)
   */
  sessionId: string;
  /**
   * An `AbortSignal` that cancels the wait.
   * @example AbortSignal.timeout(5000)
   */
  signal?: CallerSignal;
  /** @internal Measures the calls of the service. */
  meter?: ServiceMeter;
}

const LONGEST_REQUEST: ParsedTokenRequest = {
  sessionId: 'x'.repeat(128),
  dashboardGuid: 'x'.repeat(36),
  form: 'query',
  sqlParameters: '',
  fields: {},
};

/**
 * Creates a client of the dashboard service, for servers. It is the only part of the host that knows the API
 * key.
 * @throws {DashboardHostError} `config` for a `baseUrl` or `apiKey` that cannot be used, and for an unknown option.
 * @example
 * import { createDashboardClient } from 'embedded-dashboard/host';
 *
 * const client = createDashboardClient({
 *   baseUrl: 'https://bi.example.com',
 *   apiKey: process.env.DASHBOARD_API_KEY,
 * });
 */
export function createDashboardClient(options: DashboardClientOptions): DashboardClient {
  const { baseUrl, apiKey } = parseOptions(options);
  const call = createServiceCall(baseUrl);
  const sessions = new SessionOrder<Required<TokenGrant>>();

  return {
    async getToken(request) {
      requireObject(request, 'getToken needs an object with sessionId and dashboardGuid.');
      const parsed = parseTokenRequest(request);
      const path = tokenPath(parsed, apiKey);
      const key = JSON.stringify(parsed);
      const caller = { begunAt: request.begunAt, signal: parseSignal(request.signal) };
      return sessions.getToken(parsed.sessionId, key, caller, async (signal) => {
        const answer = await call(path, toMessage(parsed), parsed, signal, request.meter);
        assertAccepted(answer);
        return { ...parseServiceToken(answer.contentType, answer.text), baseUrl };
      });
    },
    async logout(request) {
      requireObject(request, 'logout needs an object with sessionId.');
      const sessionId = parseSessionId(request.sessionId);
      const path = `/api/logout/${encode(apiKey)}/${sessionId}`;
      return sessions.logout(sessionId, parseSignal(request.signal), async (signal) => {
        const caller = { sessionId, dashboardGuid: null };
        const answer = await call(path, { method: 'GET' }, caller, signal, request.meter);
        if (answer.status !== 404) assertAccepted(answer);
      });
    },
    displayUrl(token, display) {
      const parsed = parseToken(token);
      if (!parsed) {
        throw new DashboardHostError('bad-request', 'displayUrl needs a token of GetToken.');
      }
      const filters = requireFilterQuery(display?.filters ?? {});
      const query = toDisplayQuery((property) => display?.[property], toKnownColor, filters);
      return displayUrl(baseUrl, parsed, query);
    },
  };
}

function parseOptions(given: DashboardClientOptions): { baseUrl: string; apiKey: string } {
  const options = requireObject(given, 'The options must be an object with baseUrl and apiKey.');
  assertKnownOptions(options, ['baseUrl', 'apiKey']);
  const baseUrl = requireBaseUrl(options.baseUrl);
  const apiKey = requireApiKey(options.apiKey);
  assertFits(baseUrl, apiKey);
  return { baseUrl, apiKey };
}

function tokenPath(request: ParsedTokenRequest, apiKey: string): string {
  const { sessionId, dashboardGuid, sqlParameters } = request;
  const query = sqlParameters ? [`SQLparameters=${encode(sqlParameters)}`] : [];
  const key = encode(apiKey);
  if (request.form === 'json') {
    const path = `/Api/GetToken/${key}/${sessionId}/${dashboardGuid}`;
    return [path, ...query].join('?');
  }
  const required = [`apiKey=${key}`, `sessionID=${sessionId}`, `dashboardGuid=${dashboardGuid}`];
  return `/Api/GetToken?${[...required, ...query].join('&')}`;
}

function toMessage({ form, fields }: ParsedTokenRequest): ServiceMessage {
  if (form === 'query') return { method: 'GET' };
  return form === 'text'
    ? { method: 'POST', contentType: 'text/plain', body: fields.connectionString }
    : { method: 'POST', contentType: 'application/json', body: JSON.stringify(fields) };
}

/** Encodes like `encodeURIComponent`, and also the five characters that may have a meaning in URLs. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /['()*!]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Callers without TypeScript may leave out a required object. */
function requireObject<Value>(value: Value, message: string): Value {
  if (typeof value === 'object' && value) return value;
  throw new DashboardHostError('config', message);
}

/** Each call must have room for the longest session id, so that only `sqlParameters` can be too long later. */
function assertFits(baseUrl: string, apiKey: string): void {
  const path = tokenPath(LONGEST_REQUEST, apiKey);
  if (baseUrl.length + path.length <= LONGEST_ADDRESS) return;
  const name = encode(apiKey).length > baseUrl.length ? 'apiKey' : 'baseUrl';
  throw new DashboardHostError(
    'config',
    `${name} must be shorter: an address of the service has ${LONGEST_ADDRESS} characters at most.`,
  );
}

function requireBaseUrl(value: unknown): string {
  if ((value ?? '') === '') {
    throw new DashboardHostError(
      'config',
      'baseUrl is missing: set it to the address of the dashboard service.',
    );
  }
  const baseUrl = typeof value === 'string' ? parseBaseUrl(value) : null;
  if (baseUrl) return baseUrl;
  throw new DashboardHostError(
    'config',
    'baseUrl must be an absolute http or https address without user info, query and fragment.',
  );
}

function requireApiKey(value: unknown): string {
  if ((value ?? '') === '') {
    throw new DashboardHostError('config', 'apiKey is missing: set it to the account’s key.');
  }
  const isKey =
    typeof value === 'string' && !/^\.{1,2}$/.test(value) && !/[\p{Cc}\p{Cs}/\\?#]/u.test(value);
  if (isKey) return value;
  throw new DashboardHostError(
    'config',
    'apiKey must be text other than "." and "..", without controls, /, \\, ? and #.',
  );
}
