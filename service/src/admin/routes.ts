import type { Context, Hono, MiddlewareHandler } from 'hono';
import type { Role } from '../state/rights.ts';

/** The companies or the people that a route concerns. */
export type Concern =
  /** All companies together, also future ones. */
  | 'all'
  /** The companies in which the caller has the role. The handler shows no others. */
  | 'any'
  /** The company of `company` in the query, or `any` without one. */
  | 'chosen'
  /** The company of `company` in the form, or `all` without one. */
  | 'given'
  /** The company of `:id` in the path. */
  | 'company'
  /** The same. The caller has the role in all companies. */
  | 'company-of-all'
  /** The company of the dashboard `:guid`. */
  | 'dashboard'
  /** The same, or for a new dashboard the company of the query or of the call. */
  | 'new-dashboard'
  /** The company of `companyId` in the call of a script. */
  | 'call'
  /** One of the companies of the person `:person`. */
  | 'person'
  /** All companies of the person `:person`. */
  | 'whole-person';

/** The conditions that the caller of a route meets. The role is one in the companies that the route concerns. */
export type RouteRow = { needs: 'public' | 'signed-in' } | { needs: Role; of: Concern };

/**
 * All routes of the back office below `/admin`, and who may call them. The first match counts. The routing and the
 * checks follow from this table, so a handler without a row does not compile.
 */
export const ROUTES = {
  'GET /login': { needs: 'public' },
  'POST /login': { needs: 'public' },
  'POST /logout': { needs: 'public' },
  'GET /single-sign-on': { needs: 'public' },
  'GET /single-sign-on/callback': { needs: 'public' },
  'GET /invitation/:invitation': { needs: 'public' },
  'POST /invitation/:invitation': { needs: 'public' },
  'GET /': { needs: 'signed-in' },
  'GET /account': { needs: 'signed-in' },
  'POST /account/password': { needs: 'signed-in' },
  'POST /account/end-sessions': { needs: 'signed-in' },

  'GET /dashboards': { needs: 'reader', of: 'any' },
  'GET /dashboards/new': { needs: 'author', of: 'chosen' },
  'POST /dashboards/preview': { needs: 'author', of: 'call' },
  'POST /dashboards/tables': { needs: 'author', of: 'call' },
  'GET /dashboards/:guid': { needs: 'reader', of: 'new-dashboard' },
  'POST /dashboards/:guid/view': { needs: 'reader', of: 'dashboard' },
  'GET /dashboards/:guid/start': { needs: 'author', of: 'new-dashboard' },
  'POST /dashboards/:guid/draft': { needs: 'author', of: 'new-dashboard' },
  'POST /dashboards/:guid/discard': { needs: 'author', of: 'dashboard' },
  'POST /dashboards/:guid/duplicate': { needs: 'author', of: 'dashboard' },
  'POST /dashboards/:guid/publish': { needs: 'publisher', of: 'new-dashboard' },
  'POST /dashboards/:guid/share': { needs: 'publisher', of: 'dashboard' },
  'POST /dashboards/:guid/remove': { needs: 'publisher', of: 'dashboard' },
  'GET /dashboards/:guid/versions': { needs: 'author', of: 'dashboard' },
  'GET /dashboards/:guid/versions/:version{\\d{1,9}}': { needs: 'author', of: 'dashboard' },
  'GET /dashboards/:guid/thumbnail.svg': { needs: 'reader', of: 'dashboard' },
  'GET /dashboards/:guid/api-code': { needs: 'reader', of: 'dashboard' },
  'POST /dashboards/:guid/api-code/reveal': { needs: 'administrator', of: 'dashboard' },

  'GET /companies': { needs: 'administrator', of: 'any' },
  'POST /companies': { needs: 'administrator', of: 'all' },
  'GET /companies/:id{\\d+}': { needs: 'administrator', of: 'company' },
  'POST /companies/:id{\\d+}/remove': { needs: 'administrator', of: 'company-of-all' },
  'POST /companies/:id{\\d+}/name': { needs: 'administrator', of: 'company' },
  'POST /companies/:id{\\d+}/key': { needs: 'administrator', of: 'company' },
  'POST /companies/:id{\\d+}/key/end-previous': { needs: 'administrator', of: 'company' },
  'POST /companies/:id{\\d+}/key/reveal': { needs: 'administrator', of: 'company' },
  'POST /companies/:id{\\d+}/connections': { needs: 'administrator', of: 'company' },
  'POST /companies/:id{\\d+}/connections/remove': { needs: 'administrator', of: 'company' },

  'GET /statistics': { needs: 'reader', of: 'any' },
  'GET /statistics/connections': { needs: 'reader', of: 'chosen' },
  'GET /statistics/connections.csv': { needs: 'reader', of: 'chosen' },
  'GET /statistics/access': { needs: 'reader', of: 'chosen' },
  'GET /statistics/access.csv': { needs: 'reader', of: 'chosen' },

  'GET /people': { needs: 'administrator', of: 'any' },
  'POST /people': { needs: 'administrator', of: 'given' },
  'GET /people/removed': { needs: 'administrator', of: 'all' },
  'GET /people/:person{\\d+}': { needs: 'administrator', of: 'person' },
  'POST /people/:person{\\d+}/role': { needs: 'administrator', of: 'given' },
  'POST /people/:person{\\d+}/invitation': { needs: 'administrator', of: 'whole-person' },
  'POST /people/:person{\\d+}/end-sessions': { needs: 'administrator', of: 'whole-person' },
  'POST /people/:person{\\d+}/remove': { needs: 'administrator', of: 'whole-person' },
  'POST /people/:person{\\d+}/let-in': { needs: 'administrator', of: 'all' },

  'GET /audit': { needs: 'administrator', of: 'any' },
  'GET /audit.csv': { needs: 'administrator', of: 'any' },

  'GET /export': { needs: 'administrator', of: 'all' },
  'POST /export': { needs: 'administrator', of: 'all' },
} as const satisfies Readonly<Record<RoutePattern, RouteRow>>;

/** A method and a path. */
type RoutePattern = `${'GET' | 'POST'} /${string}`;

/** The key of a route in {@link ROUTES}. */
export type Route = keyof typeof ROUTES;

/** The handlers of all routes. Each group of pages creates some of them. */
export type RouteHandlers = Readonly<Record<Route, RouteHandler>>;

type RouteHandler = (context: Context) => Response | Promise<Response>;

/** Adds all routes to an application. `check` returns the check of a row, which runs before the handler. */
export function addRoutes(
  app: Hono,
  handlers: RouteHandlers,
  check: (row: RouteRow) => MiddlewareHandler,
): void {
  for (const [route, row] of Object.entries(ROUTES)) {
    const [method, path] = route.split(' ') as [string, string];
    app.on(method, path, check(row), handlers[route as Route]);
  }
}
