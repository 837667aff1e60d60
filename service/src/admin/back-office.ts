import { type Context, Hono, type Next } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { ApiError } from '../api/api-error.ts';
import { RETRY_SOON } from '../api/error-answer.ts';
import { isUnavailable } from '../database/database.ts';
import type { PageAssets } from '../page/asset.ts';
import { CHECK_PAUSE_SECONDS } from '../state/admin-session-store.ts';
import type { ServiceParts } from '../state/service-parts.ts';
import { createCheck } from './access.ts';
import { renderAdminMessage, toAdminRoot } from './admin-page.ts';
import { createApiCodePages } from './api-code/api-code-pages.ts';
import { createAuditPages } from './audit/audit-pages.ts';
import { createCompanyPages } from './companies/company-pages.ts';
import { createDashboardPages } from './dashboards/dashboard-pages.ts';
import { createExportPages } from './export/export-pages.ts';
import { createLoginPages } from './login.ts';
import { MissingRole } from './missing-role.ts';
import { createAccountPages } from './people/account-pages.ts';
import { createSignOnPages } from './oidc/sign-on-pages.ts';
import { SingleSignOn, Unconfirmed } from './oidc/single-sign-on.ts';
import { createInvitationPages } from './people/invitation-pages.ts';
import { createPeoplePages } from './people/people-pages.ts';
import { isLoopback } from '../process/public-url.ts';
import { addRoutes } from './routes.ts';
import { createStatisticsPages } from './statistics/statistics-pages.ts';
import { wantsJson } from './form.ts';

/** The policy of the back office. It also applies to the preview, which is a frame of the editor's page. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** The parts of the service that the back office needs. */
export type BackOfficeParts = Parameters<typeof createLoginPages>[0] &
  ConstructorParameters<typeof SingleSignOn>[0] &
  Parameters<typeof createSignOnPages>[0] &
  Parameters<typeof createInvitationPages>[0] &
  Parameters<typeof createAccountPages>[0] &
  Parameters<typeof createDashboardPages>[0] &
  Parameters<typeof createApiCodePages>[0] &
  Parameters<typeof createCompanyPages>[0] &
  Parameters<typeof createStatisticsPages>[0] &
  Parameters<typeof createPeoplePages>[0] &
  Parameters<typeof createAuditPages>[0] &
  Parameters<typeof createExportPages>[0];

/** Creates the pages at `/admin`: companies and their keys, dashboards, API code, statistics, people, audit. */
export function createBackOffice(parts: BackOfficeParts): Hono {
  const app = new Hono();
  app.use(withPolicy());
  app.use(underOwnName(parts));
  app.use(fromOwnPages());
  const signOn = new SingleSignOn(parts);
  const handlers = {
    ...createLoginPages(parts, signOn),
    ...createSignOnPages(parts, signOn),
    ...createInvitationPages(parts),
    ...createAccountPages(parts),
    'GET /': (context: Context) => context.redirect(`${toAdminRoot(context)}dashboards`, 303),
    ...createDashboardPages(parts),
    ...createApiCodePages(parts),
    ...createCompanyPages(parts),
    ...createStatisticsPages(parts),
    ...createPeoplePages(parts),
    ...createAuditPages(parts),
    ...createExportPages(parts),
  };
  const check = createCheck(parts, signOn);
  addRoutes(app, handlers, check);
  app.all('*', check({ needs: 'signed-in' }), (context) => {
    // The route of the first page has no slash at its end.
    const { method, path } = context.req;
    if (method === 'GET' && /^\/admin\/$/i.test(path)) return handlers['GET /'](context);
    throw new HTTPException(404);
  });
  app.onError((error, context) => answer(context, parts.assets, toRefusal(error)));
  return app;
}

function withPolicy() {
  return async (context: Context, next: Next): Promise<void> => {
    await next();
    context.res.headers.set('Content-Security-Policy', POLICY);
  };
}

/** Refuses requests under any other name, to prevent DNS rebinding by a foreign site. */
function underOwnName({ url }: Pick<ServiceParts, 'url'>) {
  return async (context: Context, next: Next): Promise<void> => {
    const { hostname } = new URL(context.req.url);
    if (!isLoopback(hostname) && hostname !== new URL(url()).hostname) {
      throw new HTTPException(421);
    }
    await next();
  };
}

/** Refuses requests that change something unless they come from a page of the back office. The body does not matter. */
function fromOwnPages() {
  return async (context: Context, next: Next): Promise<void> => {
    const { method, url } = context.req;
    const site = context.req.header('sec-fetch-site');
    // Some browsers do not send the site, and none does over plain HTTP. A proxy may have terminated TLS.
    const isOwn = site
      ? site === 'same-origin'
      : hostOf(context.req.header('origin')) === hostOf(url);
    if (method !== 'GET' && method !== 'HEAD' && !isOwn) throw new HTTPException(403);
    await next();
  };
}

function hostOf(url = ''): string | null {
  return URL.canParse(url) ? new URL(url).host : null;
}

type FailedStatus = keyof typeof MESSAGES;

/** By status: a stable code for programs, the problem, and the way to fix it. */
const MESSAGES = {
  400: ['bad-request', 'Invalid request', 'Reload the page, then try again.'],
  401: ['unauthorized', 'You are signed out', 'Sign in, then try again.'],
  403: ['forbidden', 'Request refused', 'Only pages of the back office can make changes.'],
  404: ['not-found', 'Page not found', 'It may have been removed.'],
  409: [
    'conflict',
    'Someone else made a change in the meantime',
    'Reload the page, then repeat your change.',
  ],
  413: ['too-large', 'Too large', 'The service cannot take that much data.'],
  421: ['misdirected', 'Wrong address', 'Open the back office at the address in SERVICE_URL.'],
  500: ['internal', 'Something went wrong', 'Please try again later.'],
  503: ['unavailable', 'The database cannot be reached', 'Please try again in a moment.'],
} as const;

/** An answer in place of the one that was asked for. */
interface Refusal {
  status: FailedStatus;
  /** A stable code for programs. */
  code: string;
  title: string;
  text: string;
  /** The seconds after which the browser may try again. */
  retryAfter?: string;
}

function toRefusal(error: Error): Refusal {
  if (error instanceof MissingRole) return { status: 403, code: 'missing-role', ...error.texts };
  if (error instanceof Unconfirmed) {
    const { title, text } = error;
    const retryAfter = String(CHECK_PAUSE_SECONDS);
    return { status: 503, code: 'unconfirmed', title, text, retryAfter };
  }
  const status = toStatus(error);
  const [code, title, text] = MESSAGES[status];
  const retryAfter = status === 503 ? RETRY_SOON['Retry-After'] : undefined;
  return { status, code, title, text, retryAfter };
}

/** Answers with a page, or with JSON if a script sent the request. */
function answer(
  context: Context,
  assets: PageAssets,
  { status, code, title, text, retryAfter }: Refusal,
): Response | Promise<Response> {
  if (retryAfter !== undefined) context.header('Retry-After', retryAfter);
  context.status(status);
  if (wantsJson(context)) {
    return context.json({ error: { code, message: `${title}. ${text}` } });
  }
  return renderAdminMessage(context, assets, title, text);
}

function toStatus(error: Error): FailedStatus {
  if (error instanceof HTTPException || error instanceof ApiError) {
    if (error.status in MESSAGES) return error.status as FailedStatus;
  }
  return isUnavailable(error) ? 503 : 500;
}
