import {
  type DashboardParameters,
  type GivenParameters,
  type ParameterFault,
  NO_CHOICE,
  parseJson,
  parseParameters,
  toChoice,
} from '../protocol/dashboard-parameters.ts';
import { parseBaseUrl } from '../protocol/display-url.ts';
import { parseUrl } from '../protocol/parse-url.ts';
import { isGuid, type TokenGrant } from '../protocol/token.ts';
import { misconfigured, notAnAddress } from './failure.ts';
import { readGrant } from './host-answer.ts';
import { postToHost, type HostRequest } from './host-request.ts';

/** Requests a token in your own way, instead of a fetch of `token-url`. */
export type GetToken = (request: {
  dashboardGuid: string;
  /** The reader's choice, checked; `null` without any. */
  parameters: DashboardParameters | null;
  /** Aborted if the answer is no longer needed. */
  signal: AbortSignal;
}) => Promise<TokenGrant | string | Response>;

/** The settings of an element that determine the source of its tokens. */
export interface TokenSourceOptions extends HostRequest {
  tokenUrl: string | null;
  getToken: GetToken | null;
  dashboardGuid: string | null;
  baseUrl: string | null;
  parameters: GivenParameters | null;
}

/** Something with the key of a source. Sources share tokens if their keys have the same members. */
interface Keyed {
  readonly key: readonly unknown[];
}

/** A way to get tokens for a dashboard. */
export interface TokenSource extends Keyed {
  /** The purpose of the tokens. It is equal for sources that differ only in the way of requesting. */
  readonly subject: string;
  readonly dashboardGuid: string;
  /** The reader's choice; `null` without any. */
  readonly parameters: DashboardParameters | null;
  /** Equal for equal parameters. */
  readonly choice: string;
  /** The requested address, without query and fragment, or `getToken`. */
  readonly at: string;
  /** Requests a token. Resolves to `null` if nobody is signed in. */
  ask(signal: AbortSignal): Promise<TokenGrant | null>;
}

/**
 * Returns the source of an element's tokens; `null` while required values are missing.
 * @throws {DashboardError} `config` for a malformed value, naming its attribute.
 */
export function parseTokenSource(options: TokenSourceOptions): TokenSource | null {
  const { getToken, tokenUrl, dashboardGuid, baseUrl, credentials, headers } = options;
  if (!dashboardGuid || !(getToken || tokenUrl)) return null;
  if (!isGuid(dashboardGuid))
    throw misconfigured('dashboard-guid must be a GUID: 8-4-4-4-12 hexadecimal digits.');
  if (baseUrl && !parseBaseUrl(baseUrl)) throw notAnAddress('base-url');
  if (!/^(omit|same-origin|include)$/.test(credentials)) {
    throw misconfigured('credentials must be omit, same-origin or include.');
  }
  const parsed = readSetting('parameters', options.parameters, parseParameters);
  const choice = toChoice(parsed ?? {});
  const parameters = choice === NO_CHOICE ? null : parsed;
  const url = resolveUrl(tokenUrl);
  if (!getToken && !url) throw notAnAddress('token-url');
  // The address of the service has the API key. No error may repeat it.
  if (/\/GetToken\//i.test(url ?? '')) {
    throw misconfigured('token-url has the API key. Use your own host.');
  }
  const at = getToken ? 'getToken' : toPlace(url!);
  return {
    key: [getToken ?? url, dashboardGuid, baseUrl || null, credentials, toKey(headers), choice],
    subject: [tokenUrl, dashboardGuid, baseUrl].join(' '),
    dashboardGuid,
    parameters,
    choice,
    at,
    async ask(signal) {
      const body = { dashboardGuid, ...(parameters && { parameters }) };
      const answer = await (getToken
        ? getToken({ dashboardGuid, parameters, signal })
        : postToHost(url!, { credentials, headers }, body, { signal }));
      return readGrant(answer, at);
    },
  };
}

/**
 * Returns a setting that is an object. Accepts text, too: some frameworks set the property to the attribute's text.
 * @throws {DashboardError} `config` for a setting that breaks a rule of parameters.
 */
export function readSetting<Value>(
  name: string,
  given: unknown,
  parse: (value: unknown) => Value,
): Value | null {
  try {
    const value = typeof given === 'string' ? parseJson(given) : given;
    return value === null || value === undefined ? null : parse(value);
  } catch (error) {
    const { message, rule } = error as ParameterFault;
    const fault = rule === 'object' ? 'must be a JSON object' : 'breaks a rule of docs/filters.md';
    throw misconfigured(`${name}${message} ${fault}.`);
  }
}

/** Whether two sources give the same tokens, or two tokens come from the same source. */
export function isSameSource(a: Keyed, b: Keyed): boolean {
  return a.key.every((part, index) => part === b.key[index]);
}

/** Returns an http or https address, resolved against the page; `null` for anything else. */
export function resolveUrl(value: string | null): string | null {
  const url = value ? parseUrl(value, document.baseURI) : null;
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
}

/** Returns an address as errors name it, without query and fragment, which may hold secrets. */
export function toPlace(url: string): string {
  return url.replace(/[?#].*/, '');
}

/** Returns a key that is equal for equal headers. A function is equal only to itself. */
function toKey(headers: HostRequest['headers']): unknown {
  if (!headers) return '[]';
  if (typeof headers === 'function') return headers;
  try {
    return JSON.stringify([...new Headers(headers)]);
  } catch {
    // The browser's own message may repeat a header's value, which may be a secret.
    throw misconfigured('headers must be HTTP headers.');
  }
}
