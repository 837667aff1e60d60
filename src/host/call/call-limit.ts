import type { CallerSignal } from '../http/caller-signal.ts';
import { DashboardHostError, overloaded } from '../dashboard-host-error.ts';
import { inTime, unlessAborted } from '../http/time-limit.ts';

/** The calls under way. If there are more, the service is too slow for all of them, and further calls make it slower. */
const MOST_CALLS = 64;
/** As many as the elements of a page send at once, so a page of its own never waits here. */
const MOST_OF_SESSION = 8;
/** Three times as many: a user with a few tabs that are all opened again. */
const MOST_WAITING = 24;
/** The rest of the time limit of a request is for the call. */
const LONGEST_WAIT_MS = 3_000;
/** Some calls of the session have ended by then. */
const RETRY_AFTER_SECONDS = 2;

/**
 * Runs a call of the service. The call shares the places of the session `sessionId`; `null` is for calls that
 * never wait, such as logouts. `signal` ends the wait.
 */
export type LimitedCall = <Result>(
  call: () => Promise<Result>,
  sessionId: string | null,
  signal: CallerSignal,
) => Promise<Result>;

/**
 * Limits the number of concurrent calls: an early refusal is better for everybody than a late answer. Each
 * session has only a few of the places, so that one user cannot take them all. Its further calls wait a
 * moment. `sessions` gets the sessions with calls, by their ids.
 * @throws {DashboardHostError} `overloaded` if the places of all sessions are taken; `rate-limited` if a
 *   place of the call's own session takes too long.
 */
export function createCallLimit(sessions = new Map<string, SessionPlaces>()): LimitedCall {
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

  return async (call, sessionId, signal) => {
    if (sessionId === null) return run(call);
    const session = sessions.get(sessionId) ?? new SessionPlaces(() => sessions.delete(sessionId));
    sessions.set(sessionId, session);
    return session.run(() => run(call), signal);
  };
}

/** The places of one session. `onEmpty` runs when its last call has ended. */
export class SessionPlaces {
  #underWay = 0;
  /** Functions, called in turn, that let a waiting call take the place of one that has ended. */
  readonly #waiting = new Set<() => void>();
  readonly #onEmpty: () => void;

  constructor(onEmpty: () => void) {
    this.#onEmpty = onEmpty;
  }

  /** @throws {DashboardHostError} `rate-limited`, or as `unlessAborted` and `call` do. */
  async run<Result>(call: () => Promise<Result>, signal: CallerSignal): Promise<Result> {
    await this.#enter(signal);
    try {
      return await call();
    } finally {
      this.#leave();
    }
  }

  async #enter(signal: CallerSignal): Promise<void> {
    if (this.#underWay < MOST_OF_SESSION) {
      this.#underWay += 1;
      return;
    }
    if (this.#waiting.size >= MOST_WAITING) throw tooManyOfSession();
    let take!: () => void;
    const place = new Promise<void>((resolve) => {
      take = resolve;
    });
    this.#waiting.add(take);
    try {
      await unlessAborted(signal, inTime(LONGEST_WAIT_MS, place, tooManyOfSession));
    } catch (error) {
      // A place may come at the moment of giving up: pass it to the next call.
      if (!this.#waiting.delete(take)) this.#leave();
      // Clear the timer of the time limit.
      take();
      throw error;
    }
  }

  #leave(): void {
    const [next] = this.#waiting;
    if (next) {
      this.#waiting.delete(next);
      next();
      return;
    }
    this.#underWay -= 1;
    if (this.#underWay === 0) this.#onEmpty();
  }
}

function tooManyOfSession(): DashboardHostError {
  const details = { retryable: true, retryAfterSeconds: RETRY_AFTER_SECONDS };
  return new DashboardHostError('rate-limited', 'This user has too many calls at once.', details);
}
