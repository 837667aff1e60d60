import { type Context, Hono, type Next } from 'hono';
import { createBackOffice } from '../admin/back-office.ts';
import type { PageAssets } from '../page/asset.ts';
import type { ServiceParts } from '../state/service-parts.ts';
import { ApiError } from '../api/api-error.ts';
import { sendDashboard } from '../api/dashboard-endpoint.ts';
import { ASKS, type Asks } from '../api/page-answer.ts';
import { toErrorAnswer } from '../api/error-answer.ts';
import type { FaultyCall } from '../state/simulated-faults.ts';
import { withFault } from '../api/faults.ts';
import { reportCalls } from '../api/reported-calls.ts';
import { createTokenEndpoints } from '../api/token-endpoints.ts';

/** Also matches an empty key, which is an invalid key and not another address. */
const API_KEY = '/:apikey{[^/]*}';
const FOREVER = 'public, max-age=31536000, immutable';

/** Creates the service's HTTP application: GetToken, Tdb, Logout, the back office, and the files of the pages. */
export function createServiceApp(parts: ServiceParts): Hono {
  const app = new Hono({ getPath: toRoutePath });
  const { getToken, logout } = createTokenEndpoints(parts);
  const fails = (call: FaultyCall) => withFault(call, parts.faults, parts.closing);
  app.use(reportCalls(parts));
  app.use(withHeaders(parts));
  for (const parameters of ['', `${API_KEY}/:sessionid/:dashboardguid`]) {
    app.all(`/api/gettoken${parameters}`, allow('GET', 'POST'), fails('getToken'), getToken);
  }
  for (const parameters of ['', `${API_KEY}/:sessionid`]) {
    app.all(`/api/logout${parameters}`, allow('GET'), fails('logout'), logout);
  }
  app.all('/tdb/:token', allow('GET', 'HEAD'), fails('tdb'), (context) =>
    sendDashboard(context, parts),
  );
  app.all('/assets/:name', allow('GET', 'HEAD'), (context) => sendAsset(context, parts.assets));
  app.route('/admin', createBackOffice(parts));
  app.get('/', (context) => context.redirect('admin', 303));
  app.notFound(() => new ApiError('not-found', 'There is nothing at this address.').toResponse());
  app.onError((error) => toErrorAnswer(error));
  return app;
}

/** Returns the path with its fixed segments in lower case. They match case-insensitively; values do not. */
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
      `This address only allows ${methods.join(' and ')}.`,
    ).toResponse({ Allow: methods.join(', ') });
  };
}

function withHeaders({ frameAncestors, faults }: Pick<ServiceParts, 'frameAncestors' | 'faults'>) {
  const refusing = toPolicy("'none'");
  return async (context: Context, next: Next): Promise<void> => {
    await next();
    const { headers } = context.res;
    const own = toPolicy(frameAncestors, context.get(ASKS));
    const policy = faults().tdb === 'refuse-frames' ? refusing : own;
    if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', policy);
    headers.set('Referrer-Policy', 'no-referrer');
    headers.set('X-Content-Type-Options', 'nosniff');
    if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
  };
}

function toPolicy(frameAncestors: string, asks?: Asks): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    `connect-src ${asks ? "'self'" : "'none'"}`,
    `frame-ancestors ${frameAncestors}`,
    "base-uri 'none'",
    `form-action ${asks === 'form' ? "'self'" : "'none'"}`,
  ].join('; ');
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
