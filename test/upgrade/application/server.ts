import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createDashboardClient,
  createDashboardHost,
  type DashboardClient,
  type DashboardClientOptions,
  type DashboardHost,
  DashboardHostError,
  type DashboardHostErrorCode,
  type DashboardHostEvent,
  type DashboardHostEventType,
  type DashboardHostOptions,
  type DashboardParameters,
  type GetTokenForm,
  type GivenParameters,
  type LoginUrl,
  type LogoutRequest,
  type NodeContext,
  type NodeListener,
  type NodeRequest,
  type NodeResponse,
  type Observe,
  oneOf,
  type RenderOptions,
  type Resolve,
  type ResolveDetails,
  type ResolvedUser,
  sessionIdFrom,
  type SqlParameters,
  type TokenGrant,
  toNodeListener,
  type TokenRequest,
} from 'embedded-dashboard/host';
import {
  checkHost,
  type Finding,
  type HostCheckOptions,
} from 'embedded-dashboard/host-conformance';

const GUID = '6f1c5a0e-3b7d-4c52-9a84-1d2e8f60b7c1';
const sessionId = sessionIdFrom('user-17', 'session-1');

/** The state that the test changes. */
const service = { isDown: false, tokens: 0, calls: [] as string[] };

const answerAsService: RequestListener = ({ url = '' }, response) => {
  const [, kind = ''] = /^\/(?:Api\/)?(\w+(?:\.js)?)/.exec(url) ?? [];
  service.calls.push(kind);
  if (kind === 'dashboard.js') return sendScript(response, kind);
  if (service.isDown) return response.writeHead(503).end();
  if (kind === 'GetToken') return response.end(`token-number-${(service.tokens += 1)}`);
  if (kind === 'Logout') return response.writeHead(204).end();
  response.setHeader('Content-Type', 'text/html');
  return response.end(`<!doctype html><button>North</button><output></output>
    <script type="module" src="/dashboard.js"></script>`);
};

const upstream = createServer(answerAsService).listen(0, '127.0.0.1');
await once(upstream, 'listening');
const { port } = upstream.address() as AddressInfo;
const access: DashboardClientOptions = { baseUrl: `http://127.0.0.1:${port}`, apiKey: 'a-key' };

const events: DashboardHostEvent[] = [];
const observe: Observe = (event) => events.push(event);
const loginUrl: LoginUrl = (request) => `/login?from=${encodeURIComponent(request.url)}`;

const resolve: Resolve<NodeContext> = (request, details: ResolveDetails<NodeContext>) => {
  const { dashboardGuid, parameters, context } = details;
  if (!context.req || !context.res || request.headers.has('X-Nobody')) return null;
  const given: DashboardParameters | null = parameters;
  const sqlParameters: SqlParameters = {
    Region: oneOf(given?.Region, ['North', 'South'], 'North'),
  };
  const user: ResolvedUser = {
    sessionId,
    dashboards: (guid) => guid === GUID && dashboardGuid === guid,
    sqlParameters,
    connectionString: null,
    user: 'ann',
    organization: 'acme',
    customInfo: null,
  };
  return user;
};

const options: DashboardHostOptions<NodeContext> = {
  ...access,
  basePath: '/dashboards',
  origins: [],
  loginUrl,
  observe,
  resolve,
};
const dashboards: DashboardHost<NodeContext> = createDashboardHost(options);
const listener: NodeListener = toNodeListener(dashboards);

/** Calls every function of the client, and returns its answers. */
async function callClient(): Promise<unknown> {
  const client: DashboardClient = createDashboardClient(access);
  const forms: Record<GetTokenForm, Partial<TokenRequest>> = {
    json: { user: 'ann', organization: 'acme', customInfo: 'a note' },
    text: { connectionString: 'postgres://reader@db.example/sales' },
    query: { sqlParameters: { Region: 'North' } },
  };
  const signal = AbortSignal.timeout(60_000);
  const request: TokenRequest = { sessionId, dashboardGuid: GUID, signal };
  const grants: TokenGrant[] = [];
  for (const [form, fields] of Object.entries(forms) as [GetTokenForm, Partial<TokenRequest>][]) {
    grants.push(await client.getToken({ ...request, ...fields, form }));
  }
  const logout: LogoutRequest = { sessionId, signal };
  await client.logout(logout);
  const { pathname, search } = new URL(
    client.displayUrl('a-token-1', { theme: 'dark', color: '#ffcc00', backgroundColor: 'navy' }),
  );
  return { grants, address: pathname + search, isSame: typeof dashboards.client.getToken };
}

/** Returns the tag with its frame, and the fields of the error for a value that is not allowed. */
async function callHost(req: NodeRequest, res: NodeResponse): Promise<unknown> {
  const parameters: GivenParameters = { Region: 'North', City: null };
  const context = { req, res } as NodeContext;
  const rendered: RenderOptions<NodeContext> = {
    context,
    dashboardGuid: GUID,
    parameters,
    theme: 'dark',
  };
  const tag = await dashboards.render(req, rendered);
  const page = await dashboards.fetch(
    new Request(`http://localhost/dashboards/${GUID}`, { headers: { 'X-Nobody': '1' } }),
    context,
  );
  return { tag, status: page.status, refusal: refuse() };
}

function refuse(): unknown {
  try {
    return oneOf('East', ['North', 'South']);
  } catch (error) {
    if (!(error instanceof DashboardHostError)) throw error;
    const code: DashboardHostErrorCode = error.code;
    const { status, retryable, retryAfterSeconds } = error;
    return { code, status, retryable, retryAfterSeconds };
  }
}

/** Checks this host as a client of any language does. */
async function check(url: string): Promise<Finding[]> {
  const conformance: HostCheckOptions = { url, dashboardGuid: GUID, withLogout: true };
  const findings = await checkHost(conformance);
  return findings.filter(
    ({ ok, check: name, fix, link }) => !ok || !name || !link || fix === undefined,
  );
}

/** Returns one event of each type, without its times. */
function toEvents(): unknown[] {
  const byType = new Map<DashboardHostEventType, DashboardHostEvent>();
  for (const event of events) if (!byType.has(event.type)) byType.set(event.type, event);
  return Array.from(byType.values(), (event) => {
    const { type, code, status, dashboardGuid, sessionId: session, user, organization } = event;
    const isTimed = event.durationMs >= event.serviceMs && event.attempts >= 0;
    const hasFailed = event.error !== null || Boolean(event.cause);
    return { type, code, status, dashboardGuid, session, user, organization, isTimed, hasFailed };
  });
}

function sendScript(response: ServerResponse, name: string): void {
  response.setHeader('Content-Type', 'text/javascript');
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.end(readFileSync(name));
}

createServer(async (req, res) => {
  const { pathname } = new URL(req.url ?? '', 'http://localhost');
  const send = (value: unknown): unknown => res.end(JSON.stringify(value));
  if (pathname === '/page.js') return sendScript(res, 'page.js');
  if (pathname === '/client') return send(await callClient());
  if (pathname === '/host') return send(await callHost(req, res));
  if (pathname === '/check') return send(await check(`http://${req.headers.host}/dashboards`));
  if (pathname === '/events') return send(toEvents());
  if (pathname === '/down') return send((service.isDown = true));
  if (pathname === '/up') return send((service.isDown = false));
  return listener(req, res, () => {
    res.setHeader('Content-Type', 'text/html');
    res.end('<!doctype html><title>Sales</title><script type="module" src="/page.js"></script>');
  });
}).listen(Number(process.env['PORT']), 'localhost');
