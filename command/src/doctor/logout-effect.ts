import type { HostProbe } from './host-probe.ts';
import { HttpCallError } from './http-call.ts';
import { opens } from './opened-dashboard.ts';
import type { Check, Verdict } from './run-checks.ts';
import { MALFORMED_TOKEN, readToken } from './service-evidence.ts';

type Occasion = 'before the logout' | 'after the logout';

/** The check that a logout ends the session at the service. It needs {@link openBeforeLogout}. */
export const LOGOUT_EFFECT: Check<HostProbe> = {
  name: 'logout-ends-session',
  fix: 'Call the service’s Logout with the sessionId of GetToken: the token of the host still opens the dashboard after the logout.',
  holds: async (host): Promise<Verdict> => {
    const before = await opensAtService(host, 'before the logout');
    await host.logout();
    return before === true ? !(await opensAtService(host, 'after the logout')) : null;
  },
};

/** Opens the token of the host, to compare it with the same token after the logout. */
export async function openBeforeLogout(host: HostProbe): Promise<void> {
  await opensAtService(host, 'before the logout');
}

/** Whether the token of the host opens the dashboard; `null` if that cannot be seen. */
async function opensAtService(host: HostProbe, occasion: Occasion): Promise<boolean | null> {
  try {
    const json = await host.token();
    const { token } = readToken(json) ?? {};
    const [opened, malformedToken] = token
      ? [await host.open(token, occasion), await host.open(MALFORMED_TOKEN, 'malformed')]
      : [];
    return opened && malformedToken ? opens(opened, { answers: { json, malformedToken } }) : null;
  } catch (error) {
    // The part about the service reports that it cannot be reached.
    if (error instanceof HttpCallError) return null;
    throw error;
  }
}
