import { getConnInfo } from '@hono/node-server/conninfo';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { html } from 'hono/html';
import { HTTPException } from 'hono/http-exception';
import {
  type AdminSessionStore,
  ATTEMPT_WINDOW_SECONDS,
  SESSION_SECONDS,
} from '../state/admin-session-store.ts';
import type { ServiceParts } from '../state/service-parts.ts';
import { renderAdminPage, toAdminRoot } from './admin-page.ts';
import { readForm } from './form.ts';
import { isSecure } from './secure-request.ts';

const COOKIE = 'back-office';
/** Pages of the back office, as an address within it: nothing that leads elsewhere. */
const INNER_PAGE = /^[\w-]+(\/[\w-]+)*(\?[\w=&%.+-]*)?$/;

type Parts = Pick<ServiceParts, 'sessions' | 'password' | 'assets'>;

/** Login and logout. */
export function createLoginPages({ sessions, password, assets }: Parts): Hono {
  const app = new Hono();

  const showLogin = (context: Context, problem: string): Response | Promise<Response> => {
    const body = renderLogin(problem);
    return renderAdminPage(context, assets, { title: 'Log in', section: null, body });
  };

  app.get('/login', (context) => showLogin(context, ''));

  app.post('/login', async (context) => {
    const given = (await readForm(context)).get('password') ?? '';
    const address = toAddress(context);
    if (!(await sessions.noteAttempt(address))) {
      context.status(429);
      context.header('Retry-After', String(ATTEMPT_WINDOW_SECONDS));
      return showLogin(context, 'Too many attempts. Please wait for a quarter of an hour.');
    }
    if (!(await password.matches(given))) {
      context.status(401);
      return showLogin(context, 'This is not the password.');
    }
    keepSession(context, await sessions.begin(address));
    const next = context.req.query('next') ?? '';
    return context.redirect(INNER_PAGE.test(next) ? next : 'dashboards', 303);
  });

  app.post('/logout', async (context) => {
    const session = findAdminSession(context);
    if (session) await sessions.end(session);
    deleteCookie(context, COOKIE, { path: '/' });
    return context.redirect('login', 303);
  });

  return app;
}

/** Lets nobody past who is not logged in: a reader is sent to log in, and then back to the page. */
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

/** The secret of the caller's session, which may have ended; empty without one. */
export function findAdminSession(context: Context): string {
  return getCookie(context, COOKIE) ?? '';
}

function keepSession(context: Context, session: string): void {
  setCookie(context, COOKIE, session, {
    httpOnly: true,
    sameSite: 'Strict',
    secure: isSecure(context),
    maxAge: SESSION_SECONDS,
    path: '/',
  });
}

/** Whose attempts are counted. Behind a proxy all callers come from the proxy. */
function toAddress(context: Context): string {
  return context.env && 'incoming' in context.env
    ? (getConnInfo(context).remote.address ?? '')
    : '';
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
      <button>Log in</button>
    </form>
  </main>`;
}
