import type { DashboardError } from '../protocol/dashboard-error.ts';
import { lifetimeSeconds, type TokenGrant } from '../protocol/token.ts';
import { now, retryDelayMs, toDate, unwatch, watch } from './refresh-clock.ts';
import { inTime } from './token-request.ts';

/** A token in use. Times are in milliseconds of {@link now}. */
export interface LiveGrant {
  readonly token: string;
  readonly baseUrl?: string;
  /** A renewal waits no longer for a quiet moment: 90 % of the life. */
  readonly deadline: number;
  readonly expiresAt: number;
  /** Whether it came by itself, in place of an earlier one. */
  readonly isRenewal: boolean;
  /** Whether it came by itself to a page that nobody has looked at since. */
  isUnseen: boolean;
}

/** Where the life of a token stands. */
export interface SessionState {
  /** The token that dashboards may be loaded with. */
  readonly grant: LiveGrant | null;
  /** What the last attempt failed of. */
  readonly error: DashboardError | null;
  /** Whether a request is on its way. */
  readonly isAsking: boolean;
  /** When the next request comes, though a token in use waits for a quiet moment from there. */
  readonly askAt: number;
  /** Whether the next token comes by itself, in place of an earlier one. */
  readonly isRenewal: boolean;
  /** Whether the followers heard that the token in use has reached its refresh point. */
  readonly isAnnounced: boolean;
}

/** Somebody who shows a dashboard with the session's token. */
export interface SessionFollower {
  /** Whether the dashboard may be replaced without disturbing anybody. */
  isQuiet(): boolean;
  /** Whether the dashboard on screen was loaded with this token. */
  isShowing(grant: LiveGrant): boolean;
  /** The state has changed; `failure` is the attempt that failed, where that is why. */
  onSession(failure?: DashboardError): void;
  /** The refresh point of the token in use is reached. */
  onExpiring(grant: LiveGrant): void;
  /** Another session of the same source continues for both. */
  join(session: TokenSession): void;
}

/** How to get a token. Sources whose keys have the same members share one session. */
export interface TokenSource {
  readonly key: readonly unknown[];
  /** What it gives tokens for; equal where only the way of asking differs. */
  readonly subject: string;
  ask(signal: AbortSignal): Promise<TokenGrant>;
}

/** Between two requests that nobody asked for: successful ones, and those after a refusal. */
const PAUSE_MS = 30_000;
const REQUESTS_AT_ONCE = 6;

const sessions = new Set<TokenSession>();
const queue: (() => void)[] = [];
let running = 0;

/** The life of one token, shared by all dashboards of the page that want the same one. */
export class TokenSession {
  readonly #followers = new Set<SessionFollower>();
  #source: TokenSource;
  #state: SessionState = {
    grant: null,
    error: null,
    isAsking: false,
    askAt: 0,
    isRenewal: false,
    isAnnounced: false,
  };
  #attempt: AbortController | null = null;
  #askedAt = 0;
  /** What the host wants to have between two requests, at least. */
  #leastDelayMs = 0;
  /** Failures since a dashboard was last shown. */
  #failures = 0;
  /** Those since the last wake, for the delay before the next try. */
  #backoff = 0;

  /** The session that the page already has for this source, or a new one. */
  static for(source: TokenSource): TokenSession {
    for (const session of sessions) if (isSame(session.#source, source)) return session;
    return new TokenSession(source);
  }

  private constructor(source: TokenSource) {
    this.#source = source;
  }

  get state(): SessionState {
    return this.#state;
  }

  /** The first follower starts the session. */
  follow(follower: SessionFollower): void {
    this.#followers.add(follower);
    sessions.add(this);
    this.look();
  }

  /** The last follower takes the token with it; an answer on its way is dropped. */
  unfollow(follower: SessionFollower): void {
    this.#followers.delete(follower);
    if (this.#followers.size) return;
    sessions.delete(this);
    this.#attempt?.abort();
    this.#attempt = null;
    unwatch(this.#look);
  }

  /**
   * The session of a follower whose way of asking has changed: the same token, asked for the new way
   * from the next request on. It is another one where others go on asking the old way.
   */
  withSource(source: TokenSource): TokenSession {
    if (isSame(this.#source, source)) return this;
    const { grant, isAsking, askAt } = this.#state;
    const session = TokenSession.for(source);
    const isKnown = sessions.has(session);
    if (isKnown && session.#state.grant === grant) return session;
    if (this.#followers.size < 2) {
      this.#source = source;
      return this;
    }
    if (!isKnown) session.#state = { ...this.#state, isAsking: false, askAt: isAsking ? 0 : askAt };
    return session;
  }

  /** Begins with a token that is there already; one that the session has goes first. */
  adopt(grant: TokenGrant, askedAt: number): void {
    if (this.#state.grant || this.#state.isAsking) return;
    this.#askedAt = askedAt;
    this.#succeed(grant);
  }

  /** Asks for a new token now; the one in use stays until it comes. */
  reload(): void {
    this.accept();
    this.#ask({ error: null, isRenewal: false });
  }

  /** A dashboard is on screen: what failed before it counts no more. */
  accept(): void {
    this.#failures = this.#backoff = 0;
  }

  /** Whether a dashboard is on screen with this token: where another is not, that is not its fault. */
  isProven(grant: LiveGrant): boolean {
    return [...this.#followers].some((follower) => follower.isShowing(grant));
  }

  /** No dashboard can be shown with this token; another may do better. */
  reject(grant: LiveGrant, error: DashboardError): void {
    if (this.#state.grant === grant) this.#fail(error, null);
  }

  /** Something may be due: a dashboard became quiet, for one. */
  look(): void {
    if (sessions.has(this)) watch(this.#look);
  }

  /**
   * The only writer of the state, but for the one that a session without followers takes over from
   * another; the followers hear of it from here alone.
   */
  #enter(
    change: Partial<SessionState>,
    tell = (follower: SessionFollower): void => follower.onSession(),
  ): void {
    const state = (this.#state = { ...this.#state, ...change });
    // The set itself: who leaves meanwhile hears nothing more.
    for (const follower of this.#followers) tell(follower);
    if (this.#state === state) this.look();
  }

  readonly #look = (isWake: boolean): number => {
    const at = now();
    const { grant, error, isAsking, askAt } = this.#state;
    if (isWake && error?.retryable) {
      // The network may be back: the next try comes soon.
      this.#backoff = 0;
      if (!isAsking) this.#enter({ askAt: Math.min(askAt, this.#nextTry()) });
    }
    if (grant && at >= grant.expiresAt) this.#enter({ grant: null });
    else if (this.#isDue(at, isWake)) this.#renew();
    const { state } = this;
    const times = [state.askAt, state.grant?.deadline, state.grant?.expiresAt];
    return Math.min(...times.map((time) => (time! > at ? time! : Infinity)));
  };

  #isDue(at: number, isWake: boolean): boolean {
    const { grant, error, isAsking, askAt, isRenewal, isAnnounced } = this.#state;
    const isVisible = !document.hidden;
    if (grant && isVisible) grant.isUnseen = false;
    if (error?.code === 'forbidden') {
      // The user may have signed in elsewhere.
      return isWake && isVisible && !isAsking && at >= this.#askedAt + PAUSE_MS;
    }
    if (at < askAt) return false;
    if (!grant) return isVisible || !isRenewal;
    if (error) return true;
    if (!isAnnounced) {
      this.#enter({ isAnnounced: true }, (follower) => follower.onExpiring(grant));
      return false;
    }
    const isQuiet = [...this.#followers].every((follower) => follower.isQuiet());
    return (isQuiet || at >= grant.deadline) && !grant.isUnseen;
  }

  /**
   * Sends a request, unless another session of the same source has sent one since: then the two become
   * one. A changed way of asking may have given both the same source, each with a token of its own.
   */
  #renew(): void {
    const { grant } = this.#state;
    const later = [...sessions].find((other) => other !== this && other.#isAheadOf(this));
    if (!later) return this.#ask();
    const { grant: known, error } = later.#state;
    const isBetter = grant && grant.expiresAt > (known?.expiresAt ?? 0);
    // A definite error, such as a 403, is about this token too.
    if (isBetter && (error?.retryable ?? true)) later.#enter({ grant });
    for (const follower of this.#followers) follower.join(later);
  }

  #isAheadOf(other: TokenSession): boolean {
    const isLater = this.#state.isAsking || this.#askedAt > other.#askedAt;
    return isLater && isSame(this.#source, other.#source);
  }

  #ask(change: Partial<SessionState> = {}): void {
    this.#attempt?.abort();
    const attempt = (this.#attempt = new AbortController());
    this.#enter({ ...change, isAsking: true, askAt: Infinity });
    this.#request(attempt).then(
      (answer) => this.#attempt === attempt && this.#succeed(answer),
      (reason: DashboardError) => this.#attempt === attempt && this.#fail(reason),
    );
  }

  async #request(attempt: AbortController): Promise<TokenGrant> {
    if (running < REQUESTS_AT_ONCE) running++;
    else await new Promise<void>((resolve) => queue.push(resolve));
    try {
      attempt.signal.throwIfAborted();
      this.#askedAt = now();
      return await inTime((signal) => this.#source.ask(signal), attempt);
    } finally {
      const next = queue.shift();
      if (next) next();
      else running--;
    }
  }

  #succeed({ token, baseUrl, expiresIn }: TokenGrant): void {
    const { isRenewal } = this.#state;
    const lifeMs = 1000 * lifetimeSeconds(expiresIn);
    const deadline = this.#askedAt + 0.9 * lifeMs;
    const expiresAt = this.#askedAt + lifeMs;
    const isUnseen = isRenewal && document.hidden;
    this.#enter({
      grant: { token, baseUrl, deadline, expiresAt, isRenewal, isUnseen },
      error: null,
      isAsking: false,
      // The refresh point, 70 to 80 % of the life: drawn at random to spread many pages.
      askAt: this.#askedAt + Math.max(PAUSE_MS, lifeMs * (0.7 + 0.1 * Math.random())),
      isRenewal: true,
      isAnnounced: false,
    });
  }

  #fail(error: DashboardError, grant = this.#state.grant): void {
    this.#leastDelayMs = error.retryAt ? error.retryAt.getTime() - Date.now() : 0;
    const askAt = error.retryable ? this.#nextTry() : Infinity;
    error.attempt = ++this.#failures;
    error.retryAt = error.retryable ? toDate(askAt) : null;
    if (error.code === 'forbidden') grant = null;
    this.#enter({ grant, error, isAsking: false, askAt }, (follower) => follower.onSession(error));
  }

  #nextTry(): number {
    return now() + Math.max(this.#leastDelayMs, retryDelayMs(++this.#backoff));
  }
}

function isSame(a: TokenSource, b: TokenSource): boolean {
  return a.key.every((part, index) => part === b.key[index]);
}
