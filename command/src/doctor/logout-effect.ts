import type { HostProbe } from './host-probe.ts';
import { type HttpAnswer, HttpCallError } from './http-call.ts';
import { canTell, opens } from './opened-dashboard.ts';
import type { Check, Verdict } from './run-checks.ts';
import { MALFORMED_TOKEN, readToken, toUnknownToken } from './service-evidence.ts';

/** The check that a logout ends the session at the service. It needs {@link openBeforeLogout}. */
export const LOGOUT_EFFECT: Check<HostProbe> = {
  name: 'logout-ends-session',
  fix: 'Call the service’s Logout with the sessionId of GetToken: the token of the host still opens the dashboard after the logout.',
  holds: async (host): Promise<Verdict> => {
    const answers = await openBeforeLogout(host);
    await host.logout();
    if (answers?.opened?.status !== 200 || !canTell({ answers })) return null;
    const token = readToken(answers.json)!.token;
    const after = await openAtService(host, token, 'after the logout');
    return after && !opens(after, { answers });
  },
};

/** Opens the token of the host, and two tokens that never existed, to compare them with the same token after the logout. */
export async function openBeforeLogout(host: HostProbe) {
  const json = await host.token();
  const { token } = readToken(json) ?? {};
  if (!token) return null;
  const opened = await openAtService(host, token, 'before the logout');
  const malformedToken = await openAtService(host, MALFORMED_TOKEN, 'malformed');
  const unknownToken = await openAtService(host, toUnknownToken(token), 'unknown');
  return opened && malformedToken && unknownToken
    ? { json, opened, malformedToken, unknownToken }
    : null;
}

/** Returns `null` if the service is not known, or does not answer: the part about the service reports that. */
async function openAtService(
  host: HostProbe,
  token: string,
  occasion: string,
): Promise<HttpAnswer | null> {
  try {
    return await host.open(token, occasion);
  } catch (error) {
    if (error instanceof HttpCallError) return null;
    throw error;
  }
}
