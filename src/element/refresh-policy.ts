import { lifetimeSeconds } from '../protocol/token.ts';

/**
 * The earliest refresh point, as a share of a token's life. It is late, because each renewal reloads
 * the dashboard. It still leaves time for a quiet moment and for retries.
 */
export const REFRESH_FROM = 0.7;
/**
 * The latest refresh point. The point is random between the two: pages that were opened in the same minute,
 * for example at the start of work, must not all send their requests in the same minute.
 */
export const REFRESH_TO = 0.8;
/**
 * The share of a token's life after which a renewal no longer waits for a quiet moment. The rest is left for
 * the request, its retries and the loading.
 */
export const DEADLINE = 0.9;
/**
 * The shortest time between two automatic requests for one dashboard. It protects the host from
 * tokens that live for seconds only, and from a reader who switches tabs after a refusal.
 */
export const LEAST_PAUSE_MS = 30_000;
/**
 * The longest delay before the first retry; it doubles with each failure. With full jitter the first
 * retry comes after one second on average: soon enough for a short outage of the network.
 */
export const RETRY_BASE_MS = 2000;
/** The longest delay before any retry: a dashboard is back two minutes after its host at the latest. */
export const RETRY_CAP_MS = 120_000;
/** The shortest delay before a retry. Without it, a random delay could be close to 0. */
export const RETRY_FLOOR_MS = 500;
/**
 * The longest delay that a host may request by `Retry-After`. A longer one is usually a mistake of a proxy,
 * and no reader waits longer.
 */
export const RETRY_AFTER_CAP_MS = 300_000;

/** Dashboards draw their charts some time after their `load`. */
export const SETTLE_MS = 1500;
/** The longest time in which a dashboard may load: far longer than a slow one needs. */
export const LOAD_TIMEOUT_MS = 30_000;
/** The longest time after its load in which the page must greet if the one on screen has. */
export const GREETING_TIMEOUT_MS = 10_000;
/** After this time since its load, a page that is still drawing counts as drawn. */
export const DRAWING_MS = 10_000;
/** A page that refuses later than this after its load has accepted its token. It may never say that it is ready. */
export const ACCEPTED_MS = 60_000;

/** The points of a token's life, in milliseconds of the page's clock. */
export interface Schedule {
  /** From here on the token is renewed at the next quiet moment. */
  refreshAt: number;
  /** From here on the renewal no longer waits. */
  deadline: number;
  /** From here on the token does not open the dashboard. */
  readonly expiresAt: number;
}

/**
 * Returns the points in the life of a token that was requested at `askedAt`. `expiresIn` is in seconds, as
 * the host answered; `chance` is a random number from 0 to 1.
 */
export function toSchedule(askedAt: number, expiresIn: unknown): Schedule {
  const chance = Math.random();
  const lifeMs = 1000 * lifetimeSeconds(expiresIn);
  const refreshAfterMs = lifeMs * (REFRESH_FROM * (1 - chance) + REFRESH_TO * chance);
  return {
    refreshAt: askedAt + Math.max(LEAST_PAUSE_MS, refreshAfterMs),
    deadline: askedAt + DEADLINE * lifeMs,
    expiresAt: askedAt + lifeMs,
  };
}

/**
 * Returns the delay before the next retry, in milliseconds, after this number of failures in a row. This is
 * "full jitter": a random time up to a bound that doubles, so that many pages do not retry in step.
 * https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
 */
export function retryDelayMs(failures: number): number {
  const boundMs = Math.min(RETRY_CAP_MS, RETRY_BASE_MS * 2 ** (failures - 1));
  return Math.max(RETRY_FLOOR_MS, Math.random() * boundMs);
}

/**
 * Returns the milliseconds that a `Retry-After` header requests, in seconds or as a date; 0 without a header,
 * and for a date in the past.
 */
export function retryAfterMs(header: string | null): number {
  const delayMs = Number(header) * 1000 || Date.parse(header ?? '') - Date.now();
  return delayMs > 0 ? Math.min(RETRY_AFTER_CAP_MS, delayMs) : 0;
}
