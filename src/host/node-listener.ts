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

/**
 * A request listener of `node:http`, a handler of Express, Connect and Fastify, and an `onRequest` hook
 * of Fastify. Without `next` there is always a promise, which resolves once the answer is sent.
 */
export type NodeListener = (
  req: NodeRequest,
  res: NodeResponse,
  next?: () => void,
) => Promise<void> | void;

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
 * The host as a listener for Node's frameworks. Calls `next()` for addresses that are not the host's;
 * without a `next` they are answered with 404.
 *
 * Best after what finds the session, and before all body parsers: in Express and Connect
 * `app.use(toNodeListener(dashboards))`, in Fastify `app.addHook('onRequest', toNodeListener(dashboards))`.
 * It works after parsers, too, and so as Fastify's `app.all('/dashboards/*', toNodeListener(dashboards))`;
 * but what a parser cannot read, such as malformed JSON, the framework then answers by itself.
 */
export function toNodeListener<Context>(host: DashboardHost<Context>): NodeListener {
  // No async function: a hook of Fastify either calls `next` or gives a promise.
  return (req, res, next) => {
    const incoming = 'hijack' in res ? (req as FastifyRequest).raw : (req as IncomingMessage);
    const { originalUrl } = req as NodeRequest & FrameworkFields;
    // Servers take the absolute form, too: https://www.rfc-editor.org/rfc/rfc9112#section-3.2.2
    const url = (originalUrl ?? incoming.url ?? '/').replace(/^https?:\/\/[^/?]*/i, '');
    if (typeof next === 'function' && !host.serves(url.replace(/\?.*/s, ''))) return next();
    return answer(host, { req, res }, incoming, url);
  };
}

async function answer<Context>(
  host: DashboardHost<Context>,
  { req, res }: NodeContext<NodeRequest, NodeResponse>,
  incoming: IncomingMessage,
  url: string,
): Promise<void> {
  const outgoing = 'hijack' in res ? res.raw : res;
  if ('hijack' in res) res.hijack();
  const { body } = req as NodeRequest & FrameworkFields;
  const request = toRequest(incoming, outgoing, url, body);
  const response = request
    ? await host.fetch(request, { req, res } as Context)
    : answerError(new DashboardHostError('bad-request', 'The request’s address is malformed.'));
  await send(outgoing, response);
}

/** In one piece, with its length: no answer of the host is long. */
async function send(outgoing: ServerResponse, response: Response): Promise<void> {
  const body = await response.text();
  // Meanwhile a time limit of the framework, say, may have begun to answer.
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
  // Its path would come before that of the address.
  if (/[/?#@\\]/.test(incoming.headers.host ?? '')) return null;
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
