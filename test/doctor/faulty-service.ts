import { getRequestListener } from '@hono/node-server';
import type { RequestListener } from 'node:http';
import { checkService, type ServiceReport } from '../../command/src/doctor/check-service.ts';
import { GUID } from '../support/dashboard-calls.ts';
import { toHeaders } from '../support/to-rows.ts';
import { FakeClock } from './fake-clock.ts';
import { useServer } from './loopback.ts';
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
export interface ServiceUnderTest {
  readonly url: string;
  /** The clock of the service, and of the doctor that checks it. */
  readonly clock: FakeClock;
  /** Issues the tokens. */
  readonly plain: PlainService;
  /** Plants a fault until the returned object is disposed of. */
  with: (plant: Plant) => Disposable;
  /** Checks the service with a planted fault. `changes` are those of the address. */
  check: (plant?: Plant, changes?: object) => Promise<ServiceReport>;
}

/** Starts the service before the tests of a file. */
export function useService(): ServiceUnderTest {
  const clock = new FakeClock();
  const plain = new PlainService(clock);
  let { fetch } = plain;

  /** Dates an answer by the clock. */
  const answer: Fetch = async (request) => {
    const response = await fetch(request);
    if (response.headers.has('Date')) return response;
    return withHeaders(response, { Date: new Date(clock.now()).toUTCString() });
  };
  const server = useServer(toListener(answer));
  const plantFault = (plant: Plant): Disposable => {
    fetch = plant(plain.fetch);
    return { [Symbol.dispose]: () => ({ fetch } = plain) };
  };

  return {
    get url() {
      return server.url;
    },
    clock,
    plain,
    with: plantFault,
    async check(plant = (next) => next, changes = {}) {
      using _ = plantFault(plant);
      const address = { url: server.url, clock, dashboardGuid: GUID, apiKey: API_KEY };
      return await checkService({ ...address, ...changes });
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
