import type { CallerSignal } from '../http/caller-signal.ts';
import { DashboardHostError } from '../dashboard-host-error.ts';
import { EndedSessions } from './ended-sessions.ts';
import { SingleFlight } from './single-flight.ts';
import {
  inTime,
  reasonOf,
  TOTAL_LIMIT_MS,
  unlessAborted,
  withinTotalLimit,
} from '../http/time-limit.ts';

/** The state of one session between two of its logouts. */
interface Stay<Token> {
  flights: SingleFlight<Token>;
  /** The logout before it. */
  logout: Promise<void> | null;
  /** Settles after that logout and all before it. */
  opening: Promise<unknown> | null;
  /** Whether a token was requested since that logout. */
  isUsed: boolean;
  isOver: boolean;
}

/**
 * Keeps the tokens and the logouts of each session in order, because an answer of GetToken that arrives after
 * a logout would revive the session. It knows only the calls of this process.
 */
export class SessionOrder<Token> {
  readonly #stays = new Map<string, Stay<Token>>();
  readonly #ended = new EndedSessions();

  /** The number of sessions in memory because of their pending calls. */
  get size(): number {
    return this.#stays.size;
  }

  /**
   * Shares `getToken` with equal calls of the session, by `key`. Waits for a pending logout. `begunAt` is the
   * time of the user's request, by `performance.now()`.
   * @throws {DashboardHostError} `unauthenticated` if a logout came in the meantime; otherwise as
   *   `SingleFlight` does.
   */
  async getToken(
    sessionId: string,
    key: string,
    { begunAt = Infinity, signal: caller }: { begunAt?: number; signal?: CallerSignal },
    getToken: (signal: AbortSignal) => Promise<Token>,
  ): Promise<Token> {
    if (this.#ended.hasEndedSince(sessionId, begunAt)) throw hasEnded();
    const stay = this.#stays.get(sessionId) ?? this.#open(sessionId);
    stay.isUsed = true;
    try {
      return await stay.flights.share(key, caller, async (signal) => {
        await stay.opening;
        assertNotOver(stay);
        const token = await getToken(signal);
        assertNotOver(stay);
        return token;
      });
    } finally {
      this.#forget(sessionId, stay);
    }
  }

  /**
   * Ends the session by `logout`: at once, and again after the token requests that were pending. Continues if
   * the caller leaves. Joins a pending logout of the session, unless a token was requested since then.
   * @throws {DashboardHostError} as the last `logout` does.
   */
  async logout(
    sessionId: string,
    caller: CallerSignal | undefined,
    logout: (signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    if (caller?.aborted) throw reasonOf(caller);
    this.#ended.add(sessionId);
    const before = this.#stays.get(sessionId);
    const joined = before?.isUsed ? null : before?.logout;
    const done = joined ?? this.#end(sessionId, before, logout);
    return inTime(TOTAL_LIMIT_MS, unlessAborted(caller, done));
  }

  #end(
    sessionId: string,
    before: Stay<Token> | undefined,
    logout: (signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    const done = end(before, logout);
    const opening = Promise.allSettled([before?.opening, done]);
    const after = this.#open(sessionId, done, opening);
    void opening.then(() => {
      after.opening = null;
      this.#forget(sessionId, after);
    });
    return done;
  }

  #open(
    sessionId: string,
    logout: Stay<Token>['logout'] = null,
    opening: Stay<Token>['opening'] = null,
  ): Stay<Token> {
    const flights = new SingleFlight<Token>();
    const stay: Stay<Token> = { flights, logout, opening, isUsed: false, isOver: false };
    this.#stays.set(sessionId, stay);
    return stay;
  }

  #forget(sessionId: string, stay: Stay<Token>): void {
    const isIdle = !stay.opening && stay.flights.size === 0;
    if (isIdle && this.#stays.get(sessionId) === stay) this.#stays.delete(sessionId);
  }
}

async function end<Token>(
  stay: Stay<Token> | undefined,
  logout: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  if (!stay?.flights.size) return withinTotalLimit(logout, new AbortController());
  stay.isOver = true;
  await Promise.allSettled([
    withinTotalLimit(logout, new AbortController()),
    stay.flights.settled(),
  ]);
  return withinTotalLimit(logout, new AbortController());
}

function assertNotOver<Token>({ isOver }: Stay<Token>): void {
  if (isOver) throw hasEnded();
}

function hasEnded(): DashboardHostError {
  return new DashboardHostError('unauthenticated', 'The session has ended.');
}
