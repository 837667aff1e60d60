import { DashboardError } from '../protocol/dashboard-error.ts';
import { parseBaseUrl } from '../protocol/display-url.ts';
import { isGuid, type TokenGrant } from '../protocol/token.ts';
import { postToHost, readGrant, type HostRequest } from './token-request.ts';
import type { TokenSource } from './token-session.ts';

/** Asks the host application for a token in the page's own way, instead of a fetch of `token-url`. */
export type GetToken = (request: {
  dashboardGuid: string;
  /** Aborted when nobody waits for the answer any more. */
  signal: AbortSignal;
}) => Promise<TokenGrant | string | Response>;

/** What an element says of where its tokens come from. */
export interface TokenSourceOptions extends HostRequest {
  tokenUrl: string | null;
  getToken: GetToken | null;
  dashboardGuid: string | null;
  baseUrl: string | null;
}

/**
 * The source of an element's tokens; `null` while required values are missing.
 * @throws {DashboardError} `config` for a malformed value, naming its attribute.
 */
export function parseTokenSource(options: TokenSourceOptions): TokenSource | null {
  const { getToken, tokenUrl, dashboardGuid, baseUrl, credentials, headers } = options;
  if (!dashboardGuid || !(getToken || tokenUrl)) return null;
  if (!isGuid(dashboardGuid)) throw misconfigured('dashboard-guid must be a GUID.');
  if (baseUrl && !parseBaseUrl(baseUrl)) throw notAnAddress('base-url');
  if (!/^(omit|same-origin|include)$/.test(credentials)) {
    throw misconfigured('credentials must be omit, same-origin or include.');
  }
  const url = resolveUrl(tokenUrl);
  if (!getToken && !url) throw notAnAddress('token-url');
  return {
    key: [getToken ?? url, dashboardGuid, baseUrl || null, credentials, keyOf(headers)],
    subject: [tokenUrl, dashboardGuid, baseUrl].join(' '),
    async ask(signal) {
      return readGrant(
        await (getToken
          ? getToken({ dashboardGuid, signal })
          : postToHost(url!, { credentials, headers }, { dashboardGuid }, { signal })),
      );
    },
  };
}

/** Equal for equal headers; a function is equal to itself alone. */
function keyOf(headers: HostRequest['headers']): unknown {
  try {
    return typeof headers === 'function'
      ? headers
      : JSON.stringify([...new Headers(headers ?? {})]);
  } catch {
    // The browser's own words may hold a header's value.
    throw misconfigured('headers are malformed.');
  }
}

/** An http or https address, resolved against the page; `null` for anything else. */
export function resolveUrl(value: string | null): string | null {
  if (!value) return null;
  const link = document.createElement('a');
  link.href = value;
  return link.protocol.startsWith('http') ? link.href : null;
}

/** A mistake in how the element is set up: nothing changes before somebody mends it. */
export function misconfigured(message: string): DashboardError {
  return new DashboardError('config', message);
}

export function notAnAddress(attribute: string): DashboardError {
  return misconfigured(`${attribute} must be an http or https address.`);
}
