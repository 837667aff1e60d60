import { request as requestHttp, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';

/** One request of the doctor. */
export interface HttpCall {
  url: URL;
  /** Default: `GET`. */
  method?: string;
  /** Sent as they are, also those that `fetch` does not allow, such as `Origin`. */
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** The body is read up to this length, in bytes. Default: 256 KiB. */
  longest?: number;
  /** Ends the call early. */
  signal?: AbortSignal;
}

/** An answer with the beginning of its body. Redirects are answers, too. */
export interface HttpAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Reasons why there is no answer. */
export type CallFailure =
  | 'unreachable'
  | 'certificate'
  | 'timeout'
  | 'not-http'
  | 'closed'
  | 'stopped';

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
  timeout: 'There was no answer within 5 seconds.',
  'not-http': 'The server does not speak HTTP at this port.',
  closed: 'The server closed the connection without an answer.',
  stopped: 'The time for all checks was over.',
};

const CALL_LIMIT_MS = 5000;
const LONGEST_BODY = 256 * 1024;

/** Makes a call. Throws {@link HttpCallError}. */
export function callHttp(call: HttpCall): Promise<HttpAnswer> {
  const { url, method = 'GET', headers, body = '', longest = LONGEST_BODY, signal } = call;
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise<HttpAnswer>((resolve, reject) => {
    let isLate = false;
    const outgoing = send(url, {
      method,
      headers: { ...headers, 'Content-Length': String(Buffer.byteLength(body)) },
      agent: false,
      signal,
    });
    const limit = setTimeout(() => {
      isLate = true;
      outgoing.destroy();
    }, CALL_LIMIT_MS);
    const fail = (error: Error): void => {
      clearTimeout(limit);
      const stop = signal?.aborted ? 'stopped' : null;
      reject(new HttpCallError(isLate ? 'timeout' : (stop ?? toFailure(error))));
    };
    outgoing.on('error', fail);
    outgoing.on('response', (incoming) => {
      readBody(incoming, longest).then((text) => {
        clearTimeout(limit);
        resolve({ status: incoming.statusCode!, headers: incoming.headers, body: text });
      }, fail);
    });
    outgoing.end(body);
  });
}

/** Returns scheme and host of an address: its path and query may hold secrets. */
export function toShortAddress(address: string | URL): string {
  return URL.canParse(String(address)) ? new URL(address).origin : 'an address that is not valid';
}

/** Describes an answer in a few words, without its body. */
export function describeAnswer({ status, headers }: HttpAnswer, url: URL): string {
  const { location } = headers;
  if (!location || status < 300 || status > 399) return `It answers ${status}.`;
  const target = URL.canParse(location, url) ? toShortAddress(new URL(location, url)) : 'nowhere';
  return `It answers ${status}, a redirect to ${target}.`;
}

/** Reads the beginning of a body, and no more of an endless one. */
async function readBody(incoming: IncomingMessage, longest: number): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of incoming) {
    parts.push(part as Buffer);
    length += (part as Buffer).length;
    if (length >= longest) break;
  }
  incoming.destroy();
  return Buffer.concat(parts).toString();
}

function toFailure(error: NodeJS.ErrnoException): CallFailure {
  const { code = '' } = error;
  if (code.startsWith('HPE_')) return 'not-http';
  if (/CERT|SELF_SIGNED|UNABLE_TO|ALTNAME/.test(code)) return 'certificate';
  if (/^(ECONNRESET|EPIPE)$/.test(code)) return 'closed';
  return code === 'EPROTO' || code.startsWith('ERR_SSL') ? 'not-http' : 'unreachable';
}
