import { DashboardErrorEvent } from '../protocol/dashboard-error-event.ts';
import { Failure, notAnAddress, toError } from './failure.ts';
import { isSignedIn } from './host-answer.ts';
import {
  endSessions,
  endSessionsInTabs,
  membersOf,
  toSessionKey,
  type PageMember,
} from './page-members.ts';
import { retryDelayMs } from './refresh-policy.ts';
import { inTime, postToHost, type HostRequest } from './host-request.ts';
import { toPlace } from './token-source.ts';

/** The number of attempts of the request. After that, the session ends by its own time limit. */
const ATTEMPTS = 3;

/**
 * Ends the session of an element: first on this page, then in the other tabs, which know only addresses, and last at
 * the host. `url` is the host's address: `null` if it is malformed, `undefined` if there is none.
 * @throws {DashboardError} `logout-failed` if the request to the host failed.
 */
export async function logOut(
  member: PageMember,
  url: string | null | undefined,
  request: HostRequest,
): Promise<void> {
  const key = toSessionKey(member.element);
  endSessions(key, 'requested');
  if (url) endSessionsInTabs(key);
  if (url === undefined) return;
  for (let attempt = 1; ; attempt++) {
    try {
      return await postLogout(url, request);
    } catch (failure) {
      const { status, retryable } = failure as Failure;
      // The host no longer knows the session.
      if (status === 404) return;
      const delayMs = retryDelayMs(attempt);
      const mayRetry = retryable && attempt < ATTEMPTS;
      const error = toError(
        new Failure('logout-failed', { at: toPlace(url ?? ''), status, retryable }),
        attempt,
        mayRetry ? new Date(Date.now() + delayMs) : null,
      );
      member.tell(new DashboardErrorEvent(error));
      if (!mayRetry) throw error;
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      // If another session has begun meanwhile, the next attempt would end that one.
      if (membersOf(key).some(({ isLoggedOut }) => !isLoggedOut)) throw error;
    }
  }
}

/** @throws {DashboardError | Failure} if the host did not end the session. */
async function postLogout(url: string | null, request: HostRequest): Promise<void> {
  if (!url) throw notAnAddress('logout-url');
  const at = toPlace(url);
  // `keepalive`: a page often leaves right after a logout.
  const post = (signal: AbortSignal) => postToHost(url, request, {}, { signal, keepalive: true });
  // Without a signed-in user, the session has ended already.
  await inTime(at, async (signal) => isSignedIn(await post(signal), at));
}
