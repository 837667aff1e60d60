export type { Finding } from './finding.ts';
import { isGuid } from '../protocol/token.ts';
import type { Finding } from './finding.ts';
import { FIRST_CHECK, LOGIN_CHECKS, LOGOUT_CHECKS, TOKEN_CHECKS } from './host-checks.ts';
import { type HostAddress, HostProbe } from './host-probe.ts';
import { type Refusal, toRefusals } from './host-refusals.ts';
import { describeAnswer } from './http-call.ts';
import { type Check, runChecks } from './run-checks.ts';

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
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new TypeError('url must be the http or https address above /token and /logout.');
  }
  const host = new HostProbe({ ...options, dashboardGuid: requireGuid(dashboardGuid) });
  return runHostChecks(host, withLogout);
}

/** Runs the checks of a host whose address is valid. */
export async function runHostChecks(host: HostProbe, withLogout = false): Promise<Finding[]> {
  const first = await runChecks('host', [FIRST_CHECK], host);
  if (!first[0]?.ok) return first;
  const checks = [...toTokenChecks(host), ...(host.hasUser ? LOGIN_CHECKS : [])];
  const findings = await runChecks('host', checks, host);
  return withLogout ? [...findings, ...(await runLogout(host))] : findings;
}

/** Returns the checks of the token address. */
export function toTokenChecks({ guid, origin }: HostProbe): Check<HostProbe>[] {
  return [...TOKEN_CHECKS, ...toRefusals(guid, origin).map(toCheck)];
}

/** The refusals come first: the good logout ends the session. */
async function runLogout(host: HostProbe): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const check of LOGOUT_CHECKS.toReversed()) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    findings.unshift(...(await runChecks('host', [check], host)));
  }
  return findings;
}

/** A refusal has one of its statuses, and no token. */
function toCheck({ name, changes, statuses, fix, isOptional = false }: Refusal): Check<HostProbe> {
  return {
    name,
    fix,
    holds: async (host) => {
      const answer = await host.token(changes);
      if (isOptional && answer.status === 200) return true;
      const isRefused = statuses.includes(answer.status) && !/"token"\s*:/i.test(answer.body);
      return isRefused || describeAnswer(answer, host.tokenUrl);
    },
  };
}

/** Throws {@link TypeError} for anything that is not a GUID. */
function requireGuid(guid: unknown): string {
  if (typeof guid === 'string' && isGuid(guid)) return guid;
  throw new TypeError('dashboardGuid must be a GUID of 8-4-4-4-12 hexadecimal digits.');
}
