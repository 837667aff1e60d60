import type { DashboardError } from '../protocol/dashboard-error.ts';
import { DashboardLogoutEvent, type LogoutReason } from './events.ts';
import { notAnAddress, toError } from './failure.ts';
import { assertAnswered } from './host-answer.ts';
import { retryDelayMs } from './refresh-policy.ts';
import { inTime, postToHost, type HostRequest } from './host-request.ts';
import { toPlace } from './token-source.ts';

/** A member of a session that may end. */
export interface SessionMember {
  /** Whether its session was ended, and no other session has begun. */
  readonly isLoggedOut: boolean;
  /** Ends its session. Returns `false` if it had already ended. */
  logOut(): boolean;
  tell(event: Event): void;
}

/** The number of attempts of the request. After that, the session ends by its own time limit. */
const ATTEMPTS = 3;

/** The elements of the page, each with a function that returns the key of its session. */
const members = new Map<SessionMember, () => unknown>();
/** Open as long as the page has an element. */
let channel: BroadcastChannel | null = null;

/** Lets `member` take part in logouts, including those of the origin's other tabs. */
export function joinLogouts(member: SessionMember, toKey: () => unknown): void {
  members.set(member, toKey);
  if (channel) return;
  channel = new BroadcastChannel('embedded-dashboard');
  channel.addEventListener('message', ({ data }) => endSessions(data, 'other-tab'));
}

export function leaveLogouts(member: SessionMember): void {
  members.delete(member);
  if (members.size) return;
  channel?.close();
  channel = null;
}

/**
 * Ends a session: first on this page, then in the other tabs, which know only addresses, and last at the
 * host. `key` is equal for all elements of the session. `url` is the host's address: `null` if it is
 * malformed, `undefined` if there is none. `onFailed` is called for each failed attempt.
 * @throws {DashboardError} `logout-failed` if the request to the host failed.
 */
export async function logOut(
  key: unknown,
  url: string | null | undefined,
  request: HostRequest,
  onFailed: (error: DashboardError) => void,
): Promise<void> {
  endSessions(key, 'requested');
  if (url) channel?.postMessage(key);
  if (url !== undefined) await tellHost(key, url, request, onFailed);
}

function endSessions(key: unknown, reason: LogoutReason): void {
  // End every session first: a listener may call `reload()`, which must not use another member's token.
  const ended = membersOf(key).filter((member) => member.logOut());
  for (const member of ended) member.tell(new DashboardLogoutEvent(reason));
}

function membersOf(key: unknown): SessionMember[] {
  return [...members.keys()].filter((member) => key && members.get(member)!() === key);
}

async function tellHost(
  key: unknown,
  url: string | null,
  request: HostRequest,
  onFailed: (error: DashboardError) => void,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await postLogout(url, request);
    } catch (failure) {
      const { status, retryable } = failure as DashboardError;
      // The host no longer knows the session: it answered so, or redirected to its login page.
      if (status === 401 || status === 404) return;
      const error = toError('logout-failed', { at: toPlace(url ?? ''), status, retryable });
      const delayMs = retryDelayMs(attempt);
      const mayRetry = retryable && attempt < ATTEMPTS;
      error.attempt = attempt;
      if (mayRetry) error.retryAt = new Date(Date.now() + delayMs);
      onFailed(error);
      if (!mayRetry) throw error;
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      // If another session has begun meanwhile, the next attempt would end that one.
      if (membersOf(key).some(({ isLoggedOut }) => !isLoggedOut)) throw error;
    }
  }
}

/** @throws {DashboardError} if the host did not end the session. */
async function postLogout(url: string | null, request: HostRequest): Promise<void> {
  if (!url) throw notAnAddress('logout-url');
  const at = toPlace(url);
  // `keepalive`: a page often leaves right after a logout.
  const post = (signal: AbortSignal) => postToHost(url, request, {}, { signal, keepalive: true });
  await inTime(at, async (signal) => assertAnswered(await post(signal), at));
}
