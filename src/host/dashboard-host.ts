import { toRecord } from '../protocol/display-parameters.ts';
import { isGuid } from '../protocol/token.ts';
import {
  answerEmpty,
  answerError,
  answerErrorPage,
  answerJson,
  type HostAnswer,
  toResponse,
} from './answer/answer.ts';
import { CallRecord, type DashboardHostEventType } from './answer/call-record.ts';
import { answerPreflight, isPreflight, parseOrigins, withCors } from './answer/cross-origin.ts';
import {
  createDashboardClient,
  type DashboardClient,
  type DashboardClientOptions,
} from './call/dashboard-client.ts';
import { DashboardHostError, toHostError } from './dashboard-host-error.ts';
import { type Call, grantToken, type Settings } from './answer/grant-token.ts';
import { type HostRequest, WebRequest } from './http/host-request.ts';
import { assertKnownOptions } from './known-names.ts';
import { type FindLogin, type LoginUrl, parseLoginUrl } from './answer/login-url.ts';
import type { NodeRequest } from './http/node-request.ts';
import { createWatch, type Observe, type Watch } from './answer/observer.ts';
import { createRenderer, type RenderOptions } from './answer/render.ts';
import { parseJson } from '../protocol/dashboard-parameters.ts';
import { requireFilterQuery, requireParameters } from './call/required-choices.ts';
import {
  assertMethod,
  assertNotFramed,
  assertOwnPage,
  readJsonObject,
} from './answer/request-guard.ts';
import { type Resolve, resolveUser } from './answer/resolve-user.ts';
import { whileWanted } from './http/time-limit.ts';

/** The options of {@link createDashboardHost}. */
export interface DashboardHostOptions<Context = unknown> extends DashboardClientOptions {
  /**
   * The path of the routes on this server. Default: `/dashboards`.
   * @example '/api/dashboards'
   */
  basePath?: string;
  /**
   * The other origins that may call, spelled exactly. They get CORS answers. Default: none.
   * @example ['https://app.example.com']
   */
  origins?: readonly string[];
  /**
   * The page where readers sign in: full pages redirect a browser there if nobody is signed in. Nothing is appended.
   * Default: a page that asks readers to sign in.
   * @example '/login'
   */
  loginUrl?: LoginUrl;
  /**
   * Called once for each call when its answer is ready. The host does not wait for it. Default: nothing.
   * @example ({ type, code }) => calls.inc({ type, code })
   */
  observe?: Observe;
  /**
   * Returns the user of a request, with the dashboards that they may see; `null` if nobody is signed in.
   * @example async (request) => ({ sessionId, dashboards })
   */
  resolve: Resolve<Context>;
}

const OPTIONS: readonly (keyof DashboardHostOptions)[] = [
  'baseUrl',
  'apiKey',
  'basePath',
  'origins',
  'loginUrl',
  'observe',
  'resolve',
];

/** The host's routes as one function, for any server that knows `Request` and `Response`. */
export interface DashboardHost<Context = unknown> {
  /**
   * Answers the three routes; 404 for any other address. Never rejects. `context` is passed to `resolve`
   * unchanged. Faults are logged by `console.error`: answers with a status from 500 on, and permitted
   * dashboards that the service does not know. A line has only the code and the message, and is written once
   * a minute at most.
   * @example const response = await dashboards.fetch(request)
   */
  fetch: (request: Request, context?: Context) => Promise<Response>;
  /**
   * Returns the tag with its dashboard's frame already in it, for a page that the server renders. The
   * dashboard starts to load before any script has run, and shows without one. The element adopts the frame.
   * Without a token within two seconds, the tag has no frame, and the element requests a token itself. Never
   * rejects. Such a page is for one user alone: send it with `Cache-Control: private, no-store`.
   * @example await dashboards.render(request, { dashboardGuid })
   */
  render: (request: Request | NodeRequest, options: RenderOptions<Context>) => Promise<string>;
  /**
   * The client that the routes use, for your own calls.
   * @example await dashboards.client.logout({ sessionId })
   */
  client: DashboardClient;
  /** @internal `fetch` for requests that are not a `Request`. */
  handle: (request: HostRequest, context: Context) => Promise<HostAnswer>;
  /** @internal Whether a path, unchanged from the request, is one of the routes. */
  serves: (pathname: string) => boolean;
}

interface Route {
  type: DashboardHostEventType;
  method: 'GET' | 'POST';
  answer: <Context>(settings: Settings<Context>, call: Call<Context>) => Promise<HostAnswer>;
}

/**
 * Creates a host with three routes: `POST {basePath}/token`, `POST {basePath}/logout` and
 * `GET {basePath}/{dashboardGuid}`; each may end in a slash.
 * @throws {DashboardHostError} `config` for a setting that cannot be used, and for an unknown one.
 * @example
 * import { createDashboardHost } from 'embedded-dashboard/host';
 *
 * const dashboards = createDashboardHost({
 *   baseUrl: 'https://bi.example.com',
 *   apiKey: process.env.DASHBOARD_API_KEY,
 *   resolve: () => ({
 *     sessionId: 'ann-1',
 *     dashboards: ['6f1c5a0e-3b7d-4c52-9a84-1d2e8f60b7c1'],
 *   }),
 * });
 */
export function createDashboardHost<Context = unknown>(
  options: DashboardHostOptions<Context>,
): DashboardHost<Context> {
  const client = createDashboardClient(toClientOptions(options));
  const basePath = requireBasePath(options.basePath ?? '/dashboards');
  const origins = parseOrigins(options.origins ?? []);
  const resolve = requireResolve(options.resolve);
  const settings = { client, origins, resolve, findLogin: parseLoginUrl(options.loginUrl) };
  const watch = createWatch(options.observe, options.baseUrl);

  const handle = async (request: HostRequest, context: Context): Promise<HostAnswer> => {
    const route = findRoute(basePath, request.url.pathname);
    if (!route) return answerError(new DashboardHostError('not-found', 'No such address.'));
    const given =
      route.method === 'POST' && isPreflight(request)
        ? answerPreflight(request, origins)
        : await answer(route, settings, watch, { request, context });
    return withCors(given, request, origins);
  };

  return {
    client,
    render: createRenderer(settings, basePath, watch),
    serves: (pathname) => findRoute(basePath, pathname) !== null,
    handle,
    fetch: async (request, context) =>
      toResponse(await handle(new WebRequest(request), context as Context)),
  };
}

/** Callers without TypeScript may pass any value: the client refuses anything but an object. */
function toClientOptions(options: DashboardClientOptions): DashboardClientOptions {
  if (typeof options !== 'object' || !options) return options;
  assertKnownOptions(options, OPTIONS);
  const { baseUrl, apiKey } = options;
  return { baseUrl, apiKey };
}

/** Answers a call of a route, and reports its end. */
async function answer<Context>(
  route: Route,
  settings: Settings<Context>,
  watch: Watch,
  { request, context }: Pick<Call<Context>, 'request' | 'context'>,
): Promise<HostAnswer> {
  const record = new CallRecord(route.type);
  try {
    const response = await whileWanted(request.signal, async (signal) => {
      assertMethod(request, route.method);
      return route.answer(settings, { request, context, signal, record });
    });
    watch.succeed(record, response.status);
    return response;
  } catch (thrown) {
    const error = toHostError(thrown);
    const response = await toErrorAnswer(error, request, route, settings.findLogin);
    watch.fail(record, error, response.status, request.signal);
    return response;
  }
}

/** Fixed routes come first; any other path must be a GUID. */
function findRoute(basePath: string, pathname: string): Route | null {
  if (!pathname.startsWith(`${basePath}/`)) return null;
  const name = pathname.slice(basePath.length + 1).replace(/\/$/, '');
  if (name === 'token') return TOKEN;
  if (name === 'logout') return LOGOUT;
  if (!isGuid(name)) return null;
  const dashboardGuid = name.toLowerCase();
  return {
    type: 'page',
    method: 'GET',
    answer: (settings, call) => answerFullPage(settings, call, dashboardGuid),
  };
}

async function answerToken<Context>(
  settings: Settings<Context>,
  call: Call<Context>,
): Promise<HostAnswer> {
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
  { request, context, signal, record }: Call<Context>,
): Promise<HostAnswer> {
  assertOwnPage(request, origins);
  await readJsonObject(request, signal);
  const details = { dashboardGuid: null, parameters: null, context };
  record.user = await resolveUser(resolve, request.toWeb(), details);
  await client.logout({ sessionId: record.user.sessionId, signal, meter: record.meter });
  return answerEmpty(204);
}

async function answerFullPage<Context>(
  settings: Settings<Context>,
  call: Call<Context>,
  dashboardGuid: string,
): Promise<HostAnswer> {
  assertNotFramed(call.request);
  const { searchParams } = call.request.url;
  const [given, filters] = ['parameters', 'filters'].map((name) =>
    parseJson(searchParams.get(name) ?? '{}'),
  );
  const parameters = requireParameters(given);
  requireFilterQuery(filters);
  const { token } = await grantToken(settings, call, { dashboardGuid, parameters });
  const options = toRecord(({ name }) => searchParams.get(name));
  const location = settings.client.displayUrl(token, { ...options, filters });
  return answerEmpty(303, { Location: location });
}

const TOKEN: Route = { type: 'token', method: 'POST', answer: answerToken };
const LOGOUT: Route = { type: 'logout', method: 'POST', answer: answerLogout };

async function toErrorAnswer(
  error: DashboardHostError,
  request: HostRequest,
  { type, method }: Route,
  findLogin: FindLogin,
): Promise<HostAnswer> {
  const response =
    type === 'page' ? await toPageError(error, request, findLogin) : answerError(error);
  if (error.code === 'method-not-allowed') response.headers['Allow'] = method;
  return response;
}

/** Browsers get a page for readers, or a redirect to the login. Other callers get JSON. */
async function toPageError(
  error: DashboardHostError,
  request: HostRequest,
  findLogin: FindLogin,
): Promise<HostAnswer> {
  const isBrowser = /\btext\/html\b/i.test(request.header('accept') ?? '');
  const login =
    isBrowser && error.code === 'unauthenticated' ? await findLogin(request.toWeb(), error) : null;
  const toAnswer = isBrowser ? answerErrorPage : answerError;
  const response = login ? answerEmpty(303, { Location: login }) : toAnswer(error);
  response.headers['Vary'] += ', Accept';
  return response;
}

/** Returns the path without a slash at its end; an empty string for the root. */
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
  throw new DashboardHostError(
    'config',
    'resolve must be a function that returns the user of a request.',
  );
}
