import { CallerController, type CallerSignal } from '../http/caller-signal.ts';
import { isListed } from './cross-origin.ts';
import { DashboardHostError } from '../dashboard-host-error.ts';
import type { HostRequest } from '../http/host-request.ts';
import { inTime, unlessAborted } from '../http/time-limit.ts';

/** In bytes: twice the size of the largest parameters. */
const LONGEST_BODY = 8 * 1024;
/** A slow sender must not hold a connection open. The body fits into a few packets. */
const BODY_LIMIT_MS = 5_000;
/** The values of `Sec-Fetch-Dest` for a page inside another one. */
const FRAMES: ReadonlySet<unknown> = new Set(['frame', 'iframe', 'fencedframe', 'embed', 'object']);

/** @throws {DashboardHostError} `method-not-allowed` */
export function assertMethod(request: HostRequest, method: string): void {
  if (request.method === method) return;
  throw new DashboardHostError('method-not-allowed', `This address takes ${method} only.`);
}

/**
 * Refuses calls that a foreign page made with the user's cookies: they lack the element's header, which makes
 * browsers send a preflight, or come from another site.
 * @throws {DashboardHostError} `cross-site`
 */
export function assertOwnPage(request: HostRequest, origins: ReadonlySet<string>): void {
  if (request.header('x-embedded-dashboard') !== '1') {
    throw new DashboardHostError('cross-site', 'The header "X-Embedded-Dashboard: 1" is missing.');
  }
  if (isListed(request, origins)) return;
  const site = request.header('sec-fetch-site');
  if (site ? site === 'same-origin' : isOwnOrigin(request)) return;
  throw new DashboardHostError(
    'cross-site',
    'Only pages of this origin may call: list other ones in origins.',
  );
}

/** @throws {DashboardHostError} `cross-site` for a full page in a frame of another page. */
export function assertNotFramed(request: HostRequest): void {
  if (!FRAMES.has(request.header('sec-fetch-dest'))) return;
  throw new DashboardHostError(
    'cross-site',
    'This address opens as a page of its own: use the embedded-dashboard element within a page.',
  );
}

/**
 * Returns the JSON object in the request's body.
 * @throws {DashboardHostError} `unsupported-media-type`, `too-large`, or `bad-request` for anything else;
 *   with the status 408 if the body takes longer than five seconds.
 */
export async function readJsonObject(
  request: HostRequest,
  caller: CallerSignal,
): Promise<Record<string, unknown>> {
  const mediaType = request.header('content-type')?.split(';')[0];
  if (mediaType?.trim().toLowerCase() !== 'application/json') {
    throw new DashboardHostError('unsupported-media-type', 'The body must be application/json.');
  }
  const text = await readText(request, caller);
  // Check the header, too: a body that a framework has parsed and serialized again has lost its white space.
  if (text === null || Number(request.header('content-length')) > LONGEST_BODY) {
    throw new DashboardHostError('too-large', `The body may have ${LONGEST_BODY} bytes at most.`);
  }
  const content = parseJson(text);
  if (typeof content === 'object' && content && !Array.isArray(content)) {
    return content as Record<string, unknown>;
  }
  throw new DashboardHostError('bad-request', 'The body must be a JSON object.');
}

async function readText(request: HostRequest, caller: CallerSignal): Promise<string | null> {
  const stop = new CallerController();
  const reading = request.readText(LONGEST_BODY, stop.signal).catch(() => '');
  try {
    return await inTime(BODY_LIMIT_MS, unlessAborted(caller, reading), bodyTimeout);
  } catch (error) {
    stop.abort();
    throw error;
  }
}

/**
 * Whether the Origin is the host's own, for browsers that send no Fetch Metadata. Compares it with the Host
 * header, because the request's own address has another scheme behind a proxy that ends TLS. Forwarded
 * headers may come from anyone. Compares texts: parsed as an address, `user@host` would be `host`.
 */
function isOwnOrigin(request: HostRequest): boolean {
  const host = (request.header('host') ?? request.url.host).toLowerCase();
  const own = [`https://${host.replace(/:443$/, '')}`, `http://${host.replace(/:80$/, '')}`];
  const origin = request.header('origin');
  return host !== '' && own.some((address) => address === origin);
}

/** The status is 408, because the same call may succeed on a better connection. */
function bodyTimeout(): DashboardHostError {
  return new DashboardHostError('bad-request', 'The body did not arrive in time: try again.', {
    status: 408,
    retryable: true,
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
