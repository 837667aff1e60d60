import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequest } from '@remix-run/node-fetch-server';
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
 * The host as a listener for Node's frameworks, before or after their body parsers. Calls `next()`
 * for addresses that are not the host's; without a `next` they are answered with 404.
 */
export function toNodeListener<Context>(host: DashboardHost<Context>): NodeListener {
  return async (req, res, next) => {
    const incoming = 'hijack' in res ? (req as FastifyRequest).raw : (req as IncomingMessage);
    const outgoing = 'hijack' in res ? res.raw : res;
    const { originalUrl, body } = req as NodeRequest & FrameworkFields;
    // Servers take the absolute form, too: https://www.rfc-editor.org/rfc/rfc9112#section-3.2.2
    const url = (originalUrl ?? incoming.url ?? '/').replace(/^https?:\/\/[^/?]*/i, '');
    if (typeof next === 'function' && !host.serves(url.replace(/\?.*/s, ''))) return next();
    if ('hijack' in res) res.hijack();
    const request = toRequest(incoming, outgoing, url, body);
    const response = request
      ? await host.fetch(request, { req, res } as Context)
      : answerError(new DashboardHostError('bad-request', 'The request’s address is malformed.'));
    // Meanwhile a time limit of the framework, say, may have begun to answer.
    if (outgoing.headersSent) return;
    await send(outgoing, response);
  };
}

/** In one piece, with its length: no answer of the host is long. */
async function send(outgoing: ServerResponse, response: Response): Promise<void> {
  const body = await response.text();
  if (outgoing.headersSent) return;
  outgoing.statusCode = response.status;
  for (const [name, value] of response.headers) outgoing.setHeader(name, value);
  outgoing.end(body);
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
    const fields = { method: isParsed ? 'GET' : method, url };
    const isSame = fields.method === incoming.method && url === incoming.url;
    const request = createRequest(isSame ? incoming : withFields(incoming, fields), outgoing);
    if (!isParsed) return request;
    const { headers, signal } = request;
    return new Request(request.url, { method, headers, signal, body: toBody(body) });
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
