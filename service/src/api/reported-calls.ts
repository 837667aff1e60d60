import type { Context, Next } from 'hono';
import { routePath } from 'hono/route';
import { isUnavailable } from '../database/database.ts';
import type { ServiceParts } from '../state/service-parts.ts';
import type { CallEvent, FailedCall, FailureEvent } from '../telemetry/events.ts';

/** The caller's own ids that are repeated in the log. */
const CALLER_ID = /^[\w.-]{1,64}$/;
/** The pattern of a value in a route. */
const PATTERN = /\{[^}]*\}/g;

/** Reports each call when its answer begins. */
export function reportCalls({ report }: Pick<ServiceParts, 'report'>) {
  return async (context: Context, next: Next): Promise<void> => {
    const begunAt = performance.now();
    await next();
    const { req, res, error } = context;
    const ms = performance.now() - begunAt;
    report(
      toCallEvent(req.raw, res, { error, ms, route: routePath(context).replaceAll(PATTERN, '') }),
    );
  };
}

/** How a call went. */
interface CallDetails {
  error: Error | undefined;
  /** The time until the answer begins, in milliseconds. Default: 0. */
  ms?: number;
  /** Default: the call got to no route. */
  route?: string;
}

/** Returns the event of a call. Gives a failed one an id, which its answer and its line in the log have. */
export function toCallEvent(
  { method, headers }: Request,
  answer: Response,
  { error, ms = 0, route = 'none' }: CallDetails,
): CallEvent {
  const { status } = answer;
  const call = { kind: 'call', method, route, status, ms } as const;
  if (status < 500) return call;
  const failed = toFailed(headers, error);
  answer.headers.set('X-Request-Id', failed.id);
  return { ...call, failed };
}

function toFailed(headers: Headers, error: Error | undefined): FailedCall {
  const callerId = headers.get('X-Request-Id') ?? '';
  return {
    id: crypto.randomUUID(),
    ...(CALLER_ID.test(callerId) && { callerId }),
    ...(error && { error }),
    isOutage: error !== undefined && isUnavailable(error),
  };
}

/** Returns the event of work that has failed, and for which no caller waits. `what` is the subject of a sentence. */
export function toFailure(what: string, error: Error): FailureEvent {
  return { kind: 'failure', what, error, isOutage: isUnavailable(error) };
}
