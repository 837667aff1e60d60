import type { DashboardError } from '../protocol/dashboard-error.ts';
import type { EmbeddingOwner } from './embedding-owner.ts';
import {
  DashboardErrorEvent,
  DashboardExpiredEvent,
  DashboardExpiringEvent,
  DashboardLoadEvent,
  DashboardLogoutEvent,
  DashboardRefreshedEvent,
} from './events.ts';
import { isSignedOut, misconfigured } from './failure.ts';
import { FrameRetry } from './frame-retry.ts';
import { FreshData } from './fresh-data.ts';
import { FrameStack, type FrameChange } from './frame-stack.ts';
import { isWatching, lookNow, now, toDate, unwatch, watch, type Look } from './page-clock.ts';
import { PendingReload } from './pending-reload.ts';
import { takeRenderedFrame } from './rendered-frame.ts';
import { isLasting, toStatus, type DashboardStatus } from './status.ts';
import { TokenSession, type LiveGrant } from './token-session.ts';
import { isSameSource, type TokenSource } from './token-source.ts';
import { WantedSource } from './wanted-source.ts';

/**
 * One dashboard in one element, from its first token request to its end. Another dashboard is another
 * embedding. Every event only changes a field and runs {@link #look}, which reads the fields and does
 * everything that is due.
 */
export class Embedding {
  /** The subject of the token source: another one needs another embedding. */
  readonly subject: string;
  readonly #owner: EmbeddingOwner;
  readonly #frames: FrameStack;
  readonly #fresh: FreshData;
  readonly #retry = new FrameRetry();
  readonly #reload = new PendingReload();
  /** Errors of the session that this element has reported, or need not report. */
  readonly #reported = new WeakSet<DashboardError>();
  /** Tokens whose refresh point was announced. */
  readonly #announced = new WeakSet<LiveGrant>();
  readonly #wanted: WantedSource;
  #session: TokenSession;

  /** Takes over the frame that came with the page, if there is one. */
  constructor(source: TokenSource, owner: EmbeddingOwner) {
    this.subject = source.subject;
    this.#owner = owner;
    this.#wanted = new WantedSource(source);
    this.#session = TokenSession.join(source, this.#look);
    // Other elements have already reported an error from before this one joined.
    if (this.#session.error) this.#reported.add(this.#session.error);
    this.#frames = new FrameStack(owner.root, () => this.look());
    this.#fresh = new FreshData(owner, this.#frames, this.#look);
    const rendered = takeRenderedFrame(owner.root, source);
    if (!rendered) return;
    this.#session.adopt(rendered.grant, rendered.askedAt);
    this.#frames.adopt(rendered, this.#session.grant);
  }

  /** The error of the last attempt. */
  get error(): DashboardError | null {
    return this.#session.error ?? this.#retry.error ?? this.#fresh.error;
  }

  /** The time at which the token of the newest frame expires; without a frame, that of the token in use. */
  get expiresAt(): Date | null {
    const { expiresAt } = this.#frames.newest?.grant ?? this.#session.grant ?? {};
    return expiresAt && now() < expiresAt ? toDate(expiresAt) : null;
  }

  get status(): DashboardStatus {
    return toStatus(this.#frames, this.#session.isAsking || this.#isBehind, this.error);
  }

  /** Requests the first token, unless the page has one for this source. */
  begin(): void {
    watch(this.#look);
  }

  /** Leaves nothing behind: no frame, no timer, no listener, no pending promise. */
  end(): void {
    unwatch(this.#look);
    this.#session.leave(this.#look);
    this.#frames.clear();
    this.#fresh.updateTurn();
    this.#reload.reject(misconfigured('The dashboard was removed.'));
  }

  /** Uses `source` from the next request on. Another choice of the reader is requested soon. */
  use(source: TokenSource): void {
    this.#wanted.replace(source, now());
    this.#session.use(source);
    this.look();
  }

  /**
   * Requests a new token and frame. The dashboard on screen stays until they are ready.
   * @throws {DashboardError} if the first attempt fails.
   */
  async reload(source: TokenSource): Promise<void> {
    this.#wanted.take(source, now());
    this.#follow();
    this.#retry.reset();
    this.#frames.forgetExpired();
    const reloaded = this.#reload.wait(this.#session.grant);
    this.#session.reload(this.#look);
    this.begin();
    await reloaded;
  }

  /** Compares the frame with its settings again, which may have changed. */
  restyle(): void {
    if (!this.#frames.newest) return;
    this.#retry.restyle(now());
    this.look();
  }

  /** Looks again after a change, for example when the reader has left the dashboard. */
  look(): void {
    lookNow(this.#look);
  }

  /**
   * Does everything that is due. The order matters: an expired frame is removed first, a failure is reported
   * before the next attempt hides it, and an available token is used before another one is requested. Each
   * step reads the fields again, because a listener may have removed, reloaded or logged out the element.
   */
  readonly #look: Look = (at, isWake) => {
    const steps = [
      () => isWake && this.#session.wake(at),
      () => isWake && this.#retry.wake(at),
      () => this.#advanceFrames(at),
      () => this.#reportFailure(),
      () => this.#choose(at),
      () => this.#remakeFrame(at),
      () => this.#useToken(at),
      () => this.#announceRefresh(at),
      () => this.#requestToken(at, isWake),
      () => this.#fresh.look(at, this.#isBehind),
      () => this.#owner.tell(),
    ];
    for (const step of steps) if (!this.#isOver) step();
    const parts = [this.#frames, this.#session, this.#fresh, this.#retry, this.#wanted];
    return parts.flatMap(({ times }) => times);
  };

  /** Whether a step of the look, or a listener, has ended the embedding. */
  get #isOver(): boolean {
    return !isWatching(this.#look);
  }

  #advanceFrames(at: number): void {
    let change = this.#frames.advance(at);
    while (change) {
      this.#onFrames(change, at);
      change = this.#isOver ? null : this.#frames.advance(at);
    }
  }

  #onFrames(change: FrameChange, at: number): void {
    switch (change.name) {
      case 'shown':
        this.#fresh.restart(at);
        return this.#onShown(change.grant, change.isAutomatic);
      case 'expired':
        return this.#owner.tell(new DashboardExpiredEvent(toDate(change.grant.expiresAt)));
      case 'failed':
        if (change.frame.isRefresh) return this.#fresh.fail(change.error, at);
        return this.#failFrame(change.error, change.frame.grant, at);
    }
  }

  #onShown(grant: LiveGrant, isAutomatic: boolean): void {
    const expiresAt = toDate(grant.expiresAt);
    this.#reload.resolve(grant);
    this.#retry.reset();
    this.#session.accept(grant);
    if (isAutomatic) this.#owner.tell(new DashboardRefreshedEvent(expiresAt));
    else this.#owner.tell(new DashboardLoadEvent(expiresAt, grant.parameters));
  }

  #failFrame(error: DashboardError, grant: LiveGrant, at: number): void {
    this.#retry.fail(error, grant, this.#session.failures, at);
    this.#clearAfter(error);
    this.#report(error);
  }

  /** Whether the dashboard on screen shows an earlier choice. */
  get #isBehind(): boolean {
    const { shown } = this.#frames;
    return shown !== null && shown.grant.choice !== this.#wanted.source.choice;
  }

  /** A user without access must see nothing, and data of an earlier choice must not stay under a new one. */
  #clearAfter(error: DashboardError): void {
    if (error.code === 'forbidden' || (this.#isBehind && isLasting(error))) this.#frames.clear();
  }

  /** Requests the reader's latest choice. The dashboard of the earlier one stays until the new one is ready. */
  #choose(at: number): void {
    const { source, choiceAt } = this.#wanted;
    if (at < choiceAt) return;
    this.#wanted.take(source, at);
    this.#follow();
    this.#retry.reset();
    this.#reportFailure();
  }

  /** Switches to the wanted source, and drops the next frame if it is for another choice. */
  #follow(): void {
    const { source } = this.#wanted;
    this.#session.use(source);
    if (source.choice !== this.#session.source.choice) this.#frames.dropNext();
    if (!isSameSource(source, this.#session.source)) this.#move();
  }

  #reportFailure(): void {
    const { error } = this.#session;
    if (!error || this.#reported.has(error)) return;
    this.#reported.add(error);
    this.#clearAfter(error);
    this.#report(error);
  }

  #report(error: DashboardError): void {
    const wasLoggedOut = this.#owner.status === 'logged-out';
    this.#reload.reject(error);
    if (!isSignedOut(error)) this.#owner.tell(new DashboardErrorEvent(error));
    else if (!wasLoggedOut) this.#owner.tell(new DashboardLogoutEvent('session-ended'));
  }

  #remakeFrame(at: number): void {
    if (at < this.#retry.dueAt) return;
    this.#retry.begin();
    const latest = this.#retry.isGivenUp ? null : this.#session.grant;
    const grant = latest ?? this.#frames.newest?.grant;
    if (!grant || at >= grant.expiresAt) return;
    // The token may be the cause, if it has not opened a dashboard yet.
    if (this.#retry.hasFailed(grant) && this.#session.canReplace(grant))
      this.#session.ask(this.#look);
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
    if (grant === newest?.grant || this.#retry.hasFailed(grant)) return;
    // The token of another session may be older.
    const isSameChoice = grant.choice === newest?.grant.choice;
    if (isSameChoice && grant.askedAt < newest.grant.askedAt) return;
    const isForOthers = grant.isRenewal && grant.user !== this.#look;
    const mayWait = shown && !this.#isBehind && isForOthers && at < shown.grant.deadline;
    if (!mayWait || this.#frames.isQuiet) this.#prepare(grant, at);
  }

  #prepare(grant: LiveGrant, at: number): void {
    try {
      const iframe = this.#owner.createFrame(grant);
      // A listener for a bad color may have logged out.
      if (!this.#isOver) this.#frames.prepare(grant, iframe);
    } catch (error) {
      this.#failFrame(error as DashboardError, grant, at);
    }
  }

  #announceRefresh(at: number): void {
    const { grant } = this.#session;
    if (!grant || !this.#session.isExpiring(at) || this.#announced.has(grant)) return;
    if (this.#retry.isGivenUp) return;
    this.#announced.add(grant);
    this.#owner.tell(new DashboardExpiringEvent(toDate(grant.expiresAt), toDate(grant.deadline)));
  }

  #requestToken(at: number, isWake: boolean): void {
    // An element that cannot show a frame needs no token.
    if (this.#retry.isGivenUp || !this.#session.isDue(at, isWake, this.#frames.isQuiet)) return;
    if (!this.#move()) return this.#session.ask(this.#look);
    // The session of the changed source may already have a token, or an error that concerns this element.
    this.#reportFailure();
    if (!this.#isOver) this.#useToken(at);
    if (!this.#isOver) this.#requestToken(at, isWake);
  }

  /** Joins the session of the wanted source. Returns whether that is another session. */
  #move(): boolean {
    const old = this.#session;
    this.#session = TokenSession.join(this.#wanted.source, this.#look);
    if (this.#session === old) return false;
    this.#session.merge(old);
    old.leave(this.#look);
    // A permanent error, such as a 403, concerns this element, too. Do not report a transient one again.
    if (this.#session.error?.retryable) this.#reported.add(this.#session.error);
    return true;
  }
}
