import type { RelayedRequest } from '../relay/messages.ts';

// Browsers drop the headers that only a browser or a server may set, in requests and in answers. The applications of
// the server use them, so that they get objects whose headers are plain lists.

/**
 * Returns the request as a server gets it: with the headers that a browser adds on the way to a network.
 * `url` is the address without a path prefix, and `cookie` is the header of that name.
 */
export function toServerRequest(
  relayed: RelayedRequest,
  { url, cookie, signal }: { url: string; cookie: string; signal: AbortSignal },
): Request {
  const { method, body, destination, mode, credentials } = relayed;
  const request = new Request(url, { method, body, signal });
  const headers = new Headers(relayed.headers);
  headers.set('Host', new URL(url).host);
  headers.set('Sec-Fetch-Site', toSite(relayed));
  headers.set('Sec-Fetch-Mode', mode);
  headers.set('Sec-Fetch-Dest', destination || 'empty');
  if (cookie && credentials !== 'omit') headers.set('Cookie', cookie);
  if (body) headers.set('Content-Length', String(body.byteLength));
  return withHeaders(request, headers);
}

/**
 * Returns the relation between the caller and the server. A foreign page cannot pretend to be one of this origin. It
 * can hide its address, so that only the reader's own navigations count as such without one.
 */
function toSite({ url, referrer, method, mode }: RelayedRequest): string {
  if (referrer.startsWith(`${new URL(url).origin}/`)) return 'same-origin';
  return !referrer && method === 'GET' && mode === 'navigate' ? 'none' : 'cross-site';
}

/**
 * Adds `Request.body`, which Firefox does not have:
 * https://developer.mozilla.org/en-US/docs/Web/API/Request/body#browser_compatibility
 */
export function addBodiesOfRequests(): void {
  if ('body' in Request.prototype) return;
  Object.defineProperty(Request.prototype, 'body', {
    get(this: Request) {
      if (/^(GET|HEAD)$/.test(this.method)) return null;
      const reading = this.clone().arrayBuffer();
      return new ReadableStream({
        async start(controller) {
          const bytes = new Uint8Array(await reading);
          if (bytes.length > 0) controller.enqueue(bytes);
          controller.close();
        },
      });
    },
  });
}

/** Makes new answers of this worker keep the header `Set-Cookie`. */
export function keepCookiesOfAnswers(): void {
  globalThis.Response = ServerResponse;
}

const BrowserResponse = Response;

class ServerResponse extends BrowserResponse {
  constructor(body?: BodyInit | null, init?: ResponseInit) {
    super(body, init);
    const headers = new Headers(init?.headers);
    for (const [name, value] of super.headers) if (!headers.has(name)) headers.set(name, value);
    withHeaders(this, headers);
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    return Function.prototype[Symbol.hasInstance].call(BrowserResponse, value);
  }
}

function withHeaders<Message extends Request | Response>(
  message: Message,
  headers: Headers,
): Message {
  return Object.defineProperty(message, 'headers', { value: headers });
}
