import { readBoundedText } from '../http/bounded-text.ts';
import { createCallLimit } from './call-limit.ts';
import { ServiceMeter } from './service-meter.ts';
import { type Caller, CircuitBreaker } from './circuit-breaker.ts';
import { DashboardHostError, keepDetail } from '../dashboard-host-error.ts';
import { retryOnce } from './retry-once.ts';
import type { ServiceAnswer } from './service-answer.ts';
import { inTime } from '../http/time-limit.ts';
import { untraced } from './untraced.ts';

/** The method of a call, and its body. */
export interface ServiceMessage {
  method: 'GET' | 'POST';
  contentType?: string;
  body?: string;
}

/** The service answers within milliseconds. A call, its retry and the pause between them fit into the limit of a request. */
const HEADERS_LIMIT_MS = 3_000;
/** In bytes: four times the longest token. */
const LONGEST_ANSWER = 16 * 1024;
/**
 * The times after a call's end, in milliseconds, when Node has recorded it. An aborted call ends later, above
 * all on a busy machine.
 */
const DONE_NOTED_MS = [1000];
const GIVEN_UP_NOTED_MS = [1000, 4000, 15_000];
/** In characters. Many servers and proxies refuse longer addresses. */
export const LONGEST_ADDRESS = 2_000;

/** Calls the service at one of its paths. */
export type ServiceCall = (
  path: string,
  message: ServiceMessage,
  caller: Caller,
  signal: AbortSignal,
  meter?: ServiceMeter,
) => Promise<ServiceAnswer>;

/** Makes calls that are limited, retried once, and held back while the service is down. */
export function createServiceCall(baseUrl: string): ServiceCall {
  const limited = createCallLimit();
  const breaker = new CircuitBreaker();
  return (path, message, caller, signal, meter = new ServiceMeter()) => {
    const address = toAddress(baseUrl, path);
    const measuredSend = () => meter.measure(() => send(address, message, signal));
    const guardedSend = (): Promise<ServiceAnswer> => breaker.run(caller, measuredSend);
    // A logout never waits for other calls of its session.
    const sharedBy = caller.dashboardGuid === null ? null : caller.sessionId;
    return retryOnce(() => limited(guardedSend, sharedBy, signal));
  };
}

/** Sends a call. The address holds the key: it must not reach any error, nor any other host. */
async function send(
  address: string,
  { method, contentType, body }: ServiceMessage,
  signal: AbortSignal,
): Promise<ServiceAnswer> {
  const headers: Record<string, string> = { Accept: 'application/json, text/plain' };
  if (contentType) headers['Content-Type'] = contentType;
  let notedAfterMs = GIVEN_UP_NOTED_MS;
  try {
    const response = await inTime(
      HEADERS_LIMIT_MS,
      untraced(() => fetch(address, { method, headers, body, redirect: 'manual', signal })),
    );
    const text = await readBoundedText(response.body?.getReader(), LONGEST_ANSWER);
    notedAfterMs = DONE_NOTED_MS;
    return {
      // Some runtimes hide a redirect behind the status 0. `assertAccepted` treats that as a redirect.
      status: response.status,
      contentType: response.headers.get('Content-Type'),
      retryAfterSeconds: parseRetryAfter(response.headers.get('Retry-After')),
      text,
    };
  } catch (error) {
    // By the standard, the body fails with a copy of the reason: https://fetch.spec.whatwg.org/#abort-fetch
    const reason: unknown = signal.aborted ? signal.reason : error;
    throw reason instanceof DashboardHostError ? reason : toUnreachable(error);
  } finally {
    forget(address, notedAfterMs);
  }
}

/**
 * Removes an address from Node's performance timeline. Node keeps the addresses of its last calls there, and
 * all code of the process can read them. No other runtime does. Node records a call a moment after its body's
 * end, and an aborted call when it ends.
 */
function forget(address: string, afterMs: readonly number[]): void {
  const timeline: { clearResourceTimings?: (name: string) => void } = performance;
  const clear = (): void => timeline.clearResourceTimings?.(address);
  if (!timeline.clearResourceTimings) return;
  globalThis.setImmediate?.(clear);
  for (const delayMs of afterMs) {
    // In other runtimes than Node, this is a number.
    const timer: { unref?: () => void } = setTimeout(clear, delayMs);
    timer.unref?.();
  }
}

/** Returns the address of a path. The path holds the key, so parsing must not change it. */
function toAddress(baseUrl: string, path: string): string {
  const address = baseUrl + path;
  if (address.length > LONGEST_ADDRESS) {
    throw new DashboardHostError('config', 'sqlParameters are too long: shorten names or values.');
  }
  if (new URL(address).href === address) return address;
  throw new DashboardHostError('config', 'The service’s address cannot be built: check baseUrl.');
}

/** Returns the seconds of the header; `null` for any other form, which callers of the host must not get. */
function parseRetryAfter(value: string | null): number | null {
  return value && /^\d{1,3}$/.test(value) ? Number(value) : null;
}

/** Returns the error of a call without an answer. The log also gets the code of the network's error, such as `ENOTFOUND`. */
function toUnreachable(thrown: unknown): DashboardHostError {
  const error = new DashboardHostError(
    'upstream-unreachable',
    'The dashboard service could not be reached: check baseUrl and the network.',
    { retryable: true },
  );
  const code = String((thrown as { cause?: { code?: unknown } } | null)?.cause?.code);
  // Only a code has this form: the message of the error may hold the address, and so the key.
  if (/^[A-Z][A-Z\d_]{3,50}$/.test(code)) keepDetail(error, `The connection failed: ${code}.`);
  return error;
}
