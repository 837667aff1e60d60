import { type Context, Hono, type Next } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { ApiError } from '../api/api-error.ts';
import { noteFailure, RETRY_SOON } from '../api/error-answer.ts';
import { isUnavailable } from '../database/database.ts';
import type { PageAssets } from '../page/assets.ts';
import type { ServiceParts } from '../state/service-parts.ts';
import { renderAdminMessage, toAdminRoot } from './admin-page.ts';
import { createApiCodePages } from './api-code/api-code-pages.ts';
import { createCompanyPages } from './companies/company-pages.ts';
import { createDashboardPages } from './dashboards/dashboard-pages.ts';
import { createLoginPages, requireLogin } from './login.ts';
import { isLoopback } from '../public-url.ts';
import { createStatisticsPages } from './statistics/statistics-pages.ts';
import { wantsJson } from './wants-json.ts';

/** The preview of a dashboard is a frame of the editor's page, and comes under the same policy. */
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

/** The pages at `/admin`: companies and their keys, dashboards, API code, statistics. */
export function createBackOffice(parts: ServiceParts): Hono {
  const app = new Hono();
  app.use(withPolicy());
  app.use(underOwnName(parts));
  app.use(fromOwnPages());
  app.route('/', createLoginPages(parts));
  app.use(requireLogin(parts.sessions));
  app.get('/', (context) => context.redirect(`${toAdminRoot(context)}dashboards`, 303));
  app.route('/dashboards', createDashboardPages(parts));
  app.route('/dashboards', createApiCodePages(parts));
  app.route('/companies', createCompanyPages(parts));
  app.route('/statistics', createStatisticsPages(parts));
  app.all('*', () => {
    throw new HTTPException(404);
  });
  app.onError((error, context) => answer(context, parts.assets, toStatus(error)));
  return app;
}

function withPolicy() {
  return async (context: Context, next: Next): Promise<void> => {
    await next();
    context.res.headers.set('Content-Security-Policy', POLICY);
  };
}

/** A site of a stranger whose name leads to this machine (DNS rebinding) gets no page. */
function underOwnName({ url }: Pick<ServiceParts, 'url'>) {
  return async (context: Context, next: Next): Promise<void> => {
    const { hostname } = new URL(context.req.url);
    if (!isLoopback(hostname) && hostname !== new URL(url()).hostname) {
      throw new HTTPException(421);
    }
    await next();
  };
}

/** Whatever changes something must come from a page of the back office, with any body. */
function fromOwnPages() {
  return async (context: Context, next: Next): Promise<void> => {
    const { method, url } = context.req;
    const site = context.req.header('sec-fetch-site');
    // Not every browser tells the site, and none does over plain HTTP; a proxy may have taken off TLS.
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

/** A stable code for programs; what went wrong, and what to do about it. */
const MESSAGES = {
  400: ['bad-request', 'This cannot be done', 'Something in the request is not as it should be.'],
  401: ['unauthorized', 'You are logged out', 'Log in again, then repeat what you did.'],
  403: [
    'forbidden',
    'This came from elsewhere',
    'Only pages of the back office itself may do this.',
  ],
  404: ['not-found', 'There is nothing here', 'What you look for may have been removed.'],
  409: [
    'conflict',
    'Somebody else was faster',
    'This was changed meanwhile. Load it again, then repeat your change.',
  ],
  413: ['too-large', 'This is too large', 'It is more than can be kept.'],
  421: [
    'misdirected',
    'Not under this name',
    'Open the back office under the address in SERVICE_URL.',
  ],
  500: ['internal', 'This did not work', 'The service could not do it. Please try again later.'],
  503: ['unavailable', 'The database cannot be reached', 'Please try again in a moment.'],
} as const;

/** As a page, or as JSON where a script asked. */
function answer(
  context: Context,
  assets: PageAssets,
  status: FailedStatus,
): Response | Promise<Response> {
  const [code, title, text] = MESSAGES[status];
  if (status === 503) context.header('Retry-After', RETRY_SOON['Retry-After']);
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
  noteFailure(error, 'the back office');
  return isUnavailable(error) ? 503 : 500;
}
