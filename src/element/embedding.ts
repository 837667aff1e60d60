import { DashboardErrorEvent } from '../protocol/dashboard-error-event.ts';
import type { DashboardError } from '../protocol/dashboard-error.ts';
import { createFrame } from './dashboard-frame.ts';
import { warnOnce } from './developer-warnings.ts';
import type { EmbeddingOwner } from './embedding-owner.ts';
import { DashboardExpiringEvent, DashboardLogoutEvent } from './events.ts';
import { misconfigured, type Failure } from './failure.ts';
import { FrameRetry } from './frame-retry.ts';
import { FreshData } from './fresh-data.ts';
import { FrameStack } from './frame-stack.ts';
import type { LiveGrant } from './live-grant.ts';
import {
  isWake,
  isWatching,
  now,
  tickNow,
  toDate,
  unwatch,
  watch,
  type Tick,
} from './page-clock.ts';
import { PendingReload } from './pending-reload.ts';
import { takeRenderedFrame } from './rendered-frame.ts';
import { toEvent, type FrameChange } from './stacked-frame.ts';
import { isLasting, toStatus, type DashboardStatus } from './status.ts';
import type { TokenSession } from './token-session.ts';
import { isSameSource, type TokenSource } from './token-source.ts';
import { TokenSupply } from './token-supply.ts';

/**
 * One dashboard in one element, from its first token request to its end. Another dashboard is another embedding.
 * Every event only changes a field and runs {@link #tick}, which does everything that is due.
 */
export class Embedding {
  /** The subject of the token source: another one needs another embedding. */
  readonly subject: string;
  readonly #owner: EmbeddingOwner;
  readonly #frames: FrameStack;
  readonly #fresh: FreshData;
  readonly #retry = new FrameRetry();
  readonly #reload = new PendingReload();
  readonly #supply: TokenSupply;

  /** Takes over the frame that came with the page, if there is one. */
  constructor(source: TokenSource, owner: EmbeddingOwner) {
    this.subject = source.subject;
    this.#owner = owner;
    this.#supply = new TokenSupply(source, this.#tick);
    this.#frames = new FrameStack(owner.element.renderRoot, (change) => {
      if (change) this.#onFrames(change, now());
      tickNow(this.#tick);
    });
    this.#fresh = new FreshData(owner.element, this.#frames, this.#tick);
    const rendered = takeRenderedFrame(owner.element, source);
    if (!rendered) return;
    this.#session.adopt(rendered.grant, rendered.askedAt);
    this.#frames.adopt(rendered, this.#session.grant);
  }

  get error(): DashboardError | null {
    return this.#session.isSignedOut ? null : (this.#session.error ?? this.#retry.error);
  }

  /** The time at which the token of the newest frame expires; without a frame, that of the token in use. */
  get expiresAt(): Date | null {
    const { expiresAt } = this.#frames.newest?.grant ?? this.#session.grant ?? {};
    return expiresAt && now() < expiresAt ? toDate(expiresAt) : null;
  }

  get status(): DashboardStatus {
    const isPending = this.#session.isAsking || this.#isBehind;
    return toStatus(this.#frames, this.#session.isSignedOut ? 'signed-out' : this.error, isPending);
  }

  /** Leaves nothing behind: no frame, no timer, no listener, no pending promise. */
  end(): void {
    unwatch(this.#tick);
    this.#supply.leave();
    this.#frames.clear();
    this.#fresh.updateTurn();
    this.#reload.reject(misconfigured('The dashboard was removed.'));
  }

  /** Uses `source` from the next request on. Another choice of the reader is requested soon. The first call begins. */
  use(source: TokenSource): void {
    this.#supply.use(source);
    watch(this.#tick);
  }

  /**
   * Requests a new token and frame. The dashboard on screen stays until then.
   * @throws {DashboardError} if the first attempt fails.
   */
  async reload(source: TokenSource): Promise<void> {
    this.#supply.use(source);
    if (!isSameSource(source, this.#session.source)) this.#follow(now());
    this.#retry.reset();
    this.#frames.forgetExpired();
    const reloaded = this.#reload.wait(this.#session.grant);
    this.#session.reload(this.#tick);
    watch(this.#tick);
    await reloaded;
  }

  /** Compares the frame with its settings again, which may have changed. */
  restyle(): void {
    if (!this.#frames.newest) return;
    this.#retry.restyle(now());
    tickNow(this.#tick);
  }

  /**
   * Does everything that is due. The order matters: an expired frame is removed first, a failure is reported
   * before the next attempt hides it, and an available token is used before another one is requested. Each
   * step reads the fields again, because a listener may have removed, reloaded or signed out the element.
   */
  readonly #tick: Tick = (at, event) => {
    const hasWoken = isWake(event);
    if (hasWoken) {
      this.#session.wake(at);
      this.#retry.wake(at);
    }
    const steps = [
      () => this.#advanceFrames(at, event),
      () => this.#reportFailure(),
      () => this.#choose(at),
      () => this.#remakeFrame(at),
      () => this.#useToken(at),
      () => this.#announceRefresh(at),
      () => this.#requestToken(at, hasWoken),
      () => this.#refresh(at),
      () => this.#owner.tell(),
    ];
    for (const step of steps) if (!this.#isOver) step();
    const parts = [this.#frames, this.#supply, this.#fresh, this.#retry];
    return parts.flatMap(({ times }) => times);
  };

  get #session(): TokenSession {
    return this.#supply.session;
  }

  /** Whether a step of the tick, or a listener, has ended the embedding. */
  get #isOver(): boolean {
    return !isWatching(this.#tick);
  }

  #advanceFrames(at: number, event?: Event): void {
    const change = this.#isOver ? null : this.#frames.advance(at, event);
    if (!change) return;
    this.#onFrames(change, at);
    this.#advanceFrames(at);
  }

  #onFrames(change: FrameChange, at: number): void {
    const { name, grant } = change;
    if (name === 'failed') return this.#failFrame(change.failure, grant, at, change.isRefresh);
    if (name === 'refused') return this.#session.renew(grant);
    if (name === 'shown') {
      this.#reload.resolve(grant);
      this.#retry.reset();
      this.#session.accept(grant);
    }
    this.#owner.tell(toEvent(change));
  }

  #failFrame(failure: Failure, grant: LiveGrant, at: number, isRefresh: boolean): void {
    const error = this.#retry.fail(
      failure,
      grant,
      at,
      isRefresh ? this.#fresh.skip(at) : undefined,
    );
    if (isRefresh) this.#owner.tell(new DashboardErrorEvent(error));
    else this.#report(error);
  }

  /** Whether the dashboard on screen shows an earlier choice. */
  get #isBehind(): boolean {
    const { shown } = this.#frames;
    return shown !== null && this.#supply.isBehind(shown.grant);
  }

  /** Requests the reader's latest choice. The dashboard of the earlier one stays until the new one is ready. */
  #choose(at: number): void {
    if (at < this.#supply.choiceAt) return;
    this.#follow(at);
    this.#retry.reset();
    this.#reportFailure();
  }

  /** Goes to the session of the source. Returns whether that is another session. */
  #follow(at: number): boolean {
    const { choice } = this.#session.source;
    const isMoved = this.#supply.follow(at);
    if (choice !== this.#session.source.choice) this.#frames.dropNext();
    return isMoved;
  }

  #reportFailure(): void {
    const error = this.#supply.takeError();
    if (error) this.#report(error);
  }

  /** Reports a failed attempt. Without access, or under a new choice, an old dashboard must not stay. */
  #report(error: DashboardError): void {
    const { status } = this.#owner;
    const { isSignedOut } = this.#session;
    if (error.code === 'forbidden' || (this.#isBehind && isLasting(error))) this.#frames.clear();
    this.#reload.reject(error);
    if (!isSignedOut) return this.#owner.tell(new DashboardErrorEvent(error));
    warnOnce(error.message);
    if (status !== 'logged-out') this.#owner.tell(new DashboardLogoutEvent('session-ended'));
  }

  #remakeFrame(at: number): void {
    if (at < this.#retry.dueAt) return;
    this.#retry.begin();
    const latest = this.#retry.isGivenUp ? null : this.#session.grant;
    const grant = latest ?? this.#frames.newest?.grant;
    if (!grant || at >= grant.expiresAt) return;
    // The token may be the cause, if it has not opened a dashboard yet.
    if (this.#retry.hasFailed(grant) && this.#session.canReplace(grant))
      this.#session.ask(this.#tick);
    else this.#prepare(grant, at);
  }

  /**
   * Prepares a frame for a new token. Each of the elements that share a token waits for its own quiet moment. The
   * element that requested the token has already had its moment: it swaps at once, while the network works.
   */
  #useToken(at: number): void {
    const { grant } = this.#session;
    const { newest, shown } = this.#frames;
    if (!grant || at >= grant.expiresAt) return;
    if (grant === newest?.grant || this.#retry.hasFailed(grant) || this.#reload.isStale(grant))
      return;
    // The token of another session may be older.
    const isSameChoice = grant.choice === newest?.grant.choice;
    if (isSameChoice && grant.askedAt < newest.grant.askedAt) return;
    const isForOthers = grant.isRenewal && grant.askedBy !== this.#tick;
    const mayWait = shown && !this.#isBehind && isForOthers && at < shown.grant.deadline;
    if (!mayWait || this.#frames.isQuiet) this.#prepare(grant, at);
  }

  /** Loads a frame. `isRefresh` says that it has the token of the frame on screen. */
  #prepare(grant: LiveGrant, at: number, isRefresh = false): void {
    try {
      const iframe = createFrame(this.#owner, grant, this.#frames.newest);
      iframe.inert ||= !!this.#retry.error;
      // A listener for a bad color may have signed out.
      if (!this.#isOver) this.#frames.prepare(grant, iframe, isRefresh);
    } catch (error) {
      this.#failFrame(error as Failure, grant, at, isRefresh);
    }
  }

  /** Loads the data again behind themselves, unless another dashboard is about to replace them. */
  #refresh(at: number): void {
    if (!this.#fresh.isDue(at) || this.#isBehind) return;
    this.#prepare(this.#frames.shown!.grant, at, true);
    this.#fresh.updateTurn();
  }

  #announceRefresh(at: number): void {
    const grant = this.#retry.isGivenUp ? null : this.#supply.takeExpiring(at);
    if (!grant) return;
    this.#owner.tell(new DashboardExpiringEvent(toDate(grant.expiresAt), toDate(grant.deadline)));
  }

  #requestToken(at: number, hasWoken: boolean): void {
    // An element that cannot show a frame needs no token.
    if (this.#retry.isGivenUp || !this.#session.isDue(at, hasWoken, this.#frames)) return;
    if (!this.#follow(at)) return this.#session.ask(this.#tick);
    // The session of the changed source may already have a token, or an error that concerns this element.
    this.#reportFailure();
    if (!this.#isOver) this.#useToken(at);
    if (!this.#isOver) this.#requestToken(at, hasWoken);
  }
}
