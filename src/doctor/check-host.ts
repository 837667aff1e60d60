export type { Finding } from './finding.ts';
import { isGuid } from '../protocol/token.ts';
import { type Finding, toLink } from './finding.ts';
import { type HostCheck, LOGIN_CHECKS, LOGOUT_CHECKS, TOKEN_CHECKS } from './host-checks.ts';
import { type HostAddress, HostProbe } from './host-probe.ts';
import { type Refusal, toRefusals } from './host-refusals.ts';
import { HttpCallError } from './http-call.ts';

/** A host to check, and how far the checks may go. */
export interface HostCheckOptions extends HostAddress {
  /** Whether the checks may end the user's session. Default: false. */
  withLogout?: boolean;
}

/**
 * Checks the two addresses of a host, written in any language, as a page of its origin sees them. Each token that it
 * requests is counted in the statistics of the service.
 *
 * @throws {TypeError} for an address that is not http or https, and for a dashboard that is not a GUID.
 */
export async function checkHost(options: HostCheckOptions): Promise<Finding[]> {
  const { url, dashboardGuid, withLogout = false } = options;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new TypeError('url must be the http or https address above /token and /logout.');
  }
  const host = new HostProbe({ ...options, dashboardGuid: requireGuid(dashboardGuid) });
  // Without an answer to the good call, the other checks would only repeat that.
  const [answers] = TOKEN_CHECKS;
  const first = await run(answers!, host);
  if (!first.ok) return [first];
  const checks = [
    ...TOKEN_CHECKS,
    ...toRefusals(dashboardGuid, host.origin).map(toCheck),
    ...(host.hasUser ? LOGIN_CHECKS : []),
  ];
  const findings = await Promise.all(checks.map((check) => run(check, host)));
  return withLogout ? [...findings, ...(await runLogout(host))] : findings;
}

/** The refusals come first: the good logout ends the session. */
async function runLogout(host: HostProbe): Promise<Finding[]> {
  const findings: Finding[] = [];
  // oxlint-disable-next-line no-await-in-loop -- one after the other
  for (const check of LOGOUT_CHECKS.toReversed()) findings.unshift(await run(check, host));
  return findings;
}

/** A refusal has a good status, and no token. */
function toCheck({ name, changes, statuses, fix }: Refusal): HostCheck {
  return {
    name,
    fix,
    holds: async (host) => {
      const { status, body } = await host.token(changes);
      return statuses.includes(status) && !/"token"\s*:/i.test(body);
    },
  };
}

async function run({ name, fix, holds }: HostCheck, host: HostProbe): Promise<Finding> {
  const check = `host/${name}`;
  const link = toLink(check);
  try {
    return { check, ok: await holds(host), fix, link };
  } catch (error) {
    if (!(error instanceof HttpCallError)) throw error;
    return { check, ok: false, fix: `${error.message} ${fix}`, link };
  }
}

/** Throws {@link TypeError} for anything that is not a GUID. */
function requireGuid(guid: unknown): string {
  if (typeof guid === 'string' && isGuid(guid)) return guid;
  throw new TypeError('dashboardGuid must be a GUID of 8-4-4-4-12 hexadecimal digits.');
}
