import type { IncomingMessage, ServerResponse } from 'node:http';
import { createHeaders, createRequest } from '@remix-run/node-fetch-server';

/** A request of `node:http`, Express, Connect or Fastify. */
export type NodeRequest = IncomingMessage | FastifyRequest;

/** Fastify keeps Node's request in `raw`. */
export interface FastifyRequest {
  raw: IncomingMessage;
}

/** What frameworks add to a request. */
interface FrameworkFields {
  body?: unknown;
  /** The address before a router took its own part away. */
  originalUrl?: string;
}

/** Path and query as the client sent them. */
export function urlOf(req: NodeRequest): string {
  const { originalUrl, url } = req as IncomingMessage & FrameworkFields;
  // Servers take the absolute form, too: https://www.rfc-editor.org/rfc/rfc9112#section-3.2.2
  return (originalUrl ?? url ?? '/').replace(/^https?:\/\/[^/?]*/i, '');
}

/**
 * The web's request for Node's, before or after its body was parsed. Aborted when the client goes away.
 * `null` for what cannot be a request, such as one with a malformed host.
 */
export function toRequest(
  req: NodeRequest,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Request | null {
  const { body } = req as NodeRequest & FrameworkFields;
  const url = urlOf(req);
  if (hasOddHost(incoming)) return null;
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

/** The web's request for a page that Node is about to write: a GET without a body. */
export function toPageRequest(req: NodeRequest): Request | null {
  const incoming = req as IncomingMessage;
  const headers = createHeaders(incoming);
  const scheme = 'encrypted' in incoming.socket ? 'https' : 'http';
  const address = `${scheme}://${headers.get('Host') ?? 'localhost'}${urlOf(req)}`;
  return hasOddHost(incoming) || !URL.canParse(address) ? null : new Request(address, { headers });
}

/** Its path would come before that of the address. */
function hasOddHost({ headers }: IncomingMessage): boolean {
  return /[/?#@\\]/.test(headers.host ?? '');
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
