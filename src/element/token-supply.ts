import type { DashboardError } from '../protocol/dashboard-error.ts';
import type { LiveGrant } from './live-grant.ts';
import type { Tick, Times } from './page-clock.ts';
import { TokenSession } from './token-session.ts';
import type { TokenSource } from './token-source.ts';

/** The least time between two requests for choices of the reader, in milliseconds. */
const CHOICE_PAUSE_MS = 500;

/**
 * The one owner of the source that an element uses, and of the session that requests its tokens. It gives each
 * failure and each refresh point of a session to the element once.
 */
export class TokenSupply {
  readonly #user: Tick;
  #source: TokenSource;
  #session: TokenSession;
  /** The earliest time for the reader's next choice. */
  #nextChoiceAt = -Infinity;
  /** The errors that the element has reported, or need not report; the tokens whose refresh point it has announced. */
  readonly #told = new WeakSet<DashboardError | LiveGrant>();

  constructor(source: TokenSource, user: Tick) {
    this.#user = user;
    this.#source = source;
    this.#session = TokenSession.join(source, user);
    // Other elements have already reported an error from before this one joined.
    this.takeError();
  }

  /** The source of the next request. */
  get source(): TokenSource {
    return this.#source;
  }

  get session(): TokenSession {
    return this.#session;
  }

  /**
   * The time at which the reader's latest choice is due; `Infinity` once it was requested. The first one is due at
   * once, each further one after a pause.
   */
  get choiceAt(): number {
    return this.#hasNewChoice ? this.#nextChoiceAt : Infinity;
  }

  get times(): Times {
    return [...this.#session.times, this.choiceAt];
  }

  get #hasNewChoice(): boolean {
    return this.#source.choice !== this.#session.source.choice;
  }

  /** Uses `source` from the next request on. Another choice of the reader is due soon. */
  use(source: TokenSource): void {
    this.#source = source;
    this.#session.use(source);
  }

  /** Whether `grant` is for an earlier choice of the reader. */
  isBehind(grant: LiveGrant): boolean {
    return grant.choice !== this.#source.choice;
  }

  /** Goes to the session of the source for its next request. Returns whether that is another session. */
  follow(at: number): boolean {
    const before = this.#session;
    if (this.#hasNewChoice) this.#nextChoiceAt = at + CHOICE_PAUSE_MS;
    this.#session = TokenSession.join(this.#source, this.#user, before);
    if (this.#session === before) return false;
    // A permanent error, such as a 403, concerns this element, too. Do not report a transient one again.
    if (this.#session.error?.retryable) this.takeError();
    return true;
  }

  /** Returns the error of the last attempt, once; `null` without a new one. */
  takeError(): DashboardError | null {
    return this.#take(this.#session.error);
  }

  /** Returns the token that has reached its refresh point, once; `null` without a new one. */
  takeExpiring(at: number): LiveGrant | null {
    return this.#session.isExpiring(at) ? this.#take(this.#session.grant) : null;
  }

  leave(): void {
    this.#session.leave(this.#user);
  }

  #take<Item extends DashboardError | LiveGrant>(item: Item | null): Item | null {
    if (!item || this.#told.has(item)) return null;
    this.#told.add(item);
    return item;
  }
}
