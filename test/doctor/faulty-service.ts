import { getRequestListener } from '@hono/node-server';
import { createDashboardService } from 'embedded-dashboard-service';
import { createServer, type Server } from 'node:http';
import { figuresDashboard } from '../support/figures-dashboard.ts';
import { listen } from './loopback.ts';

export type Fetch = (request: Request) => Promise<Response>;

/** Changes the answers of a server. */
export type Plant = (next: Fetch) => Fetch;

export const API_KEY = 'key-with-a-SECRET';

const dashboard = figuresDashboard(1, { one: 'SELECT 1 AS n' });
/** The dashboard of the service. */
export const SHOWN_GUID = dashboard.guid;

/** A service in memory with one dashboard, whose answers can be changed. */
export class FaultyService {
  readonly #service = createDashboardService({ apiKey: API_KEY, dashboards: [dashboard] });
  readonly #good: Fetch = (request) => this.#service.fetch(request);
  #fetch = this.#good;
  readonly #server: Server;
  url = '';

  private constructor() {
    this.#server = createServer(getRequestListener((request) => this.#fetch(request)));
  }

  static async start(): Promise<FaultyService> {
    const service = new FaultyService();
    service.url = await listen(service.#server);
    // The first call opens the databases. On a busy machine that takes longer than the doctor waits.
    await fetch(`${service.url}/Tdb/first-call`);
    return service;
  }

  /** Plants a fault until the returned object is disposed of. */
  with(plant: Plant): Disposable {
    this.#fetch = plant(this.#good);
    return { [Symbol.dispose]: () => (this.#fetch = this.#good) };
  }

  /** The lifetime of tokens in seconds. */
  set tokenLifetimeSeconds(seconds: number) {
    this.#service.tokenLifetimeSeconds = seconds;
  }

  async close(): Promise<void> {
    this.#server.close();
    await this.#service.close();
  }
}

/** Sets headers, or removes those that are null. */
export function withHeaders(
  response: Response,
  headers: Readonly<Record<string, string | null>>,
): Response {
  const copy = new Response(response.body, response);
  for (const [name, value] of Object.entries(headers)) {
    if (value === null) copy.headers.delete(name);
    else copy.headers.set(name, value);
  }
  return copy;
}

/** Plants headers in the answers whose path contains a text. */
export function headersOf(path: string, headers: Readonly<Record<string, string | null>>): Plant {
  return (next) => async (request) => {
    const response = await next(request);
    return new URL(request.url).pathname.includes(path) ? withHeaders(response, headers) : response;
  };
}

/** Plants a change of the answers whose path contains a text. */
export function answerOf(
  path: string,
  change: (response: Response, request: Request) => Response | Promise<Response>,
): Plant {
  return (next) => async (request) => {
    const response = await next(request);
    return new URL(request.url).pathname.includes(path) ? change(response, request) : response;
  };
}
