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
  /** The address before a router took its own part away. */
  originalUrl?: string;
}

/** Returns path and query as the client sent them. */
export function urlOf(req: NodeRequest): string {
  const { originalUrl, url } = req as IncomingMessage & FrameworkFields;
  // Servers take the absolute form, too: https://www.rfc-editor.org/rfc/rfc9112#section-3.2.2
  return (originalUrl ?? url ?? '/').replace(/^https?:\/\/[^/?]*/i, '');
}

/**
 * Returns the host's request for Node's, before or after its body was parsed; `null` for one that cannot be a request,
 * such as one with a malformed host.
 */
export function toHostRequest(
  req: NodeRequest,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): HostRequest | null {
  const url = toAddress(req, incoming);
  if (url === null) return null;
  const { body } = req as NodeRequest & FrameworkFields;
  const method = incoming.method?.replace(NOT_FOR_THE_WEB, 'DELETE') ?? 'GET';
  // A parser that left the stream alone may have set a body nevertheless.
  const isParsed = incoming.readableEnded && !/^(GET|HEAD)$/.test(method);
  const signal = untilGone(outgoing);
  let request: Request | null = null;
  return {
    method,
    url,
    signal,
    header: (name) => headerOf(incoming, name),
    readText: (maxBytes, stop) =>
      isParsed ? toText(body, maxBytes) : readText(incoming, maxBytes, stop),
    toWeb: () => (request ??= toWeb(url, method, incoming, signal)),
  };
}

/** Returns the web's request for a page that Node is about to write: a GET without a body. */
export function toPageRequest(req: NodeRequest): Request | null {
  const incoming = req as IncomingMessage;
  const url = toAddress(req, incoming);
  return url === null ? null : new Request(url, { headers: toHeaders(incoming) });
}

/** No `Request` may have these methods. Any other one that no route takes gets the same answer. */
const NOT_FOR_THE_WEB = /^(TRACE|TRACK|CONNECT)$/;

function toAddress(req: NodeRequest, incoming: IncomingMessage): URL | null {
  const host = headerOf(incoming, 'host') ?? headerOf(incoming, ':authority') ?? 'localhost';
  // The path in a host would come before that of the address.
  if (/[/?#@\\]/.test(host)) return null;
  const scheme = 'encrypted' in incoming.socket ? 'https' : 'http';
  const address = `${scheme}://${host}${urlOf(req)}`;
  return URL.canParse(address) ? new URL(address) : null;
}

/** Node itself drops the second one of some headers, such as `Content-Type`. */
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
    // HTTP/2 has some of its own.
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

/** Makes the signal of the request when it is read: most applications never do. */
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

/** A parser leaves texts, bytes, or the content of JSON. */
async function toText(parsed: unknown, maxBytes: number): Promise<string | null> {
  if (parsed instanceof Uint8Array) {
    return parsed.byteLength > maxBytes ? null : new TextDecoder().decode(parsed);
  }
  const text = typeof parsed === 'string' ? parsed : (JSON.stringify(parsed) ?? '');
  return new TextEncoder().encode(text).byteLength > maxBytes ? null : text;
}

/** Reads the stream itself: a stream of the web around it costs more than all checks of the host. */
function readText(
  incoming: IncomingMessage,
  maxBytes: number,
  stop: CallerSignal,
): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const parts: Uint8Array[] = [];
    let bytes = 0;
    const end = (settle: () => void): void => {
      incoming.off('data', onData).off('end', onEnd).off('error', onGone).off('close', onGone);
      stop.removeEventListener('abort', onGone);
      // The rest is read and dropped, so that the client can read the answer.
      incoming.resume();
      settle();
    };
    const onData = (part: Uint8Array): void => {
      bytes += part.byteLength;
      if (bytes > maxBytes) end(() => resolve(null));
      else parts.push(part);
    };
    const onEnd = (): void => end(() => resolve(decode(parts)));
    const onGone = (): void => end(() => reject(new Error('The body broke off.')));
    incoming.on('data', onData).on('end', onEnd).on('error', onGone).on('close', onGone);
    stop.addEventListener('abort', onGone);
    if (incoming.destroyed) onGone();
  });
}

function decode(parts: readonly Uint8Array[]): string {
  const decoder = new TextDecoder();
  const texts = parts.map((part) => decoder.decode(part, { stream: true }));
  return texts.join('') + decoder.decode();
}
