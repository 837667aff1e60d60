import type { DashboardErrorCode } from '../protocol/dashboard-error.ts';
import { isBlocked, toOrigin } from './blocked-frame.ts';
import { toAppearance } from './dashboard-frame.ts';
import { Failure } from './failure.ts';
import { keepFocus } from './kept-focus.ts';
import { measure } from './user-timing.ts';
import { now, visibleSince, type Times } from './page-clock.ts';
import type { RenderedFrame } from './rendered-frame.ts';
import type { LiveGrant } from './live-grant.ts';
import {
  startOf,
  toDashboardFrame,
  type DashboardFrame,
  type FrameChange,
} from './stacked-frame.ts';

/** The reader's use of the dashboard on screen. A swap would end `work` and `fullscreen`. */
export type Attention = 'none' | 'pointer' | 'work' | 'fullscreen';

/** Dashboards draw their charts some time after their `load`. */
const SETTLE_MS = 1500;
/** The longest time in which a dashboard may load: far longer than a slow one needs. */
const LOAD_TIMEOUT_MS = 30_000;
/** The longest time after its load in which the page must greet if the one on screen has. */
const GREETING_TIMEOUT_MS = 10_000;
/** The largest difference between two clock readings of the same moment. */
const SAME_TIME_MS = 1000;
/** A frame that was transparent may need some animation frames to appear. */
const DRAW_MS = 100;
/** The address of a frame before it has loaded, and of one that was not allowed to load. */
const EMPTY = 'about:blank';

/** The frames of the page, for `embedded-dashboard/frame`. */
const frames = (globalThis.embeddedDashboardFrames ??= new Set());

/**
 * The frame on screen and the one prepared behind it, swapped so that nobody sees it. Events only change
 * fields; {@link advance} does everything that is due.
 */
export class FrameStack {
  readonly #root: ShadowRoot;
  /** Called when there is something to {@link advance}, and with a failure that a page has told. */
  readonly #onChange: (change?: FrameChange) => void;
  #screen: DashboardFrame | 'expired' | null = null;
  #next: DashboardFrame | null = null;
  /** The frame that was replaced last, until the one on screen has appeared. */
  #replaced: DashboardFrame | null = null;

  constructor(root: ShadowRoot, onChange: (change?: FrameChange) => void) {
    this.#root = root;
    this.#onChange = onChange;
  }

  /** Whether a dashboard has expired since the last one was shown. */
  get hasExpired(): boolean {
    return this.#screen === 'expired';
  }

  /** The frame on screen. */
  get shown(): DashboardFrame | null {
    return this.hasExpired ? null : (this.#screen as DashboardFrame);
  }

  /** The frame behind it. */
  get next(): DashboardFrame | null {
    return this.#next;
  }

  /** The frame with the latest token, on screen or behind it. */
  get newest(): DashboardFrame | null {
    return this.#next ?? this.shown;
  }

  /**
   * Loads a frame behind the one on screen, unless the newest frame already shows the same. With `isRefresh` it loads
   * in any case.
   */
  prepare(grant: LiveGrant, iframe: HTMLIFrameElement, isRefresh: boolean): void {
    const { newest } = this;
    const mayBeSame = !isRefresh && newest?.grant === grant;
    if (mayBeSame && toAppearance(newest.iframe) === toAppearance(iframe)) {
      newest.iframe.title = iframe.title;
    } else {
      this.#expect(iframe, grant, { isRefresh });
      this.#root.append(iframe);
      keepFocus(iframe);
    }
  }

  /** Takes over a frame that came with the page, unless its token expires before `grant` does. */
  adopt(rendered: RenderedFrame, grant: LiveGrant | null): void {
    const { iframe, expiresAt } = rendered;
    if (!grant || grant.expiresAt > expiresAt + SAME_TIME_MS) return iframe.remove();
    const isLoaded = iframe.contentDocument?.URL !== EMPTY;
    // The frame may have loaded before the element was there.
    this.#expect(iframe, grant, { loadedAt: isLoaded ? now() : Infinity });
  }

  /** Whether the focus is in the frame on screen. */
  get #hasFocus(): boolean {
    return this.#root.activeElement === this.shown?.iframe;
  }

  get attention(): Attention {
    const { iframe, isTouched, isBusy, keepsState } = this.shown ?? {};
    if (iframe?.matches(':fullscreen')) return 'fullscreen';
    if (isBusy || (keepsState ? this.#hasFocus : isTouched)) return 'work';
    return iframe?.matches(':hover') ? 'pointer' : 'none';
  }

  /** Whether a swap would disturb nobody. */
  get isQuiet(): boolean {
    return document.hidden || this.attention === 'none';
  }

  /** Removes the frame behind the one on screen. */
  dropNext(): void {
    this.#enter(this.#screen, null);
  }

  /** Removes all frames. */
  clear(): void {
    this.#enter(null, null);
  }

  /** Forgets an expired dashboard: the next one counts as the first one. */
  forgetExpired(): void {
    this.#screen = this.shown;
  }

  /** Makes the first change that is due at this time or after this event, and returns it; `null` if none is due. */
  advance(at: number, event?: Event): FrameChange | null {
    if (this.shown && this.#hasFocus) this.shown.isTouched = true;
    if (at >= this.#removeAt) this.#enter(this.#screen, this.#next, null);
    // The token of a loaded frame may have expired while the machine slept.
    if (this.#next && this.#next.loadedAt <= at && at >= this.#next.grant.expiresAt)
      this.dropNext();
    const { newest, shown, next } = this;
    if (newest && isBlocked(newest.iframe, event)) return this.#fail(newest, 'frame-blocked');
    if (shown && at >= shown.grant.expiresAt) return this.#expire(shown, at);
    if (next && at >= this.#giveUpAt) return this.#fail(next, 'frame-timeout');
    if (next && at >= this.#revealAt) return this.#reveal(next, at);
    return this.#tellShown();
  }

  /** The times at which something is due. */
  get times(): Times {
    const { deadline, expiresAt } = this.shown?.grant ?? {};
    return [deadline, expiresAt, this.#giveUpAt, this.#revealAt, this.#removeAt];
  }

  /**
   * The time at which the next frame is shown. A page in the background draws nothing: a frame that loads
   * there settles when the reader is back.
   */
  get #revealAt(): number {
    const { loadedAt = Infinity, isReady } = this.#next ?? {};
    if (!this.shown) return loadedAt;
    if (this.#isSilent) return Infinity;
    if (isReady !== undefined) return isReady ? 0 : Infinity;
    return Math.max(loadedAt, visibleSince()) + SETTLE_MS;
  }

  /** The time at which the next frame has taken too long. */
  get #giveUpAt(): number {
    const { askedAt, loadedAt } = this.#next ?? {};
    if (loadedAt === Infinity) return askedAt! + LOAD_TIMEOUT_MS;
    return this.#isSilent ? loadedAt! + GREETING_TIMEOUT_MS : Infinity;
  }

  /**
   * Whether the next frame loads automatically behind a page that has greeted, and its own page has not. It may be the
   * browser's error page: Chromium fires `load` for that, too.
   */
  get #isSilent(): boolean {
    const { shown, next } = this;
    const mustGreet = shown?.hasGreeted && !shown.isRefused;
    return !!mustGreet && !!next && !next.hasGreeted && this.#isAutomatic(next);
  }

  /** The time at which the replaced frame is removed. */
  get #removeAt(): number {
    return this.#replaced && this.shown ? this.shown.since + DRAW_MS : Infinity;
  }

  #expect(
    iframe: HTMLIFrameElement,
    grant: LiveGrant,
    { loadedAt = Infinity, isRefresh = false } = {},
  ): void {
    iframe.addEventListener('load', () => this.#onLoad(iframe));
    // The reader may have left the dashboard.
    for (const type of ['pointerout', 'fullscreenchange']) {
      iframe.addEventListener(type, () => this.#onChange());
    }
    const frame = toDashboardFrame(iframe, grant, {
      isRefresh,
      loadedAt,
      update: () => this.#onChange(),
      fail: (...fault) => this.#onChange(this.#fail(frame, ...fault)),
    });
    frames.add(frame);
    // Remove the replaced frame: there are never more than two.
    this.#enter(this.#screen, frame, null);
  }

  #onLoad(iframe: HTMLIFrameElement): void {
    const next = this.#next;
    if (iframe !== next?.iframe || next.loadedAt < Infinity || now() >= next.grant.expiresAt)
      return;
    // WebKit also fires `load` for a frame that the page's policy keeps empty.
    if (iframe.contentDocument?.URL === EMPTY) return;
    next.loadedAt = now();
    measure('frame', startOf(next));
    this.#onChange();
  }

  /** Removes the expired dashboard. The next one takes its place if it has loaded. */
  #expire(shown: DashboardFrame, at: number): FrameChange | null {
    const next = this.#next && at < this.#next.grant.expiresAt ? this.#next : null;
    if (next && next.loadedAt <= at) return this.#reveal(next, at);
    this.#enter('expired', next);
    return { name: 'expired', grant: shown.grant };
  }

  /** Whether a frame replaces an earlier one without a request of the page or the reader. */
  #isAutomatic({ grant, isRefresh }: DashboardFrame): boolean {
    const { shown, hasExpired } = this;
    const isReplacement = shown
      ? shown.grant !== grant && shown.grant.choice === grant.choice
      : hasExpired;
    return isRefresh || (grant.isRenewal && isReplacement);
  }

  #reveal(frame: DashboardFrame, at: number): FrameChange | null {
    const { shown } = this;
    const { grant } = frame;
    const isAutomatic = this.#isAutomatic(frame);
    // The focus is in the old frame, or on the button that was shown instead.
    const hadFocus = this.#root.activeElement;
    frame.since = at;
    frame.shown = { name: 'shown', grant, isAutomatic };
    this.#enter(frame, null, shown);
    frame.iframe.inert = false;
    measure('shown', startOf(frame));
    if (hadFocus) frame.iframe.focus();
    return this.#tellShown();
  }

  /** Returns the change to the frame on screen once, when its picture is drawn. */
  #tellShown(): FrameChange | null {
    const frame = this.shown;
    if (!frame?.shown || frame.isReady === false) return null;
    const change = frame.shown;
    frame.shown = undefined;
    return change;
  }

  #fail(
    frame: DashboardFrame,
    code: DashboardErrorCode,
    message?: string,
    retryable?: boolean,
  ): FrameChange {
    const isOver = frame === this.#screen || this.shown?.isRefused;
    this.#enter(isOver ? null : this.#screen, null);
    const details = message ? { message, retryable } : { at: toOrigin(frame.iframe.src) };
    const failure = new Failure(code, details);
    return { ...frame, name: 'failed', failure };
  }

  /**
   * Replaces the frames, and removes those that are gone. Nothing else writes them. They are written first: Firefox
   * fires `blur` on the window during the removal of a focused frame, and the tick at that event reads them.
   */
  #enter(
    screen: DashboardFrame | 'expired' | null,
    next: DashboardFrame | null,
    replaced = this.#replaced,
  ): void {
    const before = [this.shown, this.#next, this.#replaced];
    this.#screen = screen;
    this.#next = next;
    this.#replaced = this.shown && replaced;
    const after = new Set([this.shown, next, this.#replaced]);
    for (const frame of before) {
      if (!frame || after.has(frame)) continue;
      frame.iframe.remove();
      frames.delete(frame);
    }
    for (const frame of [...before, next]) frame?.onMove?.(frame === this.shown);
  }
}
