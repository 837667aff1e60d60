import { answerEmpty, answerError } from './answer.ts';
import { DashboardHostError } from './dashboard-host-error.ts';

/**
 * The other origins that may call, each exactly as browsers send it.
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
export function isListed(request: Request, origins: ReadonlySet<string>): boolean {
  return origins.has(request.headers.get('Origin') ?? '');
}

/** Lets a listed origin read the answer; other answers stay as they are. */
export function withCors(
  response: Response,
  request: Request,
  origins: ReadonlySet<string>,
): Response {
  if (!isListed(request, origins)) return response;
  response.headers.set('Access-Control-Allow-Origin', request.headers.get('Origin') ?? '');
  response.headers.set('Access-Control-Allow-Credentials', 'true');
  response.headers.set('Access-Control-Expose-Headers', 'Retry-After');
  return response;
}

/** Whether a browser asks if it may send the request that it really wants to send. */
export function isPreflight({ method, headers }: Request): boolean {
  return method === 'OPTIONS' && headers.has('Access-Control-Request-Method');
}

/**
 * Returns the answer to a preflight, which `withCors` completes: `cross-site` for an origin that is not listed. Pages may
 * add headers of their own.
 */
export function answerPreflight(request: Request, origins: ReadonlySet<string>): Response {
  if (!isListed(request, origins)) {
    const message = 'This origin may not call: list it in origins.';
    return answerError(new DashboardHostError('cross-site', message));
  }
  return answerEmpty(204, {
    'Access-Control-Allow-Methods': 'POST',
    'Access-Control-Allow-Headers': request.headers.get('Access-Control-Request-Headers') ?? '',
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
