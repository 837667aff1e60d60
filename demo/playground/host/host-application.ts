import { randomBytes } from 'node:crypto';
import { SettingError } from 'embedded-dashboard-service';
import { createDashboardHost, type DashboardHost, sessionIdFrom } from 'embedded-dashboard/host';
import { type Context, Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { type Conditions, parseConditions } from './conditions.ts';
import { streamRenderedPage } from './rendered-page.ts';
import { noStore, onlyOwnHost, onlyOwnPage, onlySmallBody, readJson } from './request-checks.ts';
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

/**
 * The application that embeds the dashboards: its page, its sign-in (`/session`), the switches for
 * what goes wrong (`/conditions`), dashboards in pages that it writes itself (`/rendered`) and, under
 * `/dashboards`, the addresses that `<embedded-dashboard>` calls.
 */
export function createHostApplication(options: HostApplicationOptions): Hono {
  const { conditions } = options;
  const sessions = new SessionStore();
  const app = new Hono();
  const findSession = (context: Context): Session | null =>
    sessions.find(getCookie(context, cookieOf(context)));
  const host = createHost(options, findSession);

  app.use(onlyOwnHost);
  for (const path of ['/session', '/conditions'])
    app.use(path, onlyOwnPage, onlySmallBody, noStore);
  app.get('/', noStore, async (context) => {
    // The playground spares its first visitor the sign-in; a real application would ask for it.
    if (!findSession(context)) remember(context, sessions.begin(users[0]!));
    context.header('Content-Security-Policy', toPolicy(options.baseUrl));
    return context.html(await options.renderPage());
  });
  app.get('/session', (context) => {
    return answerSession(context, findSession(context)?.user ?? null, options);
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
    try {
      await conditions.change(wanted);
    } catch (error) {
      if (!(error instanceof SettingError)) throw error;
      return context.json({ error: `The service cannot come back. ${error.message}` }, 503);
    }
    return context.json(conditions.view);
  });
  app.get('/rendered/:guid', (context) => {
    const nonce = randomBytes(16).toString('base64');
    context.header('Content-Security-Policy', toPolicy(options.baseUrl, nonce));
    const { theme, color, 'background-color': backgroundColor } = context.req.query();
    const look = { theme, color, backgroundColor };
    const dashboardGuid = context.req.param('guid');
    const tag = host.render(context.req.raw, { dashboardGuid, ...look, nonce, context });
    return streamRenderedPage(context, { nonce, tag });
  });
  app.all('/dashboards/*', async (context) => {
    const request = context.req.raw;
    return (await conditions.disturb(request)) ?? host.fetch(request, context);
  });
  return app;

  async function changeUser(context: Context, user: User | null): Promise<Response> {
    const old = findSession(context);
    // First, so that nothing is opened while the service is told.
    if (old) sessions.end(old.id);
    if (old?.user) await closeDashboards(host, old.user, old);
    remember(context, sessions.begin(user));
    return answerSession(context, user, options);
  }
}

/** Cookies of one host are shared by all its ports: several playgrounds can run on one machine. */
function cookieOf(context: Context): string {
  return `playground-session-${new URL(context.req.url).port}`;
}

function remember(context: Context, { id }: Session): void {
  setCookie(context, cookieOf(context), id, { httpOnly: true, sameSite: 'Lax', path: '/' });
}

/** A link may name any `base-url` or `token-url`: no token goes to any other server than the service. */
function toPolicy(baseUrl: string, nonce?: string): string {
  const { port } = new URL(baseUrl);
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self'${nonce ? ` 'nonce-${nonce}'` : ''}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    `frame-src http://127.0.0.1:${port} http://localhost:${port}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
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
  findSession: (context: Context) => Session | null,
): DashboardHost<Context> {
  return createDashboardHost<Context>({
    baseUrl,
    apiKey,
    resolve(_request, { context }) {
      const session = findSession(context);
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

function toView({ id, name, role, region }: User): SessionView['users'][number] {
  return { id, name, role, region };
}
