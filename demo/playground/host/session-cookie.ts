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

/** Returns a cookie name per port: all ports of a host share cookies, and one machine can run several playgrounds. */
function cookieOf(context: Context): string {
  return `playground-session-${new URL(context.req.url).port}`;
}
