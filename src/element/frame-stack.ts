import type { DashboardError, DashboardErrorCode } from '../protocol/dashboard-error.ts';
import { toFilterQuery } from '../protocol/dashboard-filters.ts';
import { parseParameters } from '../protocol/dashboard-parameters.ts';
import type { LiveFrame } from '../protocol/live-frame.ts';
import { isBlocked, toOrigin } from './blocked-frame.ts';
import { toAppearance } from './dashboard-frame.ts';
import { Failure } from './failure.ts';
import { keepFocus } from './kept-focus.ts';
import { measure } from './user-timing.ts';
import { now, visibleSince, type Times } from './page-clock.ts';
import { ACCEPTED_MS, GREETING_TIMEOUT_MS, LOAD_TIMEOUT_MS, SETTLE_MS } from './refresh-policy.ts';
import type { RenderedFrame } from './rendered-frame.ts';
import type { LiveGrant } from './live-grant.ts';
import {
  drawnAt,
  startOf,
  type Attention,
  type DashboardFrame,
  type FrameChange,
  type Stack,
} from './stacked-frame.ts';

/** The largest difference between two clock readings of the same moment. */
const SAME_TIME_MS = 1000;
/** A frame that was transparent may need some animation frames to appear. */
const DRAW_MS = 100;
/** The address of a frame before it has loaded, and of one that was not allowed to load. */
const EMPTY = 'about:blank';

/** The frames of the page, for `embedded-dashboard/frame`. */
const liveFrames = (globalThis.embeddedDashboardPages ??= new Map<HTMLIFrameElement, LiveFrame>());

/**
 * The frame on screen and the one prepared behind it, swapped so that nobody sees it. Events only change
 * fields; {@link advance} does everything that is due.
 */
export class FrameStack {
  readonly #root: ShadowRoot;
  /** Called when there is something to {@link advance}, and with a change that a page has caused. */
  readonly #onChange: (change?: FrameChange) => void;
  #stack: Stack = { screen: null, next: null, replaced: null };

  constructor(root: ShadowRoot, onChange: (change?: FrameChange) => void) {
    this.#root = root;
    this.#onChange = onChange;
  }

  /** Whether a dashboard has expired since the last one was shown. */
  get hasExpired(): boolean {
    return this.#stack.screen === 'expired';
  }

  /** The frame on screen. */
  get shown(): DashboardFrame | null {
    return this.hasExpired ? null : (this.#stack.screen as DashboardFrame);
  }

  /** The frame behind it. */
  get next(): DashboardFrame | null {
    return this.#stack.next;
  }

  /** The frame with the latest token, on screen or behind it. */
  get newest(): DashboardFrame | null {
    return this.next ?? this.shown;
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
      iframe.inert ||= !!this.#stack.screen;
      this.#expect(iframe, grant, isRefresh);
      this.#root.append(iframe);
      keepFocus(iframe, () => this.next?.iframe === iframe);
    }
  }

  /** Takes over a frame that came with the page, unless its token expires before `grant` does. */
  adopt(rendered: RenderedFrame, grant: LiveGrant | null): void {
    const { iframe, expiresAt } = rendered;
    if (!grant || grant.expiresAt > expiresAt + SAME_TIME_MS) return iframe.remove();
    const isLoaded = iframe.contentDocument?.URL !== EMPTY;
    // The frame may have loaded before the element was there.
    this.#expect(iframe, grant, false, isLoaded ? now() : Infinity);
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

  /** Removes the frame behind the one on screen. Its page may have replaced the state of the one on screen. */
  dropNext(): void {
    this.#enter({ next: null });
    this.#note({ hasState: false });
  }

  /** Removes all frames. */
  clear(): void {
    this.#enter({ screen: null, next: null });
  }

  /** Forgets an expired dashboard: the next one counts as the first one. */
  forgetExpired(): void {
    this.#enter({ screen: this.shown });
  }

  /** Begins another refresh interval of the frame on screen. */
  putOffRefresh(at: number): void {
    this.#note({ since: at });
  }

  /** Makes the first change that is due at this time or after this event, and returns it; `null` if none is due. */
  advance(at: number, event?: Event): FrameChange | null {
    if (this.#hasFocus) this.#note({ isTouched: true });
    if (at >= this.#removeAt) this.#enter({ replaced: null });
    // The token of a loaded frame may have expired while the machine slept.
    if (this.next && this.next.loadedAt <= at && at >= this.next.grant.expiresAt) this.dropNext();
    const { newest, shown, next } = this;
    if (newest && isBlocked(newest.iframe, event)) return this.#giveUp(newest, 'frame-blocked');
    if (shown && at >= shown.grant.expiresAt) return this.#expire(shown, at);
    if (next && at >= this.#giveUpAt) return this.#giveUp(next, 'frame-timeout');
    return next && at >= this.#revealAt ? this.#reveal(next, at) : null;
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
    const { next } = this;
    if (!next || this.#isSilent) return Infinity;
    if (next.phase === 'drawn') return 0;
    if (!this.shown) return next.loadedAt;
    return Math.max(drawnAt(next), Math.max(next.loadedAt, visibleSince()) + SETTLE_MS);
  }

  /** The time at which the next frame has taken too long. */
  get #giveUpAt(): number {
    const { askedAt, loadedAt } = this.next ?? {};
    if (loadedAt === Infinity) return askedAt! + LOAD_TIMEOUT_MS;
    return this.#isSilent ? loadedAt! + GREETING_TIMEOUT_MS : Infinity;
  }

  /**
   * Whether the next frame loads automatically behind a page that has greeted, and its own page has not. It may be the
   * browser's error page: Chromium fires `load` for that, too.
   */
  get #isSilent(): boolean {
    const { shown, next } = this;
    const mustGreet = shown?.phase && shown.phase !== 'refused';
    return !!mustGreet && !!next && !next.phase && this.#isAutomatic(next);
  }

  /** The time at which the replaced frame is removed. */
  get #removeAt(): number {
    return this.#stack.replaced && this.shown ? this.shown.since! + DRAW_MS : Infinity;
  }

  #expect(
    iframe: HTMLIFrameElement,
    grant: LiveGrant,
    isRefresh: boolean,
    loadedAt = Infinity,
  ): void {
    iframe.addEventListener('load', () => this.#onLoad(iframe));
    // The reader may have left the dashboard.
    for (const type of ['pointerout', 'fullscreenchange']) {
      iframe.addEventListener(type, () => this.#onChange());
    }
    liveFrames.set(iframe, {
      key: [...grant.key, iframe.dataset.filters],
      parseParameters,
      toFilterQuery,
      hear: (news, refusal) => this.#hear(iframe, news, refusal),
    });
    // Remove the replaced frame: there are never more than two.
    this.#enter({ next: { iframe, grant, isRefresh, askedAt: now(), loadedAt }, replaced: null });
  }

  #onLoad(iframe: HTMLIFrameElement): void {
    const { next } = this;
    if (iframe !== next?.iframe || next.loadedAt < Infinity || now() >= next.grant.expiresAt)
      return;
    // WebKit also fires `load` for a frame that the page's policy keeps empty.
    if (iframe.contentDocument?.URL === EMPTY) return;
    measure('frame', startOf(next));
    this.#hear(iframe, { loadedAt: now() });
  }

  /**
   * Takes what the page of a frame says. A refusal asks for a new token, if the service is available. Its frame fails if
   * it is not on screen yet, or if the refusal is the last one. Nobody is signed out by it: only the host does that.
   */
  #hear(iframe: HTMLIFrameElement, news: Partial<DashboardFrame>, refusal?: DashboardError): void {
    const { shown, next } = this;
    const frame = iframe === next?.iframe ? next : shown;
    if (iframe !== frame?.iframe) return;
    this.#enter({ [frame === next ? 'next' : 'screen']: { ...frame, ...news } });
    if (!refusal) return this.#onChange();
    const isLast = !refusal.retryable && now() - frame.loadedAt < ACCEPTED_MS;
    if (isLast || (shown && frame === next)) this.#onChange(this.#fail(frame, refusal));
    if (!isLast && refusal.code !== 'server') this.#onChange({ ...frame, name: 'refused' });
  }

  /** Removes the expired dashboard. The next one takes its place if it has loaded. */
  #expire(shown: DashboardFrame, at: number): FrameChange | null {
    const next = this.next && at < this.next.grant.expiresAt ? this.next : null;
    if (next && next.loadedAt <= at) return this.#reveal(next, at);
    this.#enter({ screen: 'expired', next });
    return { ...shown, name: 'expired' };
  }

  /** Whether a frame replaces an earlier one without a request of the page or the reader. */
  #isAutomatic({ grant, isRefresh }: DashboardFrame): boolean {
    const { shown, hasExpired } = this;
    const isReplacement = shown
      ? shown.grant !== grant && shown.grant.choice === grant.choice
      : hasExpired;
    return isRefresh || (grant.isRenewal && isReplacement);
  }

  #reveal(frame: DashboardFrame, at: number): FrameChange {
    const { shown } = this;
    const isAutomatic = this.#isAutomatic(frame);
    // In the old frame, on the button that was shown instead, or in this frame, which was seen already.
    const hadFocus = this.#root.activeElement;
    frame.iframe.inert = false;
    const screen = { ...frame, since: at, isAutomatic };
    this.#enter({ screen, next: null, replaced: shown });
    measure('shown', startOf(frame));
    if (hadFocus && hadFocus !== frame.iframe) frame.iframe.focus();
    return { ...screen, name: 'shown' };
  }

  #giveUp(frame: DashboardFrame, code: DashboardErrorCode): FrameChange {
    return this.#fail(frame, new Failure(code, { at: toOrigin(frame.iframe.src) }));
  }

  #fail(frame: DashboardFrame, failure: DashboardError): FrameChange {
    const { shown } = this;
    if (frame.iframe === shown?.iframe || shown?.phase === 'refused') this.clear();
    else this.dropNext();
    return { ...frame, name: 'failed', failure };
  }

  /** Changes the record of the frame on screen, if there is one. */
  #note(change: Partial<DashboardFrame>): void {
    if (this.shown) this.#enter({ screen: { ...this.shown, ...change } });
  }

  /**
   * Changes the frames, and removes those that are gone. Nothing else writes them. They are written first: Firefox fires
   * `blur` on the window during the removal of a focused frame, and the tick at that event reads them.
   */
  #enter(change: Partial<Stack>): void {
    const before = this.#iframes;
    this.#stack = { ...this.#stack, ...change };
    const after = this.#iframes;
    for (const iframe of before) {
      if (!after.includes(iframe)) {
        iframe.remove();
        liveFrames.delete(iframe);
      }
      iframe.dispatchEvent(new Event('move'));
    }
  }

  get #iframes(): HTMLIFrameElement[] {
    const { shown, next } = this;
    return [shown, next, shown && this.#stack.replaced].flatMap((frame) => frame?.iframe ?? []);
  }
}
