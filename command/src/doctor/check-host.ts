import type { Finding } from './finding.ts';
import { FIRST_CHECK, KEY_CHECK, LAST_CHECK, TOKEN_CHECKS } from './host-checks.ts';
import type { CallChanges, HostProbe } from './host-probe.ts';
import { type Refusal, toRefusals } from './refusal-checks.ts';
import { describeAnswer, type HttpAnswer, HttpCallError, isSuccess } from './http-call.ts';
import { openBeforeLogout } from './logout-effect.ts';
import { LOGIN_CHECKS, LOGOUT_CHECKS } from './session-checks.ts';
import { type Check, runChecks, type Verdict } from './run-checks.ts';

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
