import { createDashboardHost, type DashboardHost, sessionIdFrom } from 'embedded-dashboard/host';
import { type Context, Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { type Conditions, parseConditions } from './conditions.ts';
import { noStore, onlyOwnPage, onlySmallBody, readJson } from './request-checks.ts';
import { type Session, SessionStore } from './session-store.ts';
import type { SessionView } from './session-view.ts';
import { type User, users } from './users.ts';

/** What the host application is set up with. */
export interface HostApplicationOptions {
  /** The dashboard service's `{base_url}`. */
  baseUrl: string;
  apiKey: string;
  /** The dashboards that there are. */
  dashboards: readonly { guid: string; title: string }[];
  /** What goes wrong on purpose. */
  conditions: Conditions;
  /** The page's HTML. */
  renderPage: () => Promise<string>;
}

// Cookies of one host are shared by all its ports: a name of its own keeps other servers' away.
const COOKIE = 'playground-session';

/**
 * The application that embeds the dashboards: its page, its sign-in (`/session`), the switches for
 * what goes wrong (`/conditions`) and, under `/dashboards`, the addresses that `<embedded-dashboard>` calls.
 */
export function createHostApplication(options: HostApplicationOptions): Hono {
  const { conditions } = options;
  const sessions = new SessionStore();
  const host = createHost(options, sessions);
  const app = new Hono();

  for (const path of ['/session', '/conditions'])
    app.use(path, onlyOwnPage, onlySmallBody, noStore);
  app.get('/', noStore, async (context) => context.html(await options.renderPage()));
  app.get('/session', (context) => {
    const user = sessions.find(getCookie(context, COOKIE))?.user ?? null;
    return answerSession(context, user, options);
  });
  app.put('/session', async (context) => {
    const { userId } = await readJson(context);
    if (userId === null) return changeUser(context, null);
    const user = users.find(({ id }) => id === userId);
    if (!user) return context.json({ error: 'There is no such user.' }, 400);
    return changeUser(context, user);
  });
  app.get('/conditions', (context) => context.json(conditions.view));
  app.put('/conditions', async (context) => {
    const wanted = parseConditions(await readJson(context));
    if (!wanted) return context.json({ error: 'There are no such conditions.' }, 400);
    await conditions.change(wanted);
    return context.json(conditions.view);
  });
  app.all('/dashboards/*', async (context) => {
    const request = context.req.raw;
    return (await conditions.disturb(request)) ?? host.fetch(request, context);
  });
  return app;

  async function changeUser(context: Context, user: User | null): Promise<Response> {
    const old = sessions.find(getCookie(context, COOKIE));
    // First, so that nothing is opened while the service is told.
    if (old) sessions.end(old.id);
    if (old?.user) await closeDashboards(host, old.user, old);
    setCookie(context, COOKIE, sessions.begin(user).id, {
      httpOnly: true,
      sameSite: 'Lax',
      path: '/',
    });
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
      const { id, name, organization, region, closedTo } = session.user;
      const open = dashboards.filter(({ title }) => !closedTo.includes(title));
      return {
        sessionId: sessionIdFrom(id, session.id),
        dashboards: open.map(({ guid }) => guid),
        sqlParameters: { Region: region },
        user: name,
        organization,
      };
    },
  });
}

function answerSession(
  context: Context,
  user: User | null,
  { dashboards }: HostApplicationOptions,
): Response {
  const view: SessionView = {
    user: user && toView(user),
    users: users.map(toView),
    dashboards: dashboards.map(({ guid, title }) => ({
      guid,
      title,
      isOpen: !user?.closedTo.includes(title),
    })),
  };
  return context.json(view);
}

function toView({ id, name, role }: User): SessionView['users'][number] {
  return { id, name, role };
}
