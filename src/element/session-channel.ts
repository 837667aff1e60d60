import type { LogoutReason } from './events.ts';

/** Somebody in a session that may be ended. */
export interface SessionMember {
  /** Whether its session was ended on purpose, and no other has begun. */
  readonly isLoggedOut: boolean;
  /** Ends its session; gives what tells its listeners. */
  logOut(reason: LogoutReason): false | (() => void);
}

/** With what gives the key of the session that each is in. */
const members = new Map<SessionMember, () => unknown>();
let channel: BroadcastChannel | undefined;

/** From now on `member` hears of logouts, those of the origin's other tabs included. */
export function joinChannel(member: SessionMember, toKey: () => unknown): void {
  members.set(member, toKey);
  if (channel) return;
  channel = new BroadcastChannel('embedded-dashboard');
  channel.addEventListener('message', ({ data }) => endSessions(data, 'other-tab'));
}

export function leaveChannel(member: SessionMember): void {
  members.delete(member);
  if (members.size) return;
  channel?.close();
  channel = undefined;
}

/** Ends a session on this page before it returns, and then in the other tabs if they can know it. */
export function announceLogout(key: unknown, isShared: boolean): void {
  endSessions(key, 'requested');
  if (isShared) channel?.postMessage(key);
}

/** Whether nobody on this page has begun anew since the session was ended. */
export function isEnded(key: unknown): boolean {
  return membersOf(key).every(({ isLoggedOut }) => isLoggedOut);
}

function membersOf(key: unknown): SessionMember[] {
  return [...members.keys()].filter((member) => key && members.get(member)!() === key);
}

function endSessions(key: unknown, reason: LogoutReason): void {
  // All are at their end before a listener may begin anew, with a token that one of them still had.
  const tells = membersOf(key).map((member) => member.logOut(reason));
  for (const tell of tells) if (tell) tell();
}
