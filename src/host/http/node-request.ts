import type { IncomingMessage, ServerResponse } from 'node:http';
import { CallerController, type CallerSignal } from './caller-signal.ts';
import type { HostRequest } from './host-request.ts';

/** A request of `node:http`, Express, Connect or Fastify. */
export type NodeRequest = IncomingMessage | FastifyRequest;

/** Fastify keeps Node's request in `raw`. */
export interface FastifyRequest {
  raw: IncomingMessage;
}

/** Fields that frameworks add to a request. */
interface FrameworkFields {
  body?: unknown;
  /** The address before a router removed its own part. */
  originalUrl?: string;
}

/** Returns the path and the query as the client sent them. */
export function urlOf(req: NodeRequest): string {
  const { originalUrl, url } = req as IncomingMessage & FrameworkFields;
  // Servers accept the absolute form, too: https://www.rfc-editor.org/rfc/rfc9112#section-3.2.2
  return (originalUrl ?? url ?? '/').replace(/^https?:\/\/[^/?]*/i, '');
}

/**
 * Converts a request of Node, before or after its body was parsed. Returns `null` for one that cannot be a
 * request, such as one with a malformed host.
 */
export function toHostRequest(
  req: NodeRequest,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): HostRequest | null {
  const url = toAddress(req, incoming);
  if (url === null) return null;
  const { body } = req as NodeRequest & FrameworkFields;
  const method = incoming.method!;
  // A parser may set a body even if it did not read the stream.
  const isParsed = incoming.readableEnded;
  const signal = untilGone(outgoing);
  let request: Request | null = null;
  return {
    method,
    url,
    signal,
    header: (name) => headerOf(incoming, name),
    readText: (maxBytes) => (isParsed ? toText(body, maxBytes) : readText(incoming, maxBytes)),
    toWeb: () => (request ??= toWeb(url, method, incoming, signal)),
  };
}

/** Returns the `Request` for a page that Node is about to render: a GET without a body. */
export function toPageRequest(req: NodeRequest): Request | null {
  const incoming = req as IncomingMessage;
  const url = toAddress(req, incoming);
  return url === null ? null : new Request(url, { headers: toHeaders(incoming) });
}

function toAddress(req: NodeRequest, incoming: IncomingMessage): URL | null {
  const host = headerOf(incoming, 'host') ?? headerOf(incoming, ':authority') ?? 'localhost';
  // A path in the host would come before the path of the address.
  if (/[/?#@\\]/.test(host)) return null;
  const scheme = 'encrypted' in incoming.socket ? 'https' : 'http';
  const address = `${scheme}://${host}${urlOf(req)}`;
  return URL.canParse(address) ? new URL(address) : null;
}

/** Returns a header from the raw list: Node itself drops the second one of some headers, such as `Content-Type`. */
function headerOf({ rawHeaders }: IncomingMessage, name: string): string | null {
  let value: string | null = null;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]!.toLowerCase() !== name) continue;
    value = value === null ? rawHeaders[index + 1]! : `${value}, ${rawHeaders[index + 1]}`;
  }
  return value;
}

function toHeaders({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    // Leave out the pseudo-headers of HTTP/2.
    if (!name.startsWith(':')) headers.append(name, rawHeaders[index + 1]!);
  }
  return headers;
}

/** Returns a signal that is aborted if the client leaves before the answer. */
function untilGone(outgoing: ServerResponse): CallerSignal {
  const gone = new CallerController();
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) gone.abort();
  });
  return gone.signal;
}

/** Creates the `Request`, but its signal only when that is read: most applications never read it. */
function toWeb(url: URL, method: string, incoming: IncomingMessage, caller: CallerSignal): Request {
  const request = new Request(url, { method, headers: toHeaders(incoming) });
  let signal: AbortSignal | null = null;
  const toSignal = (): AbortSignal => {
    const controller = new AbortController();
    if (caller.aborted) controller.abort();
    caller.addEventListener('abort', () => controller.abort());
    return controller.signal;
  };
  return Object.defineProperty(request, 'signal', { get: () => (signal ??= toSignal()) });
}

/** Returns the text of a body that a parser left as text, bytes, or the content of JSON. */
async function toText(parsed: unknown, maxBytes: number): Promise<string | null> {
  if (parsed instanceof Uint8Array) {
    return parsed.byteLength > maxBytes ? null : new TextDecoder().decode(parsed);
  }
  const text = typeof parsed === 'string' ? parsed : JSON.stringify(parsed ?? null);
  return new TextEncoder().encode(text).byteLength > maxBytes ? null : text;
}

/**
 * The bytes that are read and dropped behind a body that is too large. Node closes a connection without keep-alive after the
 * answer; a proxy that still sends would get a reset instead of the answer, and reports 502.
 */
const DROPPED_BYTES = 1024 * 1024;

/** Reads Node's stream directly: a web stream around it costs more than all checks of the host. */
function readText(incoming: IncomingMessage, maxBytes: number): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const decoder = new TextDecoder();
    let text = '';
    let bytes = 0;
    const onData = (part: Uint8Array): void => {
      bytes += part.byteLength;
      if (bytes > maxBytes + DROPPED_BYTES) resolve(null);
      else if (bytes <= maxBytes) text += decoder.decode(part, { stream: true });
    };
    const onEnd = (): void => resolve(bytes > maxBytes ? null : text + decoder.decode());
    incoming.on('data', onData).on('end', onEnd).on('error', reject).on('close', reject);
    // A client may leave before the application calls the host. Then no event follows.
    if (incoming.destroyed) reject();
  });
}
