import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { PasswordHash } from '../secrets/person-password.ts';
import { hashSecret } from '../secrets/secret-box.ts';
import { SESSION_SECONDS } from '../state/admin-session-store.ts';
import type { ServiceParts } from '../state/service-parts.ts';
import { toCallerNetwork } from './caller-network.ts';

/** The cookie with the secret of a session. */
export const SESSION_COOKIE = 'back-office';
const DEVICE_COOKIE = 'back-office-device';
/** The prefix of callers that have signed in before. */
const DEVICE = 'device ';
/** The longest life of a cookie: browsers keep cookies for at most 400 days. */
const DEVICE_SECONDS = 400 * 24 * 60 * 60;

/** Somebody who signs in. */
export interface SignedIn {
  /** `null` for the administrator with the password of the settings. */
  personId: number | null;
  name: string;
  /** The name as it is compared; empty for the administrator with the password of the settings. */
  nameKey: string;
  /** The password that was checked; `null` for that of the settings. */
  password: PasswordHash | null;
  /** The callers whose attempts are forgotten. */
  callers: readonly string[];
}

/**
 * Begins a new session of a person of the identity provider. `sealed`: the provider's tokens. Returns `false` if the person was
 * removed meanwhile.
 */
export async function beginProviderSession(
  context: Context,
  parts: Pick<ServiceParts, 'audit' | 'sessions' | 'url'>,
  { personId, name, sealed }: { personId: number; name: string; sealed: string },
): Promise<boolean> {
  const { audit, sessions } = parts;
  await endFormer(context, sessions);
  const actor = { name, personId };
  const note = audit.note({ actor, action: 'sign-in', companyId: null, after: { provider: true } });
  return keepSession(context, parts, await sessions.begin([], personId, { sealed, note }));
}

/** Returns the secret of the caller's session, which may have ended; empty if there is none. */
export function findAdminSession(context: Context): string {
  return getCookie(context, SESSION_COOKIE) ?? '';
}

/**
 * Begins a new session in the caller's browser, and ends the one before. Returns `false` if the person was removed or has
 * another password meanwhile: both end the sessions, also this one.
 */
export async function beginAdminSession(
  context: Context,
  parts: Pick<ServiceParts, 'audit' | 'sessions' | 'devices' | 'url'>,
  { personId, name, nameKey, password, callers }: SignedIn,
): Promise<boolean> {
  const { audit, sessions, devices } = parts;
  await endFormer(context, sessions);
  const after = { address: toLoggedAddress(callers) || null };
  const entry = { actor: { name, personId }, action: 'sign-in', companyId: null, after } as const;
  const begun = await sessions.begin(callers, personId, { password, note: audit.note(entry) });
  if (!keepSession(context, parts, begun)) return false;
  const value = devices.createCookie(nameKey);
  keepCookie(context, parts, { name: DEVICE_COOKIE, value, maxAge: DEVICE_SECONDS });
  return true;
}

function keepSession(
  context: Context,
  parts: Pick<ServiceParts, 'url'>,
  value: string | null,
): boolean {
  if (value === null) return false;
  keepCookie(context, parts, { name: SESSION_COOKIE, value, maxAge: SESSION_SECONDS });
  return true;
}

/**
 * Returns the keys by which attempts to sign in are counted. A browser in which the same name has signed in before has
 * a count of its own. For others, the address counts, and with `byName` also the name, whether somebody has it or not.
 */
export function toCallers(
  context: Context,
  { devices, findCaller }: Pick<ServiceParts, 'devices' | 'findCaller'>,
  { nameKey, byName }: { nameKey: string; byName: boolean },
): string[] {
  const device = devices.identify(getCookie(context, DEVICE_COOKIE), nameKey);
  if (device !== null) return [`${DEVICE}${device}`];
  const isOverNetwork = context.env && 'incoming' in context.env;
  const { address = '' } = isOverNetwork ? getConnInfo(context).remote : {};
  const caller = toCallerNetwork(findCaller(address, context.req.header('X-Forwarded-For')));
  // A password that was typed into the wrong field is not stored as it is.
  return byName ? [caller, `name ${hashSecret(nameKey)}`] : [caller];
}

/** Returns the address of callers for the log; `null` for a browser that had signed in before. */
export function toLoggedAddress([caller = '']: readonly string[]): string | null {
  return caller.startsWith(DEVICE) ? null : caller;
}

async function endFormer(
  context: Context,
  sessions: Pick<ServiceParts['sessions'], 'end'>,
): Promise<void> {
  const former = findAdminSession(context);
  if (former) await sessions.end(former);
}

/** Keeps a cookie that scripts cannot read. `secure` if the service has an `https` address. */
export function keepCookie(
  context: Context,
  { url }: Pick<ServiceParts, 'url'>,
  { name, value, maxAge, sameSite = 'Strict' }: KeptCookie,
): void {
  const secure = new URL(url()).protocol === 'https:';
  setCookie(context, name, value, { httpOnly: true, sameSite, secure, maxAge, path: '/' });
}

interface KeptCookie {
  name: string;
  value: string;
  /** The life in seconds. */
  maxAge: number;
  /** Default: `Strict`. */
  sameSite?: 'Strict' | 'Lax';
}
