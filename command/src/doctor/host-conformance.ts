import { parseBaseUrl } from '../../../src/protocol/display-url.ts';
import { isGuid } from '../../../src/protocol/token.ts';
import { runHostChecks } from './check-host.ts';
import type { Finding } from './finding.ts';
import { type HostAddress, HostProbe } from './host-probe.ts';

export type { Finding } from './finding.ts';

/** A host to check, and how far the checks may go. */
export interface HostCheckOptions extends HostAddress {
  /** Whether the checks may end the user's session. Default: false. */
  withLogout?: boolean;
}

/**
 * Checks the two addresses of a host, written in any language, as a page of its origin sees them. Each token that it
 * requests is counted in the statistics of the service. If the first call has no good answer, that is the only finding.
 *
 * @throws {TypeError} for an address that is not http or https, and for a dashboard that is not a GUID.
 */
export async function checkHost(options: HostCheckOptions): Promise<Finding[]> {
  const { url, dashboardGuid, withLogout } = options;
  if (!parseBaseUrl(String(url))) {
    throw new TypeError(
      'url must be the http or https address above /token and /logout, without a query.',
    );
  }
  const host = new HostProbe({ ...options, dashboardGuid: requireGuid(dashboardGuid) });
  return runHostChecks(host, withLogout);
}

/** Throws {@link TypeError} for anything that is not a GUID. */
function requireGuid(guid: unknown): string {
  if (typeof guid === 'string' && isGuid(guid)) return guid;
  throw new TypeError('dashboardGuid must be a GUID of 8-4-4-4-12 hexadecimal digits.');
}
