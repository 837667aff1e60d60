import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context, MiddlewareHandler } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { html } from 'hono/html';
import { HTTPException } from 'hono/http-exception';
import {
  type AdminSessionStore,
  ATTEMPT_WINDOW_SECONDS,
  SESSION_SECONDS,
} from '../state/admin-session-store.ts';
import type { ServiceParts } from '../state/service-parts.ts';
import type { SignInEvent } from '../telemetry/events.ts';
import { renderAdminPage, toAdminRoot } from './admin-page.ts';
import { readForm } from './form.ts';
import type { RouteHandlers } from './routes.ts';

const COOKIE = 'back-office';
const DEVICE_COOKIE = 'back-office-device';
/** The prefix of callers that have signed in before. */
const DEVICE = 'device ';
/** The longest life of a cookie: browsers keep cookies for at most 400 days. */
const DEVICE_SECONDS = 400 * 24 * 60 * 60;
/** Matches the address of a page of the back office. A login redirects to no other address. */
const INNER_PAGE = /^[\w-]+(\/[\w-]+)*(\?[\w=&%.+-]*)?$/;

type Parts = Pick<
  ServiceParts,
  'sessions' | 'devices' | 'password' | 'assets' | 'url' | 'findCaller' | 'report'
>;

/** Creates the pages for login and logout. */
export function createLoginPages(parts: Parts) {
  return {
    'GET /login': (context) => showLogin(context, parts, ''),
    'POST /login': (context) => signIn(context, parts),
    'POST /logout': (context) => signOut(context, parts),
  } satisfies Partial<RouteHandlers>;
}

function showLogin(
  context: Context,
  { assets }: Pick<Parts, 'assets'>,
  problem: string,
): Response | Promise<Response> {
  const body = renderLogin(problem);
  return renderAdminPage(context, assets, { title: 'Sign in', section: null, body });
}

async function signIn(context: Context, parts: Parts): Promise<Response> {
  const { sessions, password, devices, url, report } = parts;
  const given = (await readForm(context)).get('password') ?? '';
  const caller = toCaller(context, parts);
  const tell = (outcome: SignInEvent['outcome']): void =>
    report({ kind: 'sign-in', outcome, address: isDevice(caller) ? null : caller });
  if (!(await sessions.noteAttempt(caller))) {
    tell('locked');
    context.status(429);
    context.header('Retry-After', String(ATTEMPT_WINDOW_SECONDS));
    return showLogin(context, parts, 'Too many attempts. Try again in 15 minutes.');
  }
  if (!(await password.matches(given))) {
    tell('refused');
    context.status(401);
    return showLogin(context, parts, 'Wrong password.');
  }
  tell('accepted');
  const isSecure = new URL(url()).protocol === 'https:';
  keepCookie(context, COOKIE, await sessions.begin(caller), SESSION_SECONDS, isSecure);
  keepCookie(context, DEVICE_COOKIE, devices.createCookie(), DEVICE_SECONDS, isSecure);
  const next = context.req.query('next') ?? '';
  return context.redirect(INNER_PAGE.test(next) ? next : 'dashboards', 303);
}

async function signOut(context: Context, { sessions }: Parts): Promise<Response> {
  const session = findAdminSession(context);
  if (session) await sessions.end(session);
  deleteCookie(context, COOKIE, { path: '/' });
  return context.redirect('login', 303);
}

/** Redirects visitors who are not signed in to the sign-in page, and back to the page afterwards. */
export function requireLogin(sessions: AdminSessionStore): MiddlewareHandler {
  return async (context, next) => {
    const session = findAdminSession(context);
    if (session && (await sessions.isLive(session))) return next();
    const { method, path, url } = context.req;
    if (method !== 'GET') throw new HTTPException(401);
    const page = path.replace(/^\/admin\/?/i, '') + new URL(url).search;
    const query = INNER_PAGE.test(page) ? `?next=${encodeURIComponent(page)}` : '';
    return context.redirect(`${toAdminRoot(context)}login${query}`, 303);
  };
}

/** Returns the secret of the caller's session, which may have ended; empty if there is none. */
export function findAdminSession(context: Context): string {
  return getCookie(context, COOKIE) ?? '';
}

function keepCookie(
  context: Context,
  name: string,
  value: string,
  maxAge: number,
  secure: boolean,
): void {
  setCookie(context, name, value, {
    httpOnly: true,
    sameSite: 'Strict',
    secure,
    maxAge,
    path: '/',
  });
}

function isDevice(caller: string): boolean {
  return caller.startsWith(DEVICE);
}

/** Returns the key by which login attempts are counted: the browser if it has signed in before, otherwise the address. */
function toCaller(context: Context, { devices, findCaller }: Parts): string {
  const device = devices.identify(getCookie(context, DEVICE_COOKIE));
  if (device !== null) return `${DEVICE}${device}`;
  const isOverNetwork = context.env && 'incoming' in context.env;
  const { address = '' } = isOverNetwork ? getConnInfo(context).remote : {};
  return findCaller(address, context.req.header('X-Forwarded-For'));
}

function renderLogin(problem: string) {
  return html`<main class="login">
    <h1>Back office</h1>
    <form method="post">
      <label for="password">Password</label>
      <input
        id="password"
        name="password"
        type="password"
        autocomplete="current-password"
        required
        autofocus
        aria-describedby="problem"
      />
      <p class="problem" id="problem" role="alert">${problem}</p>
      <button>Sign in</button>
    </form>
  </main>`;
}
