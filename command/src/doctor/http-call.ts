import { setMaxListeners } from 'node:events';
import { request as requestHttp, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Clock } from './clock.ts';

/** One request of the doctor. */
export interface HttpCall {
  url: URL;
  /** Default: `GET`. */
  method?: string;
  /** Sent unchanged, including those that `fetch` does not allow, such as `Origin`. */
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** The body is read up to this length, in bytes. Default: 256 KiB. */
  longest?: number;
  clock: Clock;
  /** Ends the call early. Its reason is a {@link HttpCallError}. */
  signal?: AbortSignal;
}

/** An answer with the beginning of its body. Redirects are answers, too. */
export interface HttpAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  /** The bytes as UTF-8. */
  body: string;
  /** Whether the body is longer than the part that was read. */
  isCut: boolean;
}

const MESSAGES = {
  unreachable: 'Nothing listens at this address, or its name is unknown.',
  certificate: 'The TLS certificate is not valid for this address.',
  timeout: 'There was no complete answer in time: 5 seconds, or those of --timeout.',
  'not-http': 'The answer is not valid HTTP: another service may use this port.',
  'long-headers': 'The headers of the answer are longer than 16 KiB.',
  closed: 'The server closed the connection before its answer was complete.',
  limited: 'The server limits calls: it answered 429 or 503.',
  stopped: 'Not all checks ran: in all they take 15 seconds, or three times --timeout.',
  interrupted: 'Not all checks ran: the command was interrupted.',
};

/** Reasons why there is no answer. */
export type CallFailure = keyof typeof MESSAGES;

/** A call without an answer. The message names no address and no header. */
export class HttpCallError extends Error {
  readonly failure: CallFailure;

  constructor(failure: CallFailure) {
    super(MESSAGES[failure]);
    this.name = 'HttpCallError';
    this.failure = failure;
  }

  /** Whether the server is not to blame. */
  get isOwn(): boolean {
    return ['limited', 'stopped', 'interrupted'].includes(this.failure);
  }
}

/** The time for a call. `--timeout` sets another one. */
export const CALL_LIMIT_MS = 5000;
const LONGEST_BODY = 256 * 1024;

/** Makes a call. Throws {@link HttpCallError}, and {@link TypeError} for a header that cannot be sent. */
export function callHttp(call: HttpCall): Promise<HttpAnswer> {
  return new Promise<HttpAnswer>((resolve, reject) => {
    const outgoing = open(call);
    const { longest = LONGEST_BODY, body, clock, signal } = call;
    const end = (error: Error): void => {
      clearLimit();
      outgoing.destroy();
      const { reason } = signal ?? {};
      reject(reason instanceof HttpCallError ? reason : new HttpCallError(toFailure(error)));
    };
    const clearLimit = clock.limit(CALL_LIMIT_MS, () => {
      reject(new HttpCallError('timeout'));
      outgoing.destroy();
    });
    outgoing.on('error', end);
    // Node waits for a listener of this event, and for nothing else, after the status 101.
    outgoing.on('upgrade', () => end(Object.assign(new Error(), { code: 'HPE_UPGRADE' })));
    outgoing.on('response', (incoming) => {
      readBody(incoming, longest).then(({ bytes, isCut }) => {
        clearLimit();
        const { statusCode, headers } = incoming;
        resolve({ status: statusCode!, headers, bytes, body: bytes.toString(), isCut });
      }, end);
    });
    outgoing.end(body);
  });
}

/**
 * Returns a signal that is aborted after a time, and when `stop` is. `AbortSignal.any` loses timeouts in Node 20:
 * https://github.com/nodejs/node/issues/57736
 */
export function limitTime(clock: Clock, ms: number, stop?: AbortSignal): AbortSignal {
  const limit = new AbortController();
  // Each call listens until its connection has closed. Node warns about the eleventh listener.
  setMaxListeners(0, limit.signal);
  clock.limit(ms, () => limit.abort(new HttpCallError('stopped')));
  stop?.addEventListener('abort', () => limit.abort(stop.reason), { once: true });
  return limit.signal;
}

/** Whether nobody on the way can read what is sent. Loopback stays on this machine. */
export function isSafe(url: string | URL): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || isLoopback(hostname);
}

/** Whether a host name is always this machine. */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/** Returns scheme and host of an address: its path and query may hold secrets. */
export function toShortAddress(address: string | URL): string {
  return new URL(address).origin;
}

/** Whether an answer is a success. Node gives no answer of 1xx. */
export function isSuccess({ status }: HttpAnswer): boolean {
  return status < 300;
}

/** Whether an answer is a page, as a login or a router sends it in place of data. */
export function isHtmlPage({ body }: HttpAnswer): boolean {
  return /^\s*<(!--|(!doctype|html|head|body|title)\b)/i.test(body);
}

/** Describes a success that has no token. */
export function describeTokenless(answer: HttpAnswer): string {
  const kind = isHtmlPage(answer)
    ? 'with an HTML page in place of a token, such as a sign-in page'
    : 'without a token';
  return `It answers ${answer.status} ${kind}.`;
}

/** Describes an answer in a few words, without its body. */
export function describeAnswer({ status, headers }: HttpAnswer, url: URL): string {
  const { location } = headers;
  if (!location || status < 300 || status > 399) return `It answers ${status}.`;
  const target = URL.canParse(location, url) ? toShortAddress(new URL(location, url)) : 'nowhere';
  return `It answers ${status}, a redirect to ${target}.`;
}

function open({ url, method = 'GET', headers, body = '', signal }: HttpCall) {
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const length = String(Buffer.byteLength(body));
  try {
    return send(url, {
      method,
      headers: { ...headers, 'Content-Length': length },
      agent: false,
      // The call may hold the key, so NODE_TLS_REJECT_UNAUTHORIZED must have no effect.
      rejectUnauthorized: true,
      signal,
    });
  } catch {
    // Node's message repeats the header.
    throw new TypeError('A header cannot be sent: it has characters that HTTP does not allow.');
  }
}

/** Reads the beginning of a body, and no more of an endless one. */
async function readBody(
  incoming: IncomingMessage,
  longest: number,
): Promise<Pick<HttpAnswer, 'bytes' | 'isCut'>> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of decode(incoming)) {
    parts.push(part as Buffer);
    length += (part as Buffer).length;
    if (length > longest) break;
  }
  incoming.destroy();
  return { bytes: Buffer.concat(parts).subarray(0, longest), isCut: length > longest };
}

/** Decompresses an answer: servers may compress it although the call does not request that. */
function decode(incoming: IncomingMessage): Readable {
  const decoders = { gzip: createGunzip, br: createBrotliDecompress, deflate: createInflate };
  const encoding = incoming.headers['content-encoding'] as keyof typeof decoders;
  const decoder = Object.hasOwn(decoders, encoding ?? '') ? decoders[encoding]() : null;
  if (!decoder) return incoming;
  incoming.on('error', (error) => decoder.destroy(error));
  return incoming.pipe(decoder);
}

function toFailure({ code = '' }: NodeJS.ErrnoException): CallFailure {
  if (code === 'HPE_HEADER_OVERFLOW') return 'long-headers';
  if (code.startsWith('HPE_')) return 'not-http';
  if (/CERT|SELF_SIGNED|UNABLE_TO|ALTNAME/.test(code)) return 'certificate';
  if (/^(ECONNRESET|EPIPE|Z_.+)$/.test(code)) return 'closed';
  return code === 'EPROTO' || code.startsWith('ERR_SSL') ? 'not-http' : 'unreachable';
}
