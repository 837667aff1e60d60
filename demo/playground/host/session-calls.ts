import { type DashboardHost, sessionIdFrom } from 'embedded-dashboard/host';
import { type Context, Hono } from 'hono';
import { readJson } from './request-checks.ts';
import { findSession, remember } from './session-cookie.ts';
import type { Session, SessionStore } from './session-store.ts';
import type { SessionView } from './session-view.ts';
import { type User, users } from './users.ts';

/** Lists the dashboards that the service has now. */
export type ListDashboards = () => Promise<readonly { guid: string; title: string }[]>;

/** The options of the `/session` routes. */
export interface SessionCallsOptions {
  host: DashboardHost<Context>;
  sessions: SessionStore;
  listDashboards: ListDashboards;
  /** The dashboard service's `{base_url}`. */
  baseUrl: string;
}

/** `/session`: GET returns the signed-in user, PUT signs a user in or out. */
export function createSessionCalls(options: SessionCallsOptions): Hono {
  const { host, sessions } = options;
  const app = new Hono();

  app.get('/', async (context) => {
    const user = findSession(context, sessions)?.user ?? null;
    return context.json(await toSessionView(user, options));
  });

  app.put('/', async (context) => {
    const { userId } = await readJson(context);
    const user = userId === null ? null : users.find(({ id }) => id === userId);
    if (user === undefined) return context.json({ error: 'There is no such user.' }, 400);
    const old = findSession(context, sessions);
    // End the session first, so that nothing opens while the service ends its tokens.
    if (old) sessions.end(old.id);
    if (old?.user) await closeDashboards(host, old.user, old);
    remember(context, sessions.begin(user));
    return context.json(await toSessionView(user, options));
  });

  return app;
}

async function closeDashboards(
  { client }: DashboardHost<Context>,
  user: User,
  { id }: Session,
): Promise<void> {
  await client.logout({ sessionId: sessionIdFrom(user.id, id) }).catch(() => {
    // If the service cannot be reached, its tokens expire. The user is signed out anyway.
  });
}

async function toSessionView(
  user: User | null,
  { listDashboards, baseUrl }: SessionCallsOptions,
): Promise<SessionView> {
  const dashboards = await listDashboards();
  return {
    user: user && toUserView(user),
    users: users.map(toUserView),
    dashboards: dashboards.map(({ guid, title }) => ({
      guid,
      title,
      isOpen: !user?.closedTo.includes(guid),
    })),
    // The name under which readers open the page, too.
    serviceUrl: baseUrl.replace('//127.0.0.1:', '//localhost:'),
  };
}

function toUserView({ id, name, role, region }: User): SessionView['users'][number] {
  return { id, name, role, region };
}
