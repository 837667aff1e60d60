import { toRecord } from '../protocol/display-parameters.ts';
import { isGuid } from '../protocol/token.ts';
import { answerEmpty, answerError, answerJson } from './answer.ts';
import { answerPreflight, isPreflight, parseOrigins, withCors } from './cross-origin.ts';
import {
  createDashboardClient,
  type DashboardClient,
  type DashboardClientOptions,
} from './dashboard-client.ts';
import { DashboardHostError, toHostError } from './dashboard-host-error.ts';
import { createFaultLog } from './fault-log.ts';
import { type Call, grantToken, type Settings } from './grant-token.ts';
import type { NodeRequest } from './node-request.ts';
import { createRenderer, type RenderOptions } from './render.ts';
import { requireParameters, requireParametersJson } from './require-parameters.ts';
import { assertMethod, assertNotFramed, assertOwnPage, readJsonObject } from './request-guard.ts';
import { type Resolve, resolveUser } from './resolve-user.ts';
import { whileWanted } from './time-limit.ts';

/** How a host serves its users' dashboards. */
export interface DashboardHostOptions<Context = unknown> extends DashboardClientOptions {
  /** Where the routes begin on this server. Default: `/dashboards`. */
  basePath?: string;
  /** Other origins that may call, exact; they get CORS answers. Default: none. */
  origins?: readonly string[];
  /** Tells who calls and what they may see. */
  resolve: Resolve<Context>;
}

/** The host's routes as one function, for any server that knows `Request` and `Response`. */
export interface DashboardHost<Context = unknown> {
  /**
   * Answers the three routes; 404 for any other address. Never rejects.
   * `context` reaches `resolve` as it is. Each fault that it answers with a status from 500 on, and a
   * permitted dashboard that the service does not know, is a line on `console.error`: code and message
   * alone, and the same line once a minute at most.
   */
  fetch: (request: Request, context?: Context) => Promise<Response>;
  /**
   * The tag with its dashboard's frame already in it, for a page that the server writes: the dashboard
   * starts to load before any script has run, and shows without one. The element adopts the frame.
   * Where no token can be had within two seconds the tag comes without a frame, and the element asks
   * by itself. Never rejects. Such a page is for one user alone: send it with
   * `Cache-Control: private, no-store`.
   */
  render: (request: Request | NodeRequest, options: RenderOptions<Context>) => Promise<string>;
  /** The client that the routes use, for calls of one's own. */
  client: DashboardClient;
  /** @internal Whether a path, as it stands in the request, is one of the routes. */
  serves: (pathname: string) => boolean;
}

interface Route {
  method: 'GET' | 'POST';
  answer: <Context>(settings: Settings<Context>, call: Call<Context>) => Promise<Response>;
}

/**
 * `POST {basePath}/token`, `POST {basePath}/logout` and `GET {basePath}/{dashboardGuid}`; each may end in a slash.
 * @throws {DashboardHostError} `config` for a setting that cannot be used.
 */
export function createDashboardHost<Context = unknown>(
  options: DashboardHostOptions<Context>,
): DashboardHost<Context> {
  const client = createDashboardClient(options);
  const basePath = requireBasePath(options.basePath ?? '/dashboards');
  const origins = parseOrigins(options.origins ?? []);
  const settings = { client, origins, resolve: requireResolve(options.resolve) };
  const logFault = createFaultLog();

  return {
    client,
    render: createRenderer(settings, basePath, logFault),
    serves: (pathname) => findRoute(basePath, pathname) !== null,
    async fetch(request, context) {
      const route = findRoute(basePath, new URL(request.url).pathname);
      if (!route) return answerError(new DashboardHostError('not-found', 'No such address.'));
      const begunAt = performance.now();
      const response = await whileWanted(request.signal, async (signal) => {
        if (route.method === 'POST' && isPreflight(request)) {
          return answerPreflight(request, origins);
        }
        assertMethod(request, route.method);
        return route.answer(settings, { request, context: context as Context, signal, begunAt });
      }).catch((thrown: unknown) => {
        const error = toHostError(thrown);
        logFault(error, request.signal);
        return toErrorAnswer(error, route);
      });
      return withCors(response, request, origins);
    },
  };
}

/** Fixed routes come first; any other path must be a GUID. */
function findRoute(basePath: string, pathname: string): Route | null {
  if (!pathname.startsWith(`${basePath}/`)) return null;
  const name = pathname.slice(basePath.length + 1).replace(/\/$/, '');
  if (name === 'token') return { method: 'POST', answer: answerToken };
  if (name === 'logout') return { method: 'POST', answer: answerLogout };
  if (!isGuid(name)) return null;
  const dashboardGuid = name.toLowerCase();
  return {
    method: 'GET',
    answer: (settings, call) => answerFullPage(settings, call, dashboardGuid),
  };
}

async function answerToken<Context>(
  settings: Settings<Context>,
  call: Call<Context>,
): Promise<Response> {
  assertOwnPage(call.request, settings.origins);
  const { dashboardGuid, parameters } = await readJsonObject(call.request, call.signal);
  if (typeof dashboardGuid !== 'string' || !isGuid(dashboardGuid)) {
    throw new DashboardHostError('bad-request', 'dashboardGuid must be a GUID.');
  }
  const selection = {
    dashboardGuid: dashboardGuid.toLowerCase(),
    parameters: requireParameters(parameters ?? {}),
  };
  return answerJson(200, await grantToken(settings, call, selection));
}

async function answerLogout<Context>(
  { client, origins, resolve }: Settings<Context>,
  { request, context, signal }: Call<Context>,
): Promise<Response> {
  assertOwnPage(request, origins);
  await readJsonObject(request, signal);
  const { sessionId } = await resolveUser(resolve, request, {
    dashboardGuid: null,
    parameters: null,
    context,
  });
  await client.logout({ sessionId, signal });
  return answerEmpty(204);
}

async function answerFullPage<Context>(
  settings: Settings<Context>,
  call: Call<Context>,
  dashboardGuid: string,
): Promise<Response> {
  assertNotFramed(call.request);
  const { searchParams } = new URL(call.request.url);
  const parameters = requireParametersJson(searchParams.get('parameters'));
  const { token } = await grantToken(settings, call, { dashboardGuid, parameters });
  const options = toRecord(({ name }) => searchParams.get(name));
  const location = settings.client.displayUrl(token, options);
  return answerEmpty(303, { Location: location });
}

function toErrorAnswer(error: DashboardHostError, { method }: Route): Response {
  const response = answerError(error);
  if (error.code === 'method-not-allowed') response.headers.set('Allow', method);
  return response;
}

/** Without a slash at its end; empty for the root. */
function requireBasePath(value: unknown): string {
  const isPath =
    typeof value === 'string' &&
    URL.canParse(value, 'http://host') &&
    new URL(value, 'http://host').href === `http://host${value}` &&
    !/[?#]/.test(value);
  if (isPath) return value.replace(/\/+$/, '');
  throw new DashboardHostError(
    'config',
    'basePath must be an absolute path such as /dashboards, percent-encoded, without query and fragment.',
  );
}

function requireResolve<Context>(value: Resolve<Context>): Resolve<Context> {
  if (typeof value === 'function') return value;
  throw new DashboardHostError('config', 'resolve must be a function that tells who calls.');
}
