import type { Tick, Times } from './page-clock.ts';
import { TokenSession } from './token-session.ts';
import { isSameSource, type TokenSource } from './token-source.ts';

/** The least time between two requests for choices of the reader, in milliseconds. */
const CHOICE_PAUSE_MS = 500;

/** The one owner of the source that an element uses, and of the session that requests its tokens. */
export class TokenSupply {
  readonly #user: Tick;
  #source: TokenSource;
  #session: TokenSession;
  /** The time at which the reader's latest choice is due; `Infinity` once it was requested. */
  #choiceAt = Infinity;
  /** The earliest time for the choice after it. */
  #nextChoiceAt = -Infinity;

  constructor(source: TokenSource, user: Tick) {
    this.#user = user;
    this.#source = source;
    this.#session = TokenSession.join(source, user);
  }

  /** The source of the next request. */
  get source(): TokenSource {
    return this.#source;
  }

  get session(): TokenSession {
    return this.#session;
  }

  /** The time at which the reader's latest choice is due. The first one is due at once, each further one after a pause. */
  get choiceAt(): number {
    return this.#choiceAt;
  }

  get times(): Times {
    return [...this.#session.times, this.#choiceAt];
  }

  /** Whether the session is one of the source. */
  get isFollowed(): boolean {
    return isSameSource(this.#source, this.#session.source);
  }

  /** Uses `source` from the next request on. Another choice of the reader is due soon. */
  use(source: TokenSource, at: number): void {
    if (source.choice === this.#session.source.choice) this.#choiceAt = Infinity;
    else if (source.choice !== this.#source.choice) {
      this.#choiceAt = Math.max(at, this.#nextChoiceAt);
    }
    this.#source = source;
    this.#session.use(source);
  }

  /** Goes to the session of the source for its next request. Returns whether that is another session. */
  follow(at: number): boolean {
    const before = this.#session;
    if (this.#source.choice !== before.source.choice) this.#nextChoiceAt = at + CHOICE_PAUSE_MS;
    this.#choiceAt = Infinity;
    this.#session = TokenSession.join(this.#source, this.#user, before);
    return this.#session !== before;
  }

  leave(): void {
    this.#session.leave(this.#user);
  }
}
