import { causeOf } from './application-fault.ts';
import type { DashboardHostError, DashboardHostErrorCode } from '../dashboard-host-error.ts';
import type { ResolvedUser } from './resolve-user.ts';
import { ServiceMeter } from '../call/service-meter.ts';

/** The kinds of calls of a host: its three routes, and `render`. */
export type DashboardHostEventType = 'token' | 'logout' | 'page' | 'render';

/**
 * One call of a host whose answer is ready. Except for `cause`, it holds no token, key, connection string or
 * parameter value. Unknown values are `null`.
 */
export interface DashboardHostEvent {
  /**
   * The route, or `render`.
   * @example 'token'
   */
  type: DashboardHostEventType;
  /**
   * `ok`, the code of the error, or `aborted` if the caller left before the answer.
   * @example 'ok'
   */
  code: 'ok' | 'aborted' | DashboardHostErrorCode;
  /**
   * The HTTP status of the answer; 303 with the code `unauthenticated` for a redirect to `loginUrl`. For
   * `render`, the status that an answer would have. `null` if the call was aborted.
   * @example 200
   */
  status: number | null;
  /**
   * Milliseconds from the request to the answer.
   * @example 23.4
   */
  durationMs: number;
  /**
   * The milliseconds of `durationMs` that calls of the dashboard service took; 0 if it was not called.
   * @example 21.9
   */
  serviceMs: number;
  /**
   * The number of calls of the service; 0 for a call that shares the answer of an equal one.
   * @example 1
   */
  attempts: number;
  /**
   * The GUID in lower case.
   * @example '6f1c5a0e-3b7d-4c52-9a84-1d2e8f60b7c1'
   */
  dashboardGuid: string | null;
  /**
   * The session id, from `resolve`.
   * @example 'ann-1'
   */
  sessionId: string | null;
  /**
   * The name of the user, from `resolve`.
   * @example 'ann'
   */
  user: string | null;
  /**
   * The organization of the user, from `resolve`.
   * @example 'Sales'
   */
  organization: string | null;
  /**
   * The error that the answer reports. It has no `cause`.
   * @example null
   */
  error: DashboardHostError | null;
  /**
   * The value that a function of your application has thrown. It may hold secrets of your application.
   * @example null
   */
  cause: unknown;
}

/** The facts about one call of the host, while it is under way. */
export class CallRecord {
  readonly type: DashboardHostEventType;
  /** A time of `performance.now()`. */
  readonly startedAt = performance.now();
  readonly meter = new ServiceMeter();
  dashboardGuid: string | null = null;
  user: ResolvedUser | null = null;

  constructor(type: DashboardHostEventType) {
    this.type = type;
  }

  /** Returns the event for an answer, or for an error. */
  toEvent(status: number | null, error: DashboardHostError | null): DashboardHostEvent {
    const { type, dashboardGuid, user, meter } = this;
    return {
      type,
      code: status === null ? 'aborted' : (error?.code ?? 'ok'),
      status,
      durationMs: performance.now() - this.startedAt,
      serviceMs: meter.serviceMs,
      attempts: meter.attempts,
      dashboardGuid,
      sessionId: user?.sessionId ?? null,
      user: toText(user?.user),
      organization: toText(user?.organization),
      error: status === null ? null : error,
      cause: causeOf(error),
    };
  }
}

/** Callers without TypeScript may pass any value. */
function toText(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
