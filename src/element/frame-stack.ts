import { parseUrl } from '../protocol/parse-url.ts';
import { toAppearance } from './dashboard-frame.ts';
import { Failure } from './failure.ts';
import { measure } from './user-timing.ts';
import { now, visibleSince, type Times } from './page-clock.ts';
import type { RenderedFrame } from './rendered-frame.ts';
import type { LiveGrant } from './live-grant.ts';

/** A frame with the token that it shows. */
export interface DashboardFrame {
  readonly iframe: HTMLIFrameElement;
  readonly grant: LiveGrant;
  /** The time of the token's request; for a refresh, the time of the frame's own request. */
  readonly startedAt: number;
  /** Whether it shows the same dashboard as the frame on screen, with later data. */
  readonly isRefresh: boolean;
  /** The time at which loading has taken too long. */
  readonly giveUpAt: number;
  /** The time of its `load`; `Infinity` before. */
  loadedAt: number;
  /** Whether the reader has worked in it: a swap would lose filters and the scroll position. */
  isTouched: boolean;
}

/** The reader's use of the dashboard on screen. A swap would end `work` and `fullscreen`. */
export type Attention = 'none' | 'pointer' | 'work' | 'fullscreen';

/** Something that happened to the frames, for the element to act on. */
export type FrameChange =
  /** `isAutomatic` says that it replaced an earlier one without a request of the page or the reader. */
  | { readonly name: 'shown'; readonly grant: LiveGrant; readonly isAutomatic: boolean }
  | { readonly name: 'expired'; readonly grant: LiveGrant }
  /** The frame is already removed. */
  | { readonly name: 'failed'; readonly frame: DashboardFrame; readonly failure: Failure };

/** The longest time in which a dashboard may load: far longer than a slow one needs. */
const LOAD_TIMEOUT_MS = 30_000;
/** Dashboards draw their charts some time after their `load`. */
const SETTLE_MS = 1500;
/** The largest difference between two clock readings of the same moment. */
const SAME_TIME_MS = 1000;
/** A frame that was transparent may need some animation frames to appear. */
const DRAW_MS = 100;
/** The address of a frame before it has loaded, and of one that was not allowed to load. */
const EMPTY = 'about:blank';

/**
 * The frame on screen and the one prepared behind it, swapped so that nobody sees it. Events only change
 * fields; {@link advance} does everything that is due.
 */
export class FrameStack {
  readonly #root: ShadowRoot;
  /** Called when there is something to {@link advance}. */
  readonly #onChange: () => void;
  #shown: DashboardFrame | null = null;
  #next: DashboardFrame | null = null;
  /** The frame that was replaced last. */
  #replaced: DashboardFrame | null = null;
  /** The time at which that one is removed. */
  #removeAt = Infinity;
  #hasExpired = false;

  constructor(root: ShadowRoot, onChange: () => void) {
    this.#root = root;
    this.#onChange = onChange;
  }

  /** Whether a dashboard has expired since the last one was shown. */
  get hasExpired(): boolean {
    return this.#hasExpired;
  }

  /** The frame on screen. */
  get shown(): DashboardFrame | null {
    return this.#shown;
  }

  /** The frame behind it. */
  get next(): DashboardFrame | null {
    return this.#next;
  }

  /** The frame with the latest token, on screen or behind it. */
  get newest(): DashboardFrame | null {
    return this.#next ?? this.#shown;
  }

  /** Loads a frame behind the one on screen, unless the newest frame already shows the same. */
  prepare(grant: LiveGrant, iframe: HTMLIFrameElement): void {
    const { newest } = this;
    if (newest?.grant === grant && toAppearance(newest.iframe) === toAppearance(iframe)) {
      newest.iframe.title = iframe.title;
    } else {
      this.#expect(iframe, grant);
      this.#root.append(iframe);
    }
  }

  /** Loads the dashboard on screen again behind itself. */
  refresh(iframe: HTMLIFrameElement): void {
    if (!this.#shown) return;
    this.#expect(iframe, this.#shown.grant, { isRefresh: true });
    this.#root.append(iframe);
  }

  /** Takes over a frame that came with the page, unless its token expires before `grant` does. */
  adopt(rendered: RenderedFrame, grant: LiveGrant | null): void {
    const { iframe, expiresAt } = rendered;
    if (!grant || grant.expiresAt > expiresAt + SAME_TIME_MS) return iframe.remove();
    const isLoaded = iframe.contentDocument?.URL !== EMPTY;
    // The frame may have loaded before the element was there.
    this.#expect(iframe, grant, { loadedAt: isLoaded ? now() : Infinity });
  }

  get attention(): Attention {
    const { iframe, isTouched } = this.#shown ?? {};
    if (iframe?.matches(':fullscreen')) return 'fullscreen';
    if (isTouched) return 'work';
    return iframe?.matches(':hover') ? 'pointer' : 'none';
  }

  /** Whether a swap would disturb nobody. */
  get isQuiet(): boolean {
    return document.hidden || this.attention === 'none';
  }

  /** Removes the frame behind the one on screen. */
  dropNext(): void {
    this.#enter(this.#shown, null);
  }

  /** Removes all frames. */
  clear(): void {
    this.#hasExpired = false;
    this.#enter(null, null, null);
  }

  /** Forgets an expired dashboard: the next one counts as the first one. */
  forgetExpired(): void {
    this.#hasExpired = false;
  }

  /** Makes the first change that is due at this time or after this event, and returns it; `null` if none is due. */
  advance(at: number, event?: Event): FrameChange | null {
    if (this.#shown && this.#root.activeElement) this.#shown.isTouched = true;
    if (at >= this.#removeAt) this.#enter(this.#shown, this.#next, null);
    // The token of a loaded frame may have expired while the machine slept.
    if (this.#next && this.#next.loadedAt <= at && at >= this.#next.grant.expiresAt)
      this.dropNext();
    const { newest, shown, next } = this;
    if (newest && isBlocked(newest.iframe, event)) return this.#fail(newest, 'frame-blocked');
    if (shown && at >= shown.grant.expiresAt) return this.#expire(shown, at);
    if (next && at >= toGiveUpAt(next)) return this.#fail(next, 'frame-timeout');
    return next && at >= this.#revealAt ? this.#reveal(next, at) : null;
  }

  /** The times at which something is due. */
  get times(): Times {
    const { deadline, expiresAt } = this.#shown?.grant ?? {};
    const giveUpAt = this.#next ? toGiveUpAt(this.#next) : undefined;
    return [deadline, expiresAt, giveUpAt, this.#revealAt, this.#removeAt];
  }

  /**
   * The time at which the next frame is shown. A page in the background draws nothing: a frame that loads
   * there settles when the reader is back.
   */
  get #revealAt(): number {
    const loadedAt = this.#next?.loadedAt ?? Infinity;
    return this.#shown ? Math.max(loadedAt, visibleSince()) + SETTLE_MS : loadedAt;
  }

  #expect(
    iframe: HTMLIFrameElement,
    grant: LiveGrant,
    { loadedAt = Infinity, isRefresh = false } = {},
  ): void {
    const giveUpAt = now() + LOAD_TIMEOUT_MS;
    iframe.addEventListener('load', () => this.#onLoad(iframe), { once: true });
    // The reader may have left the dashboard.
    for (const type of ['pointerout', 'fullscreenchange']) {
      iframe.addEventListener(type, this.#onChange);
    }
    const startedAt = isRefresh ? now() : grant.askedAt;
    const next = { iframe, grant, startedAt, giveUpAt, loadedAt, isRefresh };
    // Remove the replaced frame: there are never more than two.
    this.#enter(this.#shown, { ...next, isTouched: false }, null);
  }

  #onLoad(iframe: HTMLIFrameElement): void {
    const next = this.#next;
    if (iframe !== next?.iframe || now() >= next.grant.expiresAt) return;
    // WebKit also fires `load` for a frame that the page's policy keeps empty.
    if (iframe.contentDocument?.URL === EMPTY) return;
    next.loadedAt = now();
    measure('frame', next.startedAt);
    this.#onChange();
  }

  /** Removes the expired dashboard. The next one takes its place if it has loaded. */
  #expire(shown: DashboardFrame, at: number): FrameChange {
    const next = this.#next && at < this.#next.grant.expiresAt ? this.#next : null;
    if (next && next.loadedAt <= at) return this.#reveal(next, at);
    this.#hasExpired = true;
    this.#enter(null, next);
    return { name: 'expired', grant: shown.grant };
  }

  #reveal(frame: DashboardFrame, at: number): FrameChange {
    const shown = this.#shown;
    const { grant } = frame;
    const isReplacement = shown
      ? shown.grant !== grant && shown.grant.choice === grant.choice
      : this.#hasExpired;
    const isAutomatic = frame.isRefresh || (grant.isRenewal && isReplacement);
    // The focus is in the old frame, or on the button that was shown instead.
    const hadFocus = this.#root.activeElement;
    this.#hasExpired = false;
    this.#removeAt = at + DRAW_MS;
    this.#enter(frame, null, shown);
    frame.iframe.inert = false;
    measure('shown', frame.startedAt);
    if (hadFocus) frame.iframe.focus();
    return { name: 'shown', grant, isAutomatic };
  }

  #fail(frame: DashboardFrame, code: 'frame-blocked' | 'frame-timeout'): FrameChange {
    this.#enter(frame === this.#shown ? null : this.#shown, null);
    const failure = new Failure(code, { at: toOrigin(frame.iframe.src) });
    return { name: 'failed', frame, failure };
  }

  /**
   * Replaces the frames, and removes those that are gone. Nothing else writes them. They are written first: Firefox
   * fires `blur` on the window during the removal of a focused frame, and the tick at that event reads them.
   */
  #enter(
    shown: DashboardFrame | null,
    next: DashboardFrame | null,
    replaced = this.#replaced,
  ): void {
    const before = [this.#shown, this.#next, this.#replaced];
    [this.#shown, this.#next, this.#replaced] = [shown, next, replaced];
    if (!replaced) this.#removeAt = Infinity;
    for (const frame of before) {
      if (frame !== shown && frame !== next && frame !== replaced) frame?.iframe.remove();
    }
  }
}

/** The time at which a frame has taken too long; `Infinity` once it has loaded. */
function toGiveUpAt({ giveUpAt, loadedAt }: DashboardFrame): number {
  return loadedAt === Infinity ? giveUpAt : Infinity;
}

/** Whether an event says that the page's policy has blocked a frame. */
function isBlocked({ src }: HTMLIFrameElement, event?: Event): boolean {
  if (event?.type !== 'securitypolicyviolation') return false;
  const { effectiveDirective, disposition, blockedURI } = event as SecurityPolicyViolationEvent;
  if (effectiveDirective !== 'frame-src' || disposition === 'report') return false;
  return toOrigin(blockedURI) === toOrigin(src);
}

/**
 * Returns the origin of an address; an empty string for anything else. A violation names `data:` and the like by a
 * word.
 */
function toOrigin(address: string): string {
  return parseUrl(address)?.origin ?? '';
}
