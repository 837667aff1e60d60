import { DashboardError } from '../protocol/dashboard-error.ts';
import {
  DashboardErrorEvent,
  DashboardExpiredEvent,
  DashboardExpiringEvent,
  DashboardLoadEvent,
  DashboardLogoutEvent,
  DashboardRefreshedEvent,
  type LogoutReason,
} from './events.ts';
import type { FrameOptions } from './frame-options.ts';
import { FrameStack, type FrameOwner } from './frame-stack.ts';
import { retryDelayMs, toDate } from './refresh-clock.ts';
import { takeRenderedFrame } from './rendered-frame.ts';
import { misconfigured } from './token-source.ts';
import {
  TokenSession,
  type LiveGrant,
  type SessionFollower,
  type TokenSource,
} from './token-session.ts';

/** What is on screen, in one word. */
export type DashboardStatus =
  | 'idle'
  | 'loading'
  | 'ready'
  | 'refreshing'
  | 'expired'
  | 'logged-out'
  | 'failed';

/** By how much two readings of the clocks for one moment may differ. */
const SAME_TIME_MS = 1000;
/** Failed attempts of a first load before it says so. */
const PATIENCE = 2;

/** What one element's dashboard goes through: brings the token and the frames together. */
export class DashboardLife implements SessionFollower, FrameOwner {
  /** What is on screen, in one word. */
  status: DashboardStatus = 'idle';
  /** Whether the session was ended on purpose: nothing is to bring it back by itself. */
  isLoggedOut = false;
  readonly #root: ShadowRoot;
  readonly #frames: FrameStack;
  readonly #toFrameOptions: (grant: LiveGrant) => FrameOptions;
  readonly #onStatus: () => void;
  #session: TokenSession | null = null;
  /** What this life is about; another subject begins another life. */
  #subject: string | undefined;
  /** What is wrong here, and not with the session: how the element is set up, or its frame. */
  #mistake: DashboardError | null = null;
  /** The token whose frame is to be tried once more, and when. */
  #stuck: LiveGrant | null = null;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  /** The token that was last on screen. */
  #lastShown: LiveGrant | null = null;
  /** Who waits for a reload, and the token that is not what they wait for. */
  #reloading: PromiseWithResolvers<void> | null = null;
  #outdated: LiveGrant | null = null;

  /** `toFrameOptions` throws a `DashboardError` where no frame can be made for a token. */
  constructor(
    root: ShadowRoot,
    toFrameOptions: (grant: LiveGrant) => FrameOptions,
    onStatus: () => void,
  ) {
    this.#root = root;
    this.#frames = new FrameStack(root, this);
    this.#toFrameOptions = toFrameOptions;
    this.#onStatus = onStatus;
  }

  /** What the last attempt ran into; `null` once a later one succeeded, or the session ended. */
  get error(): DashboardError | null {
    const error = this.#mistake ?? this.#session?.state.error ?? null;
    return error?.status === 401 ? null : error;
  }

  get expiresAt(): Date | null {
    const grant = this.#session?.state.grant ?? this.#frames.shown?.grant;
    return grant ? toDate(grant.expiresAt) : null;
  }

  /**
   * Shows the dashboard of `source`, or nothing where the element is not set up, or by `mistake`.
   * Where that is what is shown, only the way of asking changes, from the next request on. After a
   * logout only {@link reload} shows anything again.
   */
  show(source: TokenSource | null, mistake: DashboardError | null = null): void {
    if (this.isLoggedOut) return;
    const subject = source?.subject ?? mistake?.message;
    if (subject !== this.#subject) this.#begin(subject, source, mistake);
    else if (source) this.#use(source);
  }

  /**
   * A new token and frame; what is on screen stays until they are ready.
   * @throws {DashboardError} what comes instead of them.
   */
  async reload(source: TokenSource): Promise<void> {
    if (!this.#session || source.subject !== this.#subject) {
      this.#begin(source.subject, source);
      // Others may have a token from this source already.
      if (!this.#session!.state.isAsking) this.#session!.reload();
    } else {
      if (!this.#frames.shown) this.#lastShown = null;
      this.#use(source);
      this.#session.reload();
    }
    this.#outdated = this.#session!.state.grant;
    this.#reloading ??= Promise.withResolvers();
    await this.#reloading.promise;
  }

  /** The session was ended: drops the frames and all answers to come. Gives what tells of it. */
  logOut(reason: LogoutReason): false | (() => void) {
    const { status } = this;
    this.#reset();
    this.isLoggedOut = true;
    this.#update();
    return status !== 'logged-out' && (() => this.#tell(new DashboardLogoutEvent(reason)));
  }

  /** Shows the token in use with another look. */
  showLook(): void {
    const grant = this.#frames.newest?.grant;
    if (grant) this.#prepare(grant);
    this.#update();
  }

  /** Somebody may have left the dashboard: a renewal may be waiting for that. */
  look(): void {
    this.#session?.look();
  }

  isQuiet(): boolean {
    return this.#frames.isQuiet();
  }

  isShowing(grant: LiveGrant): boolean {
    return this.#frames.shown?.grant === grant;
  }

  onSession(failure?: DashboardError): void {
    const { status } = this;
    if (failure?.code === 'forbidden') {
      this.#frames.clear();
      this.#lastShown = null;
    }
    this.#update();
    if (!failure) return;
    this.#endReload(failure);
    if (failure.status !== 401) this.#tell(new DashboardErrorEvent(failure));
    else if (status !== 'logged-out') this.#tell(new DashboardLogoutEvent('session-ended'));
  }

  onExpiring({ expiresAt, deadline }: LiveGrant): void {
    this.#tell(new DashboardExpiringEvent(toDate(expiresAt), toDate(deadline)));
  }

  join(session: TokenSession): void {
    this.#follow(session);
    const { error } = session.state;
    this.onSession(error && !error.retryable ? error : undefined);
  }

  onShown(grant: LiveGrant): void {
    const isRenewal = grant.isRenewal && this.#lastShown && this.#lastShown !== grant;
    const expiresAt = toDate(grant.expiresAt);
    if (grant !== this.#outdated) this.#endReload();
    this.#lastShown = grant;
    this.#mistake = null;
    this.#session?.accept();
    this.#update();
    this.#tell(
      isRenewal ? new DashboardRefreshedEvent(expiresAt) : new DashboardLoadEvent(expiresAt),
    );
  }

  onExpired({ expiresAt }: LiveGrant): void {
    this.look();
    this.#update();
    this.#tell(new DashboardExpiredEvent(toDate(expiresAt)));
  }

  onDropped(): void {
    this.look();
    this.#update();
  }

  onFrameFailed(grant: LiveGrant, error: DashboardError): void {
    if (error.retryable && this.#session!.isProven(grant)) this.#retryFrame(grant, error);
    else this.#session!.reject(grant, error);
    this.#update();
  }

  /** Another frame with the same token: nobody else is to notice. */
  #retryFrame(grant: LiveGrant, error: DashboardError): void {
    error.attempt += this.#mistake?.attempt ?? 0;
    const delayMs = retryDelayMs(error.attempt);
    error.retryAt = new Date(Date.now() + delayMs);
    this.#mistake = error;
    this.#stuck = grant;
    this.#retryTimer = setTimeout(() => {
      this.#stuck = null;
      this.showLook();
    }, delayMs);
    this.onSession(error);
  }

  #begin(
    subject: string | undefined,
    source: TokenSource | null,
    mistake: DashboardError | null = null,
  ): void {
    this.#reset();
    this.#subject = subject;
    this.#mistake = mistake;
    this.#session = source && TokenSession.for(source);
    if (source || mistake) this.#adopt();
    this.#session?.follow(this);
    this.#update();
    if (mistake) this.#tell(new DashboardErrorEvent(mistake));
  }

  /** Goes on with the frame that came with the page, where its token is as good as any. */
  #adopt(): void {
    const rendered = takeRenderedFrame(this.#root);
    if (!rendered) return;
    this.#session?.adopt(rendered, rendered.askedAt);
    const grant = this.#session?.state.grant;
    // Two that are alike may have been rendered with a token each; they share the first one from now on.
    if (grant && grant.expiresAt < rendered.expiresAt + SAME_TIME_MS) {
      this.#frames.adopt(rendered, grant);
    } else rendered.iframe.remove();
  }

  #use(source: TokenSource): void {
    const session = this.#session!.withSource(source);
    if (session !== this.#session) this.#follow(session);
  }

  /** The new session first: a source that is followed all the time keeps its token. */
  #follow(session: TokenSession): void {
    const old = this.#session!;
    this.#session = session;
    session.follow(this);
    old.unfollow(this);
  }

  #endReload(error?: DashboardError): void {
    if (error) this.#reloading?.reject(error);
    else this.#reloading?.resolve();
    this.#reloading = null;
  }

  /** Leaves nothing behind: no frame, no token, no timer, nobody who waits. */
  #reset(): void {
    this.#endReload(misconfigured('The dashboard was removed.'));
    this.#session?.unfollow(this);
    this.#session = this.#mistake = this.#lastShown = this.#stuck = null;
    clearTimeout(this.#retryTimer);
    this.isLoggedOut = false;
    this.#frames.clear();
  }

  /** Brings the frames, the status and what the element says of it in line with the token. */
  #update(): void {
    const grant = this.#session?.state.grant;
    if (grant && grant !== this.#stuck && grant !== this.#frames.newest?.grant)
      this.#prepare(grant);
    this.status = this.#deriveStatus();
    this.#onStatus();
  }

  #prepare(grant: LiveGrant): void {
    try {
      const session = this.#session;
      const options = this.#toFrameOptions(grant);
      // A listener that heard of a bad colour may have logged out.
      if (this.#session === session) this.#frames.prepare(grant, options);
    } catch (error) {
      this.#session!.reject(grant, error as DashboardError);
    }
  }

  #tell(event: Event): void {
    this.#root.host.dispatchEvent(event);
  }

  #deriveStatus(): DashboardStatus {
    const { shown, next } = this.#frames;
    const state = this.#session?.state;
    const error = this.#mistake ?? state?.error;
    if (this.isLoggedOut) return 'logged-out';
    if (shown) return next || state?.isAsking ? 'refreshing' : 'ready';
    if (next) return 'loading';
    if (error?.status === 401) return 'logged-out';
    if (error && !error.retryable) return 'failed';
    if (!state) return 'idle';
    if (this.#lastShown) return 'expired';
    return error && error.attempt > PATIENCE ? 'failed' : 'loading';
  }
}
