import type { Context } from 'hono';
import { deleteCookie, getCookie } from 'hono/cookie';
import type { ServiceParts } from '../../state/service-parts.ts';
import { keepCookie } from '../session-cookie.ts';
import type { AttemptSecrets } from './identity-provider.ts';

/** An attempt to sign in at the identity provider. */
export interface Attempt extends AttemptSecrets {
  /** The page to open afterwards. */
  next: string;
  /** The end of the attempt, in milliseconds. */
  until: number;
}

type Parts = Pick<ServiceParts, 'signOnSecrets' | 'url' | 'now'>;

const COOKIE = 'back-office-attempt';
const ATTEMPT_SECONDS = 10 * 60;

/** Keeps an attempt in the browser. The provider's page leads back, so the cookie is `Lax`; that of the session is `Strict`. */
export function keepAttempt(context: Context, attempt: Omit<Attempt, 'until'>, parts: Parts): void {
  const until = parts.now() + ATTEMPT_SECONDS * 1000;
  const value = parts.signOnSecrets.sealAttempt(JSON.stringify({ ...attempt, until }));
  keepCookie(context, parts, { name: COOKIE, value, maxAge: ATTEMPT_SECONDS, sameSite: 'Lax' });
}

/** Returns the attempt of the browser, once; `null` if it has none, or the attempt is too old. */
export function takeAttempt(context: Context, { signOnSecrets, now }: Parts): Attempt | null {
  const cookie = getCookie(context, COOKIE);
  if (!cookie) return null;
  deleteCookie(context, COOKIE, { path: '/' });
  const text = signOnSecrets.unsealAttempt(cookie);
  const attempt = text === null ? null : (JSON.parse(text) as Attempt);
  return attempt && attempt.until > now() ? attempt : null;
}
