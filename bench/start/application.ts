import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import type { DashboardHost } from 'embedded-dashboard/host';
import type { Journey } from './journey.ts';
import { serveSite } from './secure-site.ts';
import type { Service } from './service.ts';
import * as ways from './ways.ts';

/** The application that shows dashboards: its pages, its scripts, and the host on its server. */
export interface Application extends AsyncDisposable {
  /** Returns the address of the page that shows a dashboard in that way. */
  page: (way: ways.WayName) => string;
  /** Ends all connections to `app.test` and `cdn.test`. */
  disconnect: () => void;
}

const BUILT = new URL('../../dist/', import.meta.url);
export const SUPERSET = '../node_modules/@superset-ui/embedded-sdk/bundle/index.js';
export const LOOKER = 'looker/node_modules/@looker/embed-sdk/dist/main.js';
const JAVASCRIPT = 'text/javascript';

/** Serves `app.test`, and `cdn.test` with the package's file. */
export async function serveApplication(journey: Journey, service: Service): Promise<Application> {
  const dashboards = await createHost(service);
  const scripts = readScripts();
  const integrity = readIntegrity();
  const sendScript = (response: Http2ServerResponse, path: string): void => {
    journey.note('script');
    response.setHeader('Content-Type', JAVASCRIPT);
    response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
    response.end(scripts[path]!);
  };
  const cdn = await serveSite('cdn.test', (_request, response, path) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    sendScript(response, path);
  });
  const site = await serveSite('app.test', async (request, response, path) => {
    if (scripts[path]) return sendScript(response, path);
    if (path === ways.PEER_TOKEN_URL) {
      journey.note('token');
      return sendForPeers(response, service, await getToken(dashboards, site.origin));
    }
    const asked = await toRequest(site.origin, request);
    if (path === ways.TOKEN_URL) {
      journey.note('token');
      return sendResponse(response, await dashboards.fetch(asked));
    }
    journey.note('page');
    const places = { service: service.origin, cdn: cdn.origin, integrity };
    const look = { dashboardGuid: ways.GUID, baseUrl: service.origin };
    const way = ways.WAYS[path.slice(1) as ways.WayName];
    const render = () => dashboards.render(asked, look);
    return sendPage(response, await way.write({ ...places, render }));
  });
  return {
    page: (way) => `${site.origin}/${way}`,
    disconnect: () => [site, cdn].forEach((server) => server.disconnect()),
    async [Symbol.asyncDispose]() {
      await Promise.all([site, cdn].map((server) => server[Symbol.asyncDispose]()));
    },
  };
}

/** Creates a host from the built file, as users get it. */
async function createHost({ apiUrl }: Service): Promise<DashboardHost> {
  const { createDashboardHost } = (await import(
    new URL('host.js', BUILT).href
  )) as typeof import('embedded-dashboard/host');
  return createDashboardHost({
    baseUrl: apiUrl,
    apiKey: 'key-of-the-bench',
    resolve: () => ({ sessionId: 'session-1', dashboards: [ways.GUID] }),
  });
}

/** Reads the scripts of all ways, by path. */
function readScripts(): Record<string, Buffer> {
  return {
    [ways.FILE]: readFileSync(new URL(`.${ways.FILE}`, BUILT)),
    [ways.SUPERSET_FILE]: readFileSync(new URL(SUPERSET, import.meta.url)),
    [ways.LOOKER_FILE]: readFileSync(new URL(LOOKER, import.meta.url)),
  };
}

/** Reads the integrity hash of the package's file. */
function readIntegrity(): string {
  const content = readFileSync(new URL('integrity.json', BUILT), 'utf8');
  return (JSON.parse(content) as Record<string, string>)[ways.FILE.slice(1)] ?? '';
}

async function getToken(dashboards: DashboardHost, origin: string): Promise<{ token: string }> {
  const answer = await dashboards.fetch(toTokenRequest(origin));
  if (!answer.ok) throw new Error(`No token: ${await answer.text()}`);
  return (await answer.json()) as { token: string };
}

/** Returns the element's token request, so that the server does the same work for all ways. */
function toTokenRequest(origin: string): Request {
  return new Request(origin + ways.TOKEN_URL, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Embedded-Dashboard': '1',
      'Sec-Fetch-Site': 'same-origin',
    },
    body: JSON.stringify({ dashboardGuid: ways.GUID }),
  });
}

/** Sends both a token and an address. For Superset the page requests the token; Looker's SDK requests an address. */
function sendForPeers(
  response: Http2ServerResponse,
  { origin }: Service,
  { token }: { token: string },
): void {
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify({ token, url: `${origin}/Tdb/${token}` }));
}

function sendPage(response: Http2ServerResponse, content: string): void {
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.end(`<!doctype html><title>Page</title><link rel="icon" href="data:,">${content}`);
}

async function toRequest(origin: string, request: Http2ServerRequest): Promise<Request> {
  const headers = Object.entries(request.headers).filter(([name]) => !name.startsWith(':'));
  const { method, url } = request;
  const body = method === 'POST' ? await text(request) : null;
  return new Request(origin + url, { method, headers: headers as [string, string][], body });
}

async function sendResponse(target: Http2ServerResponse, source: Response): Promise<void> {
  target.writeHead(source.status, Object.fromEntries(source.headers));
  target.end(await source.text());
}
