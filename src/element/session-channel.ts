import type { LogoutReason } from './events.ts';

/** Ends a member's session, if `key` is that of its session; gives what tells its listeners. */
export type EndSession = (key: unknown, reason: LogoutReason) => false | (() => void);

const members = new Set<EndSession>();
let channel: BroadcastChannel | undefined;

/** From now on `member` hears of logouts, those of the origin's other tabs included. */
export function joinChannel(member: EndSession): void {
  members.add(member);
  if (channel) return;
  channel = new BroadcastChannel('embedded-dashboard');
  channel.addEventListener('message', ({ data }) => endSessions(data, 'other-tab'));
}

export function leaveChannel(member: EndSession): void {
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

function endSessions(key: unknown, reason: LogoutReason): void {
  // All are at their end before a listener may begin anew, with a token that one of them still had.
  const tells = [...members].map((endSession) => endSession(key, reason));
  for (const tell of tells) if (tell) tell();
}
