import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { Session, SessionStore } from './session-store.ts';

/** Returns the session of the browser that sent the request, or `null`. */
export function findSession(context: Context, sessions: SessionStore): Session | null {
  return sessions.find(getCookie(context, cookieOf(context)));
}

/** Sets the cookie that names the session. */
export function remember(context: Context, { id }: Session): void {
  setCookie(context, cookieOf(context), id, { httpOnly: true, sameSite: 'Lax', path: '/' });
}

/** Cookies of one host are shared by all its ports: several playgrounds can run on one machine. */
function cookieOf(context: Context): string {
  return `playground-session-${new URL(context.req.url).port}`;
}
