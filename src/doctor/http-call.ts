import { request as requestHttp, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';

/** One request of the doctor. */
export interface HttpCall {
  url: URL;
  method: string;
  /** Sent as they are, also those that `fetch` does not allow, such as `Origin`. */
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** An answer with the beginning of its body. Redirects are answers, too. */
export interface HttpAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Reasons why there is no answer. */
export type CallFailure = 'unreachable' | 'certificate' | 'timeout' | 'not-http' | 'closed';

/** A call without an answer. The message names no address and no header. */
export class HttpCallError extends Error {
  readonly failure: CallFailure;

  constructor(failure: CallFailure) {
    super(MESSAGES[failure]);
    this.name = 'HttpCallError';
    this.failure = failure;
  }
}

const MESSAGES: Record<CallFailure, string> = {
  unreachable: 'Nothing listens at this address, or its name is unknown.',
  certificate: 'The TLS certificate is not valid for this address.',
  timeout: 'There was no answer in time.',
  'not-http': 'The server does not speak HTTP at this port.',
  closed: 'The server closed the connection without an answer.',
};

/** A body is read up to this length, in bytes. */
const MOST_BODY = 256 * 1024;

/** Makes a call. Throws {@link HttpCallError}. */
export function callHttp(call: HttpCall, limitMs: number): Promise<HttpAnswer> {
  const { url, method, headers, body } = call;
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const outgoing = send(url, {
      method,
      headers: { ...headers, 'Content-Length': String(Buffer.byteLength(body)) },
      agent: false,
      signal: AbortSignal.timeout(limitMs),
    });
    outgoing.on('error', (error) => reject(new HttpCallError(toFailure(error))));
    outgoing.on('response', (incoming) => {
      readBody(incoming).then(
        (text) => resolve({ status: incoming.statusCode!, headers: incoming.headers, body: text }),
        (error: Error) => reject(new HttpCallError(toFailure(error))),
      );
    });
    outgoing.end(body);
  });
}

/** Reads the beginning of a body, and no more of an endless one. */
async function readBody(incoming: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of incoming) {
    parts.push(part as Buffer);
    length += (part as Buffer).length;
    if (length >= MOST_BODY) break;
  }
  incoming.destroy();
  return Buffer.concat(parts).toString();
}

function toFailure(error: Error & { code?: string }): CallFailure {
  const { code = '', name } = error;
  if (name === 'AbortError' || name === 'TimeoutError') return 'timeout';
  if (code.startsWith('HPE_')) return 'not-http';
  if (/CERT|SELF_SIGNED|UNABLE_TO|ALTNAME/.test(code)) return 'certificate';
  if (/^(ECONNRESET|EPIPE)$/.test(code)) return 'closed';
  return code === 'EPROTO' ? 'not-http' : 'unreachable';
}
