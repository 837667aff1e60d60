import type { LogoutReason } from './events.ts';

/** Ends a member's session, if `key` is that of its session, before it returns. */
export type EndSession = (key: unknown, reason: LogoutReason) => void;

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
  for (const endSession of [...members]) endSession(key, reason);
}
