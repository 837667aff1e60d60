import {
  createDashboardService,
  type DashboardService,
  deliver,
} from 'embedded-dashboard-service/browser';
import type { Hono } from 'hono';
import { Conditions } from '../../playground/host/conditions.ts';
import { createHostApplication } from '../../playground/host/host-application.ts';

const SERVICE_PORT = 4600;
/** The folder of the dashboard service in the demo's folder. */
const SERVICE = 'service';

/** The settings of the server in this browser. */
export interface ServerSettings {
  /** The address of the demo's folder. */
  folder: string;
  /** The name of the database that the browser keeps; `null` keeps nothing. */
  keptAs: string | null;
  secret: string;
  apiKey: string;
  adminPassword: string;
}

/** Answers a request. */
export type Answer = (request: Request) => Promise<Response>;

/** An application, and the address at which it gets a request. */
export interface Destination {
  answer: Answer;
  url: string;
}

/**
 * Starts the dashboard service and the host application of `npm start`. Returns a function that finds the application
 * for an address: the service below `service/`, and the host application everywhere else. The host application calls
 * the service with `fetch`, as on a server.
 */
export async function startApplications(
  settings: ServerSettings,
): Promise<(url: string) => Destination> {
  const { folder, keptAs, ...secrets } = settings;
  const baseUrl = `${folder}${SERVICE}`;
  const service = createDashboardService({
    ...secrets,
    database: keptAs === null ? 'memory:' : `./${keptAs}`,
    url: baseUrl,
    frameAncestors: "'self'",
  });
  const toService: Answer = (request) => deliver(SERVICE_PORT, request);
  const application = await startHostApplication(service, baseUrl);
  const find = (url: string): Destination => {
    // The service's own address is that of a proxy with a path prefix.
    if (url === baseUrl || url.startsWith(`${baseUrl}/`)) {
      return { answer: toService, url: withoutPrefix(url, `${baseUrl}/`) };
    }
    return {
      answer: async (request) => application.fetch(request),
      url: withoutPrefix(url, folder),
    };
  };
  return find;
}

async function startHostApplication(service: DashboardService, baseUrl: string): Promise<Hono> {
  routeFetch(baseUrl);
  const server = await service.listen(SERVICE_PORT);
  return createHostApplication({
    baseUrl,
    apiKey: service.apiKey,
    hosts: [new URL(baseUrl).hostname],
    listDashboards: () => service.listOpenDashboards(),
    conditions: new Conditions(service, server, true),
    // The page is a static file. Its visit only starts the session.
    renderPage: async () => '',
  });
}

/** Removes the path prefix from an address. Other addresses of the origin stay unchanged. */
function withoutPrefix(url: string, prefix: string): string {
  return url.startsWith(prefix) ? `${new URL(url).origin}/${url.slice(prefix.length)}` : url;
}

/** Makes `fetch` of this worker deliver the calls of the service directly. */
function routeFetch(baseUrl: string): void {
  const fetchFromNetwork = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    if (typeof input !== 'string' || !input.startsWith(`${baseUrl}/`)) {
      return fetchFromNetwork(input, init);
    }
    return deliver(SERVICE_PORT, new Request(withoutPrefix(input, `${baseUrl}/`), init));
  };
}
