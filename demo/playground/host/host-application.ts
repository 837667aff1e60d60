import { createDashboardHost, type DashboardHost, sessionIdFrom } from 'embedded-dashboard/host';
import { type Context, Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { createMiddleware } from 'hono/factory';
import { type Session, SessionStore } from './session-store.ts';
import type { DashboardView, SessionView } from './session-view.ts';
import { type User, users } from './users.ts';

/** What the host application is set up with. */
export interface HostApplicationOptions {
  /** The dashboard service's `{base_url}`. */
  baseUrl: string;
  apiKey: string;
  /** The dashboards that there are. */
  dashboards: readonly DashboardView[];
  /** The page's HTML. */
  renderPage: () => Promise<string>;
}

// Cookies of one host are shared by all its ports: a name of its own keeps other servers' away.
const COOKIE = 'aurora-desk-session';
const MAX_BODY = 1024;

/**
 * The application that embeds the dashboards: its page, its log-in (`/session`) and, under
 * `/dashboards`, the addresses that `<embedded-dashboard>` calls.
 */
export function createHostApplication(options: HostApplicationOptions): Hono {
  const sessions = new SessionStore();
  const host = createHost(options, sessions);
  const app = new Hono();

  app.use('/session', onlyOwnPage);
  app.get('/', async (context) => {
    // The demo spares its first visitor the log-in; a real application would show its own.
    if (!sessions.find(getCookie(context, COOKIE))) remember(context, sessions.begin(users[0]));
    context.header('Cache-Control', 'no-store');
    return context.html(await options.renderPage());
  });
  app.get('/session', (context) => {
    const user = sessions.find(getCookie(context, COOKIE))?.user ?? null;
    return answerSession(context, user, options);
  });
  app.post('/session', onlySmallBody, async (context) => {
    const content = await context.req.json<{ userId?: unknown } | null>().catch(() => null);
    const user = users.find(({ id }) => id === content?.userId);
    if (!user) return context.json({ error: 'There is no such user.' }, 400);
    return changeUser(context, user);
  });
  app.delete('/session', (context) => changeUser(context, null));
  app.all('/dashboards/*', (context) => host.fetch(context.req.raw, context));
  return app;

  async function changeUser(context: Context, user: User | null): Promise<Response> {
    const old = sessions.find(getCookie(context, COOKIE));
    // First, so that nothing is opened while the service is told.
    if (old) sessions.end(old.id);
    if (old?.user) await closeDashboards(host, old.user, old);
    remember(context, sessions.begin(user));
    return answerSession(context, user, options);
  }
}

async function closeDashboards(
  { client }: DashboardHost<Context>,
  user: User,
  { id }: Session,
): Promise<void> {
  await client.logout({ sessionId: sessionIdFrom(user.id, id) }).catch(() => {
    // Where the service cannot be told, its tokens end by themselves; the user leaves all the same.
  });
}

function createHost(
  { baseUrl, apiKey, dashboards }: HostApplicationOptions,
  sessions: SessionStore,
): DashboardHost<Context> {
  return createDashboardHost<Context>({
    baseUrl,
    apiKey,
    resolve(_request, { context }) {
      const session = sessions.find(getCookie(context, COOKIE));
      if (!session?.user) return null;
      const { id, name, organization, region } = session.user;
      return {
        sessionId: sessionIdFrom(id, session.id),
        dashboards: dashboardsOf(session.user, dashboards).map(({ guid }) => guid),
        sqlParameters: { Region: region },
        user: name,
        organization,
      };
    },
  });
}

/** Refuses what another site's page sends along with the user's cookie. */
const onlyOwnPage = createMiddleware(async (context, next) => {
  if (context.req.method === 'GET') return next();
  const site = context.req.header('Sec-Fetch-Site');
  const origin = context.req.header('Origin');
  const isOwn = site ? site === 'same-origin' : origin === new URL(context.req.url).origin;
  if (!isOwn) return context.json({ error: 'Only the application’s own page may do this.' }, 403);
  // A form can send other media types across sites without asking first, but not this one.
  if (!/^application\/json\s*(;|$)/i.test(context.req.header('Content-Type') ?? '')) {
    return context.json({ error: 'The body must be application/json.' }, 415);
  }
  return next();
});

/** The content is read whole: what does not tell its size, or is too large, is not begun. */
const onlySmallBody = createMiddleware(async (context, next) => {
  const size = context.req.header('Content-Length');
  if (!size) return context.json({ error: 'The body must tell its Content-Length.' }, 411);
  if (Number(size) <= MAX_BODY) return next();
  return context.json({ error: `The body is larger than ${MAX_BODY} bytes.` }, 413);
});

function remember(context: Context, { id }: Session): void {
  setCookie(context, COOKIE, id, { httpOnly: true, sameSite: 'Lax', path: '/' });
}

/** What is offered to a user, and all that `resolve` lets through. */
function dashboardsOf(
  user: User | null,
  dashboards: readonly DashboardView[],
): readonly DashboardView[] {
  return user ? dashboards : [];
}

function answerSession(
  context: Context,
  user: User | null,
  { dashboards }: HostApplicationOptions,
): Response {
  const view: SessionView = {
    user: user && toView(user),
    users: users.map(toView),
    dashboards: dashboardsOf(user, dashboards).map(({ guid, title }) => ({ guid, title })),
  };
  context.header('Cache-Control', 'no-store');
  return context.json(view);
}

function toView({ id, name, role }: User): SessionView['users'][number] {
  return { id, name, role };
}
