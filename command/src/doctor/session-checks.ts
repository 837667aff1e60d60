import { describeAnswer, type HttpAnswer } from './http-call.ts';
import {
  type CallChanges,
  type HostProbe,
  isNotStored,
  NO_STORE_FIX,
  toStranger,
} from './host-probe.ts';
import { LOGOUT_EFFECT } from './logout-effect.ts';
import type { Check } from './run-checks.ts';

type HostCheck = Check<HostProbe>;

const LOGIN_FIX = 'Answer 401, or redirect to the login, if nobody is signed in.';

/** The checks of a host with a login. */
export const LOGIN_CHECKS: readonly HostCheck[] = [
  {
    name: 'without-login',
    fix: LOGIN_FIX,
    holds: async (host) => isLogin(await host.token({ headers: host.withoutUser })),
  },
  {
    name: 'login-not-stored',
    fix: NO_STORE_FIX,
    holds: async (host) => isNotStored(await host.token({ headers: host.withoutUser })),
  },
  {
    name: 'invalid-login',
    fix: 'Check the cookie or the token of the session, and answer 401 for one that is not valid.',
    holds: async (host) => {
      return isLogin(await host.token({ headers: host.invalidUser }));
    },
  },
];

/** The checks of the logout address. These calls end sessions. */
export const LOGOUT_CHECKS: readonly HostCheck[] = [
  LOGOUT_EFFECT,
  {
    name: 'logout-answers',
    fix: 'Answer 200 or 204 to a logout.',
    holds: async (host) => [200, 204].includes((await host.logout()).status),
  },
  {
    name: 'logout-no-store',
    fix: NO_STORE_FIX,
    holds: async (host) => isNotStored(await host.logout()),
  },
  {
    name: 'logout-get',
    fix: 'Serve the logout address for POST only: an image of another site could end sessions.',
    holds: async (host) => {
      const { status, body } = await host.logout({ method: 'GET', body: '' });
      // A page of the application is not a logout.
      return status !== 204 && (status !== 200 || body.length > 100);
    },
  },
  refusesLogout('logout-text-plain', { headers: { 'Content-Type': 'text/plain' } }),
  refusesLogout('logout-without-header', { headers: { 'X-Embedded-Dashboard': null } }),
  refusesLogout('logout-of-strangers', { headers: toStranger() }),
];

function refusesLogout(name: string, changes: CallChanges): HostCheck {
  return {
    name,
    fix: 'Guard the logout address as the token address: another site could end sessions.',
    holds: async (host) => {
      const answer = await host.logout(changes);
      const isRefused = answer.status >= 300 && answer.status < 500;
      return isRefused || describeAnswer(answer, host.tokenUrl);
    },
  };
}

function isLogin({ status }: HttpAnswer): boolean {
  return status === 401 || (status >= 300 && status < 400);
}
