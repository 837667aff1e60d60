import type { DashboardError } from '../protocol/dashboard-error.ts';
import type { TokenGrant } from '../protocol/token.ts';
import { signedOut, toError, type Failure } from './failure.ts';
import { toLiveGrant, type LiveGrant } from './live-grant.ts';
import { isUnseenSince, now, tickNow, toDate, type Tick, type Times } from './page-clock.ts';
import { LEAST_PAUSE_MS, retryDelayMs } from './refresh-policy.ts';
import { inTurn } from './request-queue.ts';
import { inTime } from './host-request.ts';
import { isSameSource, type TokenSource } from './token-source.ts';
import { measure } from './user-timing.ts';

/** The outcome of the last request. It does not include the token in use, which outlives most requests. */
type Outcome =
  /** The next request comes at the token's refresh point, or at once without a token. */
  | { readonly name: 'resting' }
  /** A transient failure: the next request comes at `askAt`, never before `notBefore`. */
  | {
      readonly name: 'retrying';
      readonly askAt: number;
      readonly notBefore: number;
      readonly isReload: boolean;
      readonly error: DashboardError;
    }
  /** Nobody is signed in, or the user has no access: the next request comes when the reader returns after `askAt`. */
  | {
      readonly name: 'signed-out' | 'forbidden';
      readonly askAt: number;
      readonly error: DashboardError;
    }
  /** Another permanent failure: only `reload()` sends another request. */
  | { readonly name: 'refused'; readonly error: DashboardError };

const RESTING: Outcome = { name: 'resting' };

/** A request is under way. */
interface Asking {
  readonly name: 'asking';
  readonly attempt: AbortController;
  readonly isReload: boolean;
  /** The outcome of the attempt before it. */
  readonly before: Outcome;
  /** The number of failed attempts before it, since a dashboard was last shown. */
  readonly failures: number;
}

/** The sessions of the page. */
const sessions = new Set<TokenSession>();

/** The successive tokens of a source, shared by all dashboards of the page with an equal source. */
export class TokenSession {
  readonly #users = new Set<Tick>();
  #source: TokenSource;
  #phase: Outcome | Asking = RESTING;
  /** The latest token. It stays after its expiry. */
  #grant: LiveGrant | null = null;
  /** The number of failed attempts since the page last woke. It determines the next delay. */
  #backoff = 0;

  /**
   * Joins the page's session of `source` that is closest to its next token, or a new session. From now on,
   * `user` runs when the session has changed. Leaves the session `from`, and takes over its token if that is later.
   */
  static join(source: TokenSource, user: Tick, from?: TokenSession): TokenSession {
    let first: TokenSession | undefined;
    for (const session of sessions) {
      const isFirst = !first || session.#progress > first.#progress;
      if (isFirst && isSameSource(source, session.source)) first = session;
    }
    first ??= new TokenSession(source);
    first.#users.add(user);
    if (from && from !== first) {
      const isLater = (from.#grant?.askedAt ?? 0) > (first.#grant?.askedAt ?? 0);
      // A permanent error, such as a 403, concerns that token, too.
      const isRefused = first.error?.retryable === false;
      if (isLater && !isRefused && isSameSource(from.#source, first.#source)) {
        first.#grant = from.#grant;
      }
      from.leave(user);
    }
    return first;
  }

  private constructor(source: TokenSource) {
    this.#source = source;
    sessions.add(this);
  }

  /** The source of the next request. */
  get source(): TokenSource {
    return this.#source;
  }

  get grant(): LiveGrant | null {
    return this.#grant;
  }

  /** Whether the host no longer knows the user. */
  get isSignedOut(): boolean {
    return this.#outcome.name === 'signed-out';
  }

  /** The error of the last attempt; `null` after a success. It stays while the next attempt is under way. */
  get error(): DashboardError | null {
    return 'error' in this.#outcome ? this.#outcome.error : null;
  }

  get isAsking(): boolean {
    return this.#phase.name === 'asking';
  }

  /** Removes a user. The last one ends the session: a pending answer is dropped. */
  leave(user: Tick): void {
    this.#users.delete(user);
    if (this.#users.size) return;
    sessions.delete(this);
    if (this.#phase.name === 'asking') this.#phase.attempt.abort();
    this.#enter(RESTING);
  }

  /**
   * Changes to `source` from the next request on, if the session has a single user. It does so even if
   * `source` has another session: the two merge at the next request. The session never changes to another
   * choice of the reader, because its token is not for that choice.
   */
  use(source: TokenSource): void {
    const isSameChoice = source.choice === this.#source.choice;
    if (isSameChoice && this.#users.size < 2) this.#source = source;
  }

  /** Starts with an existing token. The session's own token takes precedence. */
  adopt(grant: TokenGrant, askedAt: number): void {
    if (this.#grant || this.isAsking) return;
    const request = { askedAt, isRenewal: false, askedBy: null, failures: 0 };
    this.#enter(RESTING, toLiveGrant(grant, this.#source, request));
  }

  /** Requests a token for `reload()`. It is shown at once, and earlier failures are forgotten. */
  reload(user: Tick): void {
    this.#backoff = 0;
    this.#ask(user, true, RESTING, 0);
  }

  /** Requests the next token. */
  ask(user: Tick): void {
    const before = this.#outcome;
    const isReload = before.name === 'retrying' && before.isReload;
    this.#ask(user, isReload, before, this.error?.attempt ?? this.#grant?.failures ?? 0);
  }

  /** Records that a dashboard was shown with this token: earlier failures no longer count. */
  accept(grant: LiveGrant): void {
    grant.failures = null;
    this.#backoff = 0;
  }

  /** Renews a token that the service has refused, as soon as its request is 30 seconds old. */
  renew(grant: LiveGrant): void {
    grant.refreshAt = grant.deadline = grant.askedAt + LEAST_PAUSE_MS;
    this.#enter(this.#phase);
  }

  /** Whether a new token may help, because no dashboard was shown with this one. */
  canReplace(grant: LiveGrant): boolean {
    return this.#phase.name === 'resting' && grant === this.#grant && grant.failures !== null;
  }

  /** Makes the next retry come soon after a wake: the network may be back, too. */
  wake(at: number): void {
    const phase = this.#phase;
    if (phase.name === 'asking') this.#backoff = 0;
    if (phase.name !== 'retrying' || this.#backoff < 2) return;
    this.#backoff = 1;
    const askAt = Math.max(phase.notBefore, Math.min(phase.askAt, at + retryDelayMs(1)));
    this.#enter({ ...phase, askAt });
  }

  /** Whether the token in use has reached its refresh point, and will be renewed next. */
  isExpiring(at: number): boolean {
    const refreshAt = this.#grant?.refreshAt ?? Infinity;
    return this.#phase.name === 'resting' && at >= refreshAt && !this.#hasExpired(at);
  }

  /** Whether the next request is due. The session asks `frames` only if a quiet moment matters: the answer costs time. */
  isDue(at: number, isWake: boolean, frames: { readonly isQuiet: boolean }): boolean {
    const phase = this.#phase;
    if (phase.name === 'resting') return this.#isTokenDue(at, frames);
    if (!('askAt' in phase) || at < phase.askAt) return false;
    // Nobody misses a dashboard that has expired in a hidden page.
    if (phase.name === 'retrying') {
      return !document.hidden || phase.isReload || !this.#hasExpired(at);
    }
    // The user may have signed in elsewhere.
    return isWake && !document.hidden;
  }

  /** The times at which something may be due. A phase without a retry has no `askAt`. */
  get times(): Times {
    const askAt = 'askAt' in this.#phase ? this.#phase.askAt : undefined;
    return [this.#grant?.refreshAt, this.#grant?.deadline, askAt];
  }

  /** The progress to the next token. A session that requests one, or waits for a retry, is the furthest. */
  get #progress(): number {
    const isTrying = this.isAsking || this.#phase.name === 'retrying';
    return isTrying ? Infinity : (this.#grant?.askedAt ?? 0);
  }

  #isTokenDue(at: number, frames: { readonly isQuiet: boolean }): boolean {
    const grant = this.#grant;
    if (!grant) return true;
    if (at < grant.refreshAt) return false;
    if (this.#hasExpired(at)) return !document.hidden;
    // One renewal in a hidden page is enough until somebody has seen it.
    if (grant.isRenewal && isUnseenSince(grant.askedAt)) return false;
    return at >= grant.deadline || frames.isQuiet;
  }

  #hasExpired(at: number): boolean {
    return at >= (this.#grant?.expiresAt ?? Infinity);
  }

  /** The outcome of the last attempt that has ended. */
  get #outcome(): Outcome {
    return this.#phase.name === 'asking' ? this.#phase.before : this.#phase;
  }

  #ask(user: Tick, isReload: boolean, before: Outcome, failures: number): void {
    if (this.#phase.name === 'asking') this.#phase.attempt.abort();
    const attempt = new AbortController();
    const phase = { name: 'asking', attempt, isReload, before, failures } as const;
    this.#phase = phase;
    const asked = this.#request(phase, user);
    // The request leaves before the users tick.
    this.#enter(this.#phase);
    // Ignore the answer after a later attempt, or after the end of the session.
    asked.then(
      (grant) => {
        if (phase === this.#phase) this.#answer(grant);
      },
      (failure: Failure) => {
        if (phase === this.#phase) this.#fail(failure, phase);
      },
    );
  }

  #request({ attempt, isReload, failures }: Asking, askedBy: Tick): Promise<LiveGrant | null> {
    return inTurn(async () => {
      attempt.signal.throwIfAborted();
      // Read the clock before the request: a token's life must never count as longer than it is.
      const askedAt = now();
      const source = this.#source;
      const grant = await inTime(source.at, (signal) => source.ask(signal), attempt);
      measure('token', askedAt);
      const isRenewal = !isReload && this.#grant !== null;
      return grant && toLiveGrant(grant, source, { askedAt, isRenewal, askedBy, failures });
    });
  }

  /** Takes a token, or `null` if nobody is signed in. */
  #answer(grant: LiveGrant | null): void {
    if (grant) return this.#enter(RESTING, grant);
    const askAt = now() + LEAST_PAUSE_MS;
    this.#enter({ name: 'signed-out', error: signedOut(this.#source.at), askAt }, null);
  }

  #fail(failure: Failure, { isReload, failures }: Asking): void {
    const at = now();
    const attempt = failures + 1;
    if (failure.retryable) {
      const notBefore = at + (failure.delayMs ?? 0);
      const askAt = Math.max(notBefore, at + retryDelayMs(++this.#backoff));
      const error = toError(failure, attempt, toDate(askAt));
      return this.#enter({ name: 'retrying', error, askAt, notBefore, isReload });
    }
    const error = toError(failure, attempt);
    if (error.code !== 'forbidden') return this.#enter({ name: 'refused', error });
    this.#enter({ name: 'forbidden', error, askAt: at + LEAST_PAUSE_MS }, null);
  }

  /** Changes the phase, and tells the users. */
  #enter(phase: Outcome | Asking, grant = this.#grant): void {
    this.#phase = phase;
    this.#grant = grant;
    // Iterate over the set itself, not a copy: an element that leaves meanwhile must not run any more.
    for (const user of this.#users) tickNow(user);
  }
}
