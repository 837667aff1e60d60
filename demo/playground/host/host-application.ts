import {
  createDashboardHost,
  type DashboardHost,
  oneOf,
  sessionIdFrom,
} from 'embedded-dashboard/host';
import { type Context, Hono } from 'hono';
import { createConditionCalls } from './condition-calls.ts';
import type { Conditions } from './conditions.ts';
import { createRandomText } from './random-text.ts';
import { toRegionParameters } from './region-parameters.ts';
import { streamRenderedPage } from './rendered-page.ts';
import { noStore, onlyOwnHost, onlyOwnPage, onlySmallBody } from './request-checks.ts';
import { createSessionCalls, type ListDashboards } from './session-calls.ts';
import { findSession, remember } from './session-cookie.ts';
import { SessionStore } from './session-store.ts';
import { type User, users } from './users.ts';

/** The names of this machine that a browser shows in an address. */
const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/** The session of the gallery of statuses, which nobody signs out. */
const SAMPLES = 'samples';

/** The numbers of months that a reader may choose. The first one is the default. */
const PERIODS = ['12', '6', '3'];

/** The options of the host application. */
export interface HostApplicationOptions {
  /** The dashboard service's `{base_url}`. */
  baseUrl: string;
  apiKey: string;
  /** The host names of the page. Default: those of this machine. */
  hosts?: readonly string[];
  /** Returns all dashboards of the playground. */
  listDashboards: ListDashboards;
  /** The faults to simulate. */
  conditions: Conditions;
  /** Returns the page's HTML. */
  renderPage: () => Promise<string>;
}

/**
 * Creates the application that embeds the dashboards: its page, its sign-in (`/session`), the switches for simulated
 * faults (`/conditions`), pages with a dashboard rendered by the host (`/rendered`) and, under `/dashboards` and
 * `/samples`, the addresses that `<embedded-dashboard>` calls.
 */
export function createHostApplication(options: HostApplicationOptions): Hono {
  const { baseUrl, listDashboards, conditions, renderPage } = options;
  const sessions = new SessionStore();
  const host = createHost(options, '/dashboards', (context) => {
    const session = findSession(context, sessions);
    return session?.user ? { user: session.user, sessionId: session.id } : null;
  });
  // The gallery shows each status in any session, and while faults are simulated.
  const samples = createHost(options, '/samples', () => ({ user: users[0]!, sessionId: SAMPLES }));
  const app = new Hono();

  app.use(onlyOwnHost(options.hosts ?? LOOPBACK_HOSTS));
  for (const path of ['/session', '/conditions'])
    app.use(path, onlyOwnPage, onlySmallBody, noStore);
  app.get('/', noStore, async (context) => {
    // The playground signs its first visitor in; a real application would ask for a password.
    if (!findSession(context, sessions)) remember(context, sessions.begin(users[0]!));
    context.header('Content-Security-Policy', toPolicy(baseUrl));
    return context.html(await renderPage());
  });
  app.route('/session', createSessionCalls({ host, sessions, listDashboards, baseUrl }));
  app.route('/conditions', createConditionCalls(conditions));
  app.get('/rendered/:guid', (context) => {
    const nonce = createRandomText();
    context.header('Content-Security-Policy', toPolicy(baseUrl, nonce));
    const { theme, color, 'background-color': backgroundColor } = context.req.query();
    const look = { theme, color, backgroundColor };
    const chosen = {
      dashboardGuid: context.req.param('guid'),
      parameters: toParameters(context.req.query('parameters')),
    };
    const tag = host.render(context.req.raw, { ...chosen, ...look, nonce, context });
    return streamRenderedPage(context, { nonce, tag });
  });
  app.all('/samples/*', (context) => samples.fetch(context.req.raw, context));
  app.all('/dashboards/*', async (context) => {
    const request = context.req.raw;
    return (await conditions.disturb(request)) ?? host.fetch(request, context);
  });
  return app;
}

/** Parses the parameters of an address; returns `null` if they are missing or malformed. */
function toParameters(json = 'null'): Record<string, string> | null {
  try {
    return JSON.parse(json) as Record<string, string> | null;
  } catch {
    return null;
  }
}

/**
 * Returns the Content-Security-Policy of a page. A link may name any `base-url` or `token-url`, so the policy ensures
 * that tokens go to no server except the service.
 */
function toPolicy(baseUrl: string, nonce?: string): string {
  const { origin, hostname, port } = new URL(baseUrl);
  // Pages may name the service of this machine either way.
  const isLoopback = LOOPBACK_HOSTS.includes(hostname);
  const frames = isLoopback
    ? ['127.0.0.1', 'localhost'].map((name) => `http://${name}:${port}`)
    : [origin];
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self'${nonce ? ` 'nonce-${nonce}'` : ''}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    `frame-src ${frames.join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function createHost(
  { baseUrl, apiKey, listDashboards }: HostApplicationOptions,
  basePath: string,
  findUser: (context: Context) => { user: User; sessionId: string } | null,
): DashboardHost<Context> {
  return createDashboardHost<Context>({
    baseUrl,
    apiKey,
    basePath,
    async resolve(_request, { dashboardGuid, parameters, context }) {
      const found = findUser(context);
      if (!found) return null;
      const { id, name, organization, closedTo } = found.user;
      const open = (await listDashboards()).filter(({ guid }) => !closedTo.includes(guid));
      return {
        sessionId: sessionIdFrom(id, found.sessionId),
        dashboards: open.map(({ guid }) => guid),
        sqlParameters: {
          ...toRegionParameters(found.user, parameters?.Region, dashboardGuid),
          Months: oneOf(parameters?.Months, PERIODS, PERIODS[0]),
        },
        user: name,
        organization,
      };
    },
  });
}
