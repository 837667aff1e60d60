import { TEXTS_EVENT } from '../locales/dashboard-texts.ts';
import { darkScheme } from './color-scheme.ts';
import type { EmbeddedElement } from './embedding-owner.ts';
import { DashboardLogoutEvent, type LogoutReason } from './events.ts';
import { resolveUrl } from './token-source.ts';

/** An element on the page. */
export interface PageMember {
  readonly element: EmbeddedElement;
  /** Whether its session was ended, and no other session has begun. */
  readonly isLoggedOut: boolean;
  /** Ends its session. Returns `false` if it had already ended. */
  logOut(): boolean;
  tell(event: Event): void;
}

const members = new Set<PageMember>();
/** Open as long as the page has an element. */
let channel: BroadcastChannel | null = null;

// Both are undefined outside of a browser.
darkScheme?.addEventListener('change', updateAll);
globalThis.addEventListener?.(TEXTS_EVENT, updateAll);

/** Adds an element to the page. */
export function joinPage(member: PageMember): void {
  members.add(member);
}

/** Listens to the origin's other tabs, for all elements. */
export function listenToTabs(): void {
  if (channel) return;
  channel = new BroadcastChannel('embedded-dashboard');
  channel.addEventListener('message', ({ data }) => endSessions(data, 'other-tab'));
}

export function leavePage(member: PageMember): void {
  members.delete(member);
  if (members.size) return;
  channel?.close();
  channel = null;
}

/** Ends a session on this page. Other tabs know only addresses. */
export function endSessions(key: unknown, reason: LogoutReason): void {
  // End every session first: a listener may call `reload()`, which must not use another member's token.
  const ended = membersOf(key).filter((member) => member.logOut());
  for (const member of ended) member.tell(new DashboardLogoutEvent(reason));
}

/** Ends a session in the origin's other tabs. */
export function endSessionsInTabs(key: unknown): void {
  channel?.postMessage(key);
}

/** The key of a session, equal for all its elements: the address that ends it, or else the source of its tokens. */
export function toSessionKey({ logoutUrl, getToken, tokenUrl }: EmbeddedElement): unknown {
  return resolveUrl(logoutUrl) ?? getToken ?? resolveUrl(tokenUrl);
}

/** Returns the elements of a session. */
export function membersOf(key: unknown): PageMember[] {
  return [...members].filter(({ element }) => key && toSessionKey(element) === key);
}

function updateAll(): void {
  for (const { element } of members) element.requestUpdate();
}
