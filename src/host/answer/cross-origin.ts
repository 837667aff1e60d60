import { answerEmpty, answerError, type HostAnswer } from './answer.ts';
import { DashboardHostError } from '../dashboard-host-error.ts';
import type { HostRequest } from '../http/host-request.ts';

/**
 * Returns the other origins that may call, each exactly as browsers send it.
 * @throws {DashboardHostError} `config` for anything but a list of http and https origins.
 */
export function parseOrigins(value: unknown): ReadonlySet<string> {
  if (Array.isArray(value) && value.every(isOrigin)) return new Set(value);
  throw new DashboardHostError(
    'config',
    'origins must be a list of origins such as https://app.example.com, without path and wildcards.',
  );
}

/** Whether the request comes from one of the listed origins. */
export function isListed(request: HostRequest, origins: ReadonlySet<unknown>): boolean {
  return origins.has(request.header('origin'));
}

/** Adds the headers that let a listed origin read the answer. Other answers stay unchanged. */
export function withCors(
  answer: HostAnswer,
  request: HostRequest,
  origins: ReadonlySet<string>,
): HostAnswer {
  if (!isListed(request, origins)) return answer;
  answer.headers['Access-Control-Allow-Origin'] = request.header('origin')!;
  answer.headers['Access-Control-Allow-Credentials'] = 'true';
  answer.headers['Access-Control-Expose-Headers'] = 'Retry-After';
  return answer;
}

/** Whether the request is a preflight: a browser asks whether it may send the actual request. */
export function isPreflight(request: HostRequest): boolean {
  return request.method === 'OPTIONS' && request.header('access-control-request-method') !== null;
}

/**
 * Returns the answer to a preflight, which `withCors` completes: `cross-site` for an origin that is not
 * listed. Pages may add their own headers.
 */
export function answerPreflight(request: HostRequest, origins: ReadonlySet<string>): HostAnswer {
  if (!isListed(request, origins)) {
    const message = 'This origin may not call: list it in origins.';
    return answerError(new DashboardHostError('cross-site', message));
  }
  return answerEmpty(204, {
    'Access-Control-Allow-Methods': 'POST',
    'Access-Control-Allow-Headers': request.header('access-control-request-headers') ?? '',
    'Access-Control-Max-Age': '600',
  });
}

function isOrigin(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    /^https?:[^*]+$/.test(value) &&
    URL.canParse(value) &&
    new URL(value).origin === value
  );
}
