import type { Context, Hono, MiddlewareHandler } from 'hono';
import type { Role } from '../state/roles.ts';

/** The condition that the caller of a route meets. A role is one that the caller has in the companies of the route. */
export type RouteRow =
  | { needs: 'public' | 'signed-in' }
  | {
      needs: Role;
      /**
       * The companies that the route concerns:
       * - `all`: all together
       * - `any`: those in which the caller has the role
       * - `chosen`: that of `company` in the query or in the form, if there is one
       * - `company`: that of `:id` in the path
       * - `dashboard`: that of `:guid` in the path
       * - `new-dashboard`: the same, or for a new dashboard that of the query or of the call
       * - `call`: that of `companyId` in the call of a script
       */
      of: 'all' | 'any' | 'chosen' | 'company' | 'dashboard' | 'new-dashboard' | 'call';
    };

/**
 * All routes of the back office below `/admin`, and who may call them. The first match counts. The routing and the
 * checks follow from this table, so a handler without a row does not compile.
 */
export const ROUTES = {
  'GET /login': { needs: 'public' },
  'POST /login': { needs: 'public' },
  'POST /logout': { needs: 'public' },
  'GET /': { needs: 'signed-in' },

  'GET /dashboards': { needs: 'reader', of: 'any' },
  'GET /dashboards/new': { needs: 'author', of: 'chosen' },
  'POST /dashboards/preview': { needs: 'author', of: 'call' },
  'POST /dashboards/tables': { needs: 'author', of: 'call' },
  'GET /dashboards/:guid': { needs: 'reader', of: 'new-dashboard' },
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
  'POST /companies/:id{\\d+}/remove': { needs: 'administrator', of: 'all' },
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
