export type { Finding } from './finding.ts';
import { parseBaseUrl } from '../protocol/display-url.ts';
import { isGuid } from '../protocol/token.ts';
import type { Finding } from './finding.ts';
import { FIRST_CHECK, KEY_CHECK, LAST_CHECK, TOKEN_CHECKS } from './host-checks.ts';
import { type CallChanges, type HostAddress, HostProbe } from './host-probe.ts';
import { type Refusal, toRefusals } from './host-refusals.ts';
import { describeAnswer, type HttpAnswer, HttpCallError, isSuccess } from './http-call.ts';
import { openBeforeLogout } from './logout-effect.ts';
import { LOGIN_CHECKS, LOGOUT_CHECKS } from './session-checks.ts';
import { type Check, runChecks, type Verdict } from './run-checks.ts';

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

/** Runs the checks of a host whose address is valid. */
export async function runHostChecks(host: HostProbe, withLogout = false): Promise<Finding[]> {
  const first = await runChecks('host', [FIRST_CHECK], host);
  const runLast = (...last: Check<HostProbe>[]) => runChecks('host', last, host);
  if (!first[0]?.ok) return [...first, ...(await runLast(KEY_CHECK))];
  const checks = [...toTokenChecks(host), ...(host.hasUser ? LOGIN_CHECKS : [])];
  const findings = await runChecks('host', checks, host);
  const ofLogout = withLogout ? await runLogout(host) : [];
  return [...findings, ...ofLogout, ...(await runLast(KEY_CHECK, LAST_CHECK))];
}

/** Returns the checks of the token address. */
export function toTokenChecks({ guid, pageOrigin }: HostProbe): Check<HostProbe>[] {
  return [...TOKEN_CHECKS, ...toRefusals(guid, pageOrigin).map(toCheck)];
}

/** The refusals come first: the good logout ends the session. */
async function runLogout(host: HostProbe): Promise<Finding[]> {
  const findings: Finding[] = [];
  await openBeforeLogout(host);
  for (const check of LOGOUT_CHECKS.toReversed()) {
    findings.unshift(...(await runChecks('host', [check], host)));
  }
  return findings;
}

function toCheck({ name, changes, fix, mayAlso }: Refusal): Check<HostProbe> {
  return {
    name,
    fix,
    holds: async (host) => isRefused(host, await tryToken(host, changes), mayAlso),
  };
}

/** Returns `null` if the server closes the connection, as it may for a call that it refuses. */
async function tryToken(host: HostProbe, changes: CallChanges): Promise<HttpAnswer | null> {
  try {
    return await host.token(changes);
  } catch (error) {
    if (error instanceof HttpCallError && error.failure === 'closed') return null;
    throw error;
  }
}

/** Whether an answer refuses the call: it has no token, and is neither a success nor a failure of the server. */
function isRefused(
  host: HostProbe,
  answer: HttpAnswer | null,
  mayAlso: Refusal['mayAlso'],
): Verdict {
  if (!answer) return true;
  const { status, body } = answer;
  const hasToken = /"token"\s*:/i.test(body);
  if (isSuccess(answer)) {
    const isAllowed = mayAlso === 'token' || (mayAlso === 'success' && !hasToken);
    return isAllowed || describeAnswer(answer, host.tokenUrl);
  }
  const isRefusal = !hasToken && (status < 500 || status === 501);
  return isRefusal || describeAnswer(answer, host.tokenUrl);
}

/** Throws {@link TypeError} for anything that is not a GUID. */
function requireGuid(guid: unknown): string {
  if (typeof guid === 'string' && isGuid(guid)) return guid;
  throw new TypeError('dashboardGuid must be a GUID of 8-4-4-4-12 hexadecimal digits.');
}
