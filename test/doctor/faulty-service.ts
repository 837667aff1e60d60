import { getRequestListener } from '@hono/node-server';
import { createServer, type RequestListener, type Server } from 'node:http';
import { afterAll, beforeAll } from 'vitest';
import { checkService, type ServiceReport } from '../../command/src/doctor/check-service.ts';
import { GUID } from '../support/dashboard-calls.ts';
import { toHeaders } from '../support/to-rows.ts';
import { FakeClock } from './fake-clock.ts';
import { listen } from './loopback.ts';
import { API_KEY, PlainService } from './plain-service.ts';

export type Fetch = (request: Request) => Promise<Response>;

/** Changes the answers of a server. */
export type Plant = (next: Fetch) => Fetch;

/**
 * Serves answers to requests of Node's own class. The global classes stay, because other tests of the process use them:
 * by default, this server replaces them.
 */
export function toListener(fetch: Fetch): RequestListener {
  const answer = ({ url, method, headers, body }: Request): Promise<Response> =>
    fetch(new Request(url, { method, headers, body, duplex: 'half' } as RequestInit));
  const listener = getRequestListener(answer, { overrideGlobalObjects: false });
  return (request, response) => void listener(request, response);
}

/** A {@link PlainService} on loopback, whose answers can be changed. */
export class FaultyService {
  /** The clock of the service, and of the doctor that checks it. */
  readonly clock = new FakeClock();
  readonly #service = new PlainService(this.clock);
  #fetch: Fetch = this.#service.fetch;
  readonly #server: Server;
  url = '';

  private constructor() {
    this.#server = createServer(toListener((request) => this.#answer(request)));
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

export interface ServiceUnderTest {
  readonly faulty: FaultyService;
  /** Checks the service with a planted fault. `changes` are those of the address. */
  check: (plant?: Plant, changes?: object) => Promise<ServiceReport>;
}

/** Starts the service before the tests of a file. */
export function useService(tokenLifetimeSeconds = 7200): ServiceUnderTest {
  let faulty: FaultyService;

  beforeAll(async () => {
    faulty = await FaultyService.start();
    faulty.tokenLifetimeSeconds = tokenLifetimeSeconds;
  });

  afterAll(() => faulty.close());

  return {
    get faulty() {
      return faulty;
    },
    async check(plant = (next) => next, changes = {}) {
      using _ = faulty.with(plant);
      const { url, clock } = faulty;
      return await checkService({ url, clock, dashboardGuid: GUID, apiKey: API_KEY, ...changes });
    },
  };
}

/** Returns the answer to a question, such as `U1`. */
export const wordOf = ({ answers }: ServiceReport, id: string): string =>
  answers!.find((answer) => answer.id === id)!.answer;

export const toPage = (body: string, status = 200): Response =>
  new Response(body, { status, headers: { 'Content-Type': 'text/html' } });

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

/** Plants headers in the dashboards, as `toHeaders` reads them. */
export function displayOf(headers: string): Plant {
  return headersOf('/Tdb/', toHeaders(headers));
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
