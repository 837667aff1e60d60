import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequest, sendResponse } from '@remix-run/node-fetch-server';
import { answerError } from './answer.ts';
import type { DashboardHost } from './dashboard-host.ts';
import { DashboardHostError } from './dashboard-host-error.ts';

/** What `resolve` gets as `context` behind `toNodeListener`: the pair as the framework gave it. */
export interface NodeContext<Req = IncomingMessage, Res = ServerResponse> {
  req: Req;
  res: Res;
}

/** A request of `node:http`, Express, Connect or Fastify. */
export type NodeRequest = IncomingMessage | FastifyRequest;

/** A response of `node:http`, Express, Connect or Fastify. */
export type NodeResponse = ServerResponse | FastifyReply;

/** A request listener of `node:http`, and a handler of Express, Connect and Fastify. */
export type NodeListener = (
  req: NodeRequest,
  res: NodeResponse,
  next?: (error?: unknown) => void,
) => Promise<void>;

/** Fastify keeps Node's request in `raw`. */
interface FastifyRequest {
  raw: IncomingMessage;
}

/** Fastify keeps Node's response in `raw`, and leaves it alone after `hijack`. */
interface FastifyReply {
  raw: ServerResponse;
  hijack: () => unknown;
}

/** What frameworks add to a request. */
interface FrameworkFields {
  body?: unknown;
  /** The address before a router took its own part away. */
  originalUrl?: string;
}

/**
 * The host as a listener for Node's frameworks. Leaves addresses that are not the host's to the next
 * handler; where there is none they are answered with 404.
 *
 * Best before all body parsers: `app.use(toNodeListener(dashboards))` in Express and Connect,
 * `app.addHook('onRequest', toNodeListener(dashboards))` in Fastify. It works after them, too, also as
 * Fastify's `app.all('/dashboards/*', toNodeListener(dashboards))`, but then the parser itself answers
 * what it cannot read, such as malformed JSON, in its own words and without the host's headers.
 */
export function toNodeListener<Context>(host: DashboardHost<Context>): NodeListener {
  // `next` is not counted: Fastify refuses async hooks that take three.
  return async (req, res, ...[next]) => {
    const incoming = 'hijack' in res ? (req as FastifyRequest).raw : (req as IncomingMessage);
    const outgoing = 'hijack' in res ? res.raw : res;
    const { originalUrl, body } = req as NodeRequest & FrameworkFields;
    // Servers take the absolute form, too: https://www.rfc-editor.org/rfc/rfc9112#section-3.2.2
    const url = (originalUrl ?? incoming.url ?? '/').replace(/^https?:\/\/[^/?]*/i, '');
    if (typeof next === 'function' && !host.serves(url.replace(/\?.*/s, ''))) {
      // Fastify goes on when an async hook ends, and would do so once more for `next`.
      return 'hijack' in res ? undefined : next();
    }
    if ('hijack' in res) res.hijack();
    const request = toRequest(incoming, outgoing, url, body);
    const response = request
      ? await host.fetch(request, { req, res } as Context)
      : answerError(new DashboardHostError('bad-request', 'The request’s address is malformed.'));
    // Meanwhile a time limit of the framework, say, may have begun to answer.
    if (outgoing.headersSent) return;
    await sendResponse(outgoing, response);
  };
}

/** Aborted when the client goes away. `null` for what cannot be a request, such as one with a malformed host. */
function toRequest(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  url: string,
  body: unknown,
): Request | null {
  try {
    // No `Request` may have these methods; any other one that no route takes gets the same answer.
    const method = incoming.method?.replace(/^(TRACE|TRACK|CONNECT)$/, 'DELETE') ?? 'GET';
    // A parser that left the stream alone may have set a body nevertheless.
    const isParsed = incoming.readableEnded && !/^(GET|HEAD)$/.test(method);
    // As a GET: `createRequest` would wait for the stream, and take its late `close` for a client that left.
    const source = withFields(incoming, { method: isParsed ? 'GET' : method, url: '/' });
    const request = createRequest(source, outgoing);
    const address = new URL(request.url).origin + url;
    if (!isParsed) return new Request(address, request);
    const { headers, signal } = request;
    return new Request(address, { method, headers, signal, body: toBody(body) });
  } catch {
    return null;
  }
}

function toBody(parsed: unknown): string | Uint8Array<ArrayBuffer> | undefined {
  return typeof parsed === 'string' || parsed instanceof Uint8Array
    ? (parsed as string | Uint8Array<ArrayBuffer>)
    : JSON.stringify(parsed);
}

/** The same request, also as a stream, under another method and address. */
function withFields(
  incoming: IncomingMessage,
  fields: Pick<IncomingMessage, 'method' | 'url'>,
): IncomingMessage {
  return new Proxy(incoming, {
    get: (target, name) =>
      Object.hasOwn(fields, name) ? Reflect.get(fields, name) : Reflect.get(target, name),
  });
}
