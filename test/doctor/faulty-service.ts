import { getRequestListener } from '@hono/node-server';
import { createServer, type Server } from 'node:http';
import { FakeClock } from './fake-clock.ts';
import { listen } from './loopback.ts';
import { PlainService } from './plain-service.ts';

export type Fetch = (request: Request) => Promise<Response>;

/** Changes the answers of a server. */
export type Plant = (next: Fetch) => Fetch;

/** A {@link PlainService} on loopback, whose answers can be changed. */
export class FaultyService {
  /** The clock of the service, and of the doctor that checks it. */
  readonly clock = new FakeClock();
  readonly #service = new PlainService(this.clock);
  #fetch: Fetch = this.#service.fetch;
  readonly #server: Server;
  url = '';

  private constructor() {
    this.#server = createServer(getRequestListener((request) => this.#answer(request)));
  }

  static async start(): Promise<FaultyService> {
    const service = new FaultyService();
    service.url = await listen(service.#server);
    return service;
  }

  /** Plants a fault until the returned object is disposed of. */
  with(plant: Plant): Disposable {
    this.#fetch = plant(this.#service.fetch);
    return { [Symbol.dispose]: () => (this.#fetch = this.#service.fetch) };
  }

  /** The lifetime of tokens in seconds. */
  set tokenLifetimeSeconds(seconds: number) {
    this.#service.tokenLifetimeSeconds = seconds;
  }

  /** Dates an answer by the clock. */
  async #answer(request: Request): Promise<Response> {
    const response = await this.#fetch(request);
    if (response.headers.has('Date')) return response;
    return withHeaders(response, { Date: new Date(this.clock.now()).toUTCString() });
  }

  close(): void {
    this.#server.close();
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
