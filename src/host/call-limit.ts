import { DashboardHostError, overloaded } from './dashboard-host-error.ts';
import { reasonOf } from './time-limit.ts';

const MOST_CALLS = 64;
const MOST_OF_SESSION = 8;
const MOST_WAITING = 24;
const LONGEST_WAIT_MS = 3_000;
const RETRY_AFTER_SECONDS = 2;

/** The calls of one session. */
interface SessionCalls {
  underWay: number;
  /** Called in turn to let a waiting call take the place of one that has ended. */
  readonly waiting: Set<() => void>;
}

/**
 * Runs a call of the service. `sessionId` is that of a call that shares the places of its session;
 * `null` is for calls that never wait, such as logouts. `signal` ends the waiting.
 */
export type LimitedCall = <Result>(
  call: () => Promise<Result>,
  sessionId: string | null,
  signal: AbortSignal,
) => Promise<Result>;

/**
 * Limits the calls that are under way at once: a refusal now is better for everybody than an answer
 * too late. A session has a few of the places, so that one user cannot take them all; more calls of
 * it wait a moment.
 * @throws {DashboardHostError} `overloaded` for a call beyond the places of all sessions, and
 *   `rate-limited` for one that would wait too long for a place of its own session.
 */
export function createCallLimit(): LimitedCall {
  const sessions = new Map<string, SessionCalls>();
  let underWay = 0;

  async function run<Result>(call: () => Promise<Result>): Promise<Result> {
    if (underWay >= MOST_CALLS) {
      throw overloaded('Too many calls of the dashboard service are under way.');
    }
    underWay += 1;
    try {
      return await call();
    } finally {
      underWay -= 1;
    }
  }

  /** Takes a place of the session; returns the function that gives it back. */
  async function enter(sessionId: string, signal: AbortSignal): Promise<() => void> {
    const session = sessions.get(sessionId) ?? { underWay: 0, waiting: new Set() };
    sessions.set(sessionId, session);
    if (session.underWay < MOST_OF_SESSION) session.underWay += 1;
    else await waitForPlace(session, signal);
    return () => {
      const [next] = session.waiting;
      if (next) return next();
      session.underWay -= 1;
      if (session.underWay === 0) sessions.delete(sessionId);
    };
  }

  return async (call, sessionId, signal) => {
    if (sessionId === null) return run(call);
    const leave = await enter(sessionId, signal);
    try {
      return await run(call);
    } finally {
      leave();
    }
  };
}

function waitForPlace({ waiting }: SessionCalls, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (waiting.size >= MOST_WAITING) return reject(tooManyOfSession());
    // All in one task: nobody hands a place to a call that has given up.
    const stop = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      waiting.delete(take);
    };
    const take = (): void => {
      stop();
      resolve();
    };
    const giveUp = (error: DashboardHostError): void => {
      stop();
      reject(error);
    };
    const onAbort = (): void => giveUp(reasonOf(signal));
    const timer = setTimeout(() => giveUp(tooManyOfSession()), LONGEST_WAIT_MS);
    waiting.add(take);
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
  });
}

function tooManyOfSession(): DashboardHostError {
  const details = { retryable: true, retryAfterSeconds: RETRY_AFTER_SECONDS };
  return new DashboardHostError('rate-limited', 'This user has too many calls at once.', details);
}
