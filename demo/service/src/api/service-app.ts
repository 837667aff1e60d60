import { type Context, Hono, type Next } from 'hono';
import { createBackOffice } from '../admin/back-office.ts';
import { findSources } from '../dashboard/dataset-sources.ts';
import { runDashboard } from '../dashboard/run-dashboard.ts';
import { isUnavailable, toClosed } from '../database/database.ts';
import type { PageAssets } from '../page/assets.ts';
import { renderDashboardPage } from '../page/dashboard-page.ts';
import { parseDisplayOptions } from '../page/display-options.ts';
import { renderClosedPage, renderUnavailablePage } from '../page/message-page.ts';
import { toPageLocale } from '../page/page-locale.ts';
import type { ServiceParts } from '../state/service-parts.ts';
import { ApiError } from './api-error.ts';
import { noteFailure, toErrorAnswer } from './error-answer.ts';
import { type FaultyCall, withFault } from './faults.ts';
import { createTokenEndpoints } from './token-endpoints.ts';

/** An empty key is a bad key, not another address. */
const API_KEY = '/:apikey{[^/]*}';
/** An unavailable dashboard reloads itself after this time, or up to twice as long. */
const RELOAD_SECONDS = 5;
const FOREVER = 'public, max-age=31536000, immutable';

/** Creates the service's HTTP application: GetToken, Tdb, Logout, the back office, and the files of the pages. */
export function createServiceApp(parts: ServiceParts): Hono {
  const app = new Hono({ getPath: toRoutePath });
  const { getToken, logout } = createTokenEndpoints(parts);
  const fails = (call: FaultyCall) => withFault(call, parts.faults, parts.closing);
  app.use(withHeaders(parts));
  for (const parameters of ['', `${API_KEY}/:sessionid/:dashboardguid`]) {
    app.all(`/api/gettoken${parameters}`, allow('GET', 'POST'), fails('getToken'), getToken);
  }
  for (const parameters of ['', `${API_KEY}/:sessionid`]) {
    app.all(`/api/logout${parameters}`, allow('GET'), fails('logout'), logout);
  }
  app.all('/tdb/:token', allow('GET', 'HEAD'), fails('tdb'), (context) =>
    showDashboard(context, parts).catch((error: Error) => showUnavailable(context, parts, error)),
  );
  app.all('/assets/:name', allow('GET', 'HEAD'), (context) => sendAsset(context, parts.assets));
  app.route('/admin', createBackOffice(parts));
  app.get('/', (context) => context.redirect('admin', 303));
  app.notFound(() => new ApiError('not-found', 'There is nothing at this address.').toResponse());
  app.onError((error) => toErrorAnswer(error));
  return app;
}

/** The path with its fixed parts in lower case: they match without regard to case, values do not. */
function toRoutePath(request: Request): string {
  const segments = new URL(request.url).pathname.split('/');
  const fixed = segments[1]?.toLowerCase() === 'api' ? 2 : 1;
  return segments
    .map((segment, index) => (index <= fixed ? segment.toLowerCase() : segment))
    .join('/');
}

function allow(...methods: string[]) {
  return async (context: Context, next: Next): Promise<Response | void> => {
    if (methods.includes(context.req.method)) return next();
    return new ApiError(
      'method-not-allowed',
      `Only ${methods.join(' and ')} work here.`,
    ).toResponse({ Allow: methods.join(', ') });
  };
}

function withHeaders({ frameAncestors, faults }: Pick<ServiceParts, 'frameAncestors' | 'faults'>) {
  const allowing = toPolicy(frameAncestors);
  const refusing = toPolicy("'none'");
  return async (context: Context, next: Next): Promise<void> => {
    await next();
    const { headers } = context.res;
    const policy = faults().tdb === 'refuse-frames' ? refusing : allowing;
    if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', policy);
    headers.set('Referrer-Policy', 'no-referrer');
    headers.set('X-Content-Type-Options', 'nosniff');
    if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
  };
}

function toPolicy(frameAncestors: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'none'",
    `frame-ancestors ${frameAncestors}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

type DashboardParts = Pick<
  ServiceParts,
  'closing' | 'tokens' | 'sources' | 'connections' | 'maxRows' | 'locale' | 'assets'
>;

async function showDashboard(context: Context, parts: DashboardParts): Promise<Response> {
  const display = parseDisplayOptions(new URL(context.req.url).searchParams);
  const { tokens, maxRows, assets, sources, connections } = parts;
  const opened = await tokens.open(context.req.param('token') ?? '');
  const isReachable = opened && sources.find(opened.connectionString) !== null;
  if (!isReachable) {
    return context.html(renderClosedPage(toPageLocale(parts.locale), display, assets), 401);
  }
  const { dashboard, sqlParameters: parameters, owner, connectionString } = opened;
  const { definition } = dashboard;
  // Ends the wait of queries that have not begun.
  const signal = AbortSignal.any([context.req.raw.signal, parts.closing]);
  const findSource = await findSources(
    definition,
    owner.companyId,
    connectionString,
    sources,
    connections,
  );
  const [results] = await Promise.all([
    runDashboard(findSource, definition, parameters, { maxRows, owner, signal }),
    context.req.method === 'GET' && tokens.noteOpening(opened),
  ]);
  const isComplete = [...results.values()].every((result) => 'rows' in result);
  if (parts.closing.aborted && !isComplete) throw toClosed();
  const locale = toPageLocale(definition.locale ?? parts.locale);
  const content = { dashboard, parameters, results };
  return context.html(renderDashboardPage(content, locale, display, assets));
}

/** @throws {Error} the given one, unless it is for the reader to wait. */
function showUnavailable(
  context: Context,
  { assets, locale }: Pick<ServiceParts, 'assets' | 'locale'>,
  error: Error,
): Response | Promise<Response> {
  if (!isUnavailable(error)) throw error;
  noteFailure(error, 'a dashboard');
  // Spread, so that the readers do not all come back at once.
  const seconds = RELOAD_SECONDS + Math.floor(Math.random() * RELOAD_SECONDS);
  const display = parseDisplayOptions(new URL(context.req.url).searchParams);
  context.header('Retry-After', String(seconds));
  const page = renderUnavailablePage(toPageLocale(locale), display, assets, seconds);
  return context.html(page, 503);
}

function sendAsset(context: Context, assets: PageAssets): Response {
  const asset = Object.values(assets).find(({ name }) => name === context.req.param('name'));
  if (!asset) throw new ApiError('not-found', 'There is nothing at this address.');
  const gzipped = /\bgzip\b/.test(context.req.header('accept-encoding') ?? '');
  return new Response(gzipped ? asset.gzipped : asset.body, {
    headers: {
      'Content-Type': asset.mediaType,
      'Cache-Control': FOREVER,
      Vary: 'Accept-Encoding',
      ...(gzipped ? { 'Content-Encoding': 'gzip' } : {}),
    },
  });
}
