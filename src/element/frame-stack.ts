import type { DashboardError } from '../protocol/dashboard-error.ts';
import { toAppearance } from './dashboard-frame.ts';
import { toError } from './failure.ts';
import { now, visibleSince, type Times } from './page-clock.ts';
import type { RenderedFrame } from './rendered-frame.ts';
import type { LiveGrant } from './token-session.ts';

/** A frame with the token that it shows. */
export interface DashboardFrame {
  readonly iframe: HTMLIFrameElement;
  readonly grant: LiveGrant;
  /** When it has had enough time to load; `Infinity` once it has loaded. */
  giveUpAt: number;
  /** `Infinity` before its `load`. */
  loadedAt: number;
}

/** The reader sees nothing yet, a dashboard, or nothing any more. */
type Screen = 'empty' | DashboardFrame | 'expired';

/** Something that happened to the frames, for the element to act on. */
export type FrameChange =
  | { readonly name: 'shown'; readonly grant: LiveGrant; readonly before: Screen }
  | { readonly name: 'expired'; readonly grant: LiveGrant }
  /** The frame is gone already. */
  | { readonly name: 'failed'; readonly grant: LiveGrant; readonly error: DashboardError };

/** The longest time for a dashboard to load: far longer than a slow one needs. */
const LOAD_TIMEOUT_MS = 30_000;
/** Dashboards draw their charts some time after their `load`. */
const SETTLE_MS = 1500;
/** By how much two readings of the clocks for one moment may differ. */
const SAME_TIME_MS = 1000;
/** A frame that was transparent may need some animation frames to appear. */
const DRAW_MS = 100;
/** The address of a frame before it has loaded, and of one that was not allowed to load. */
const EMPTY = 'about:blank';

/**
 * The frame on screen and the one prepared behind it, swapped so that nobody sees it. Whatever happens
 * changes a field; {@link advance} does what is due.
 */
export class FrameStack {
  readonly #root: ShadowRoot;
  /** Called when there is something to {@link advance}. */
  readonly #onChange: () => void;
  /** The last frame that the reader has worked in: a swap would lose filters and scrolling. */
  #touched: DashboardFrame | null = null;
  /** The last frame that the page's policy has blocked. */
  #blocked: DashboardFrame | null = null;
  #screen: Screen = 'empty';
  #next: DashboardFrame | null = null;
  /** The frame that was replaced last, and when it is removed. */
  #replaced: { readonly iframe: HTMLIFrameElement; readonly removeAt: number } | null = null;

  constructor(root: ShadowRoot, onChange: () => void) {
    this.#root = root;
    this.#onChange = onChange;
  }

  get screen(): Screen {
    return this.#screen;
  }

  /** The frame on screen. */
  get shown(): DashboardFrame | null {
    return typeof this.#screen === 'string' ? null : this.#screen;
  }

  /** The frame behind it. */
  get next(): DashboardFrame | null {
    return this.#next;
  }

  /** The frame with the latest token, on screen or behind it. */
  get newest(): DashboardFrame | null {
    return this.next ?? this.shown;
  }

  /** Loads a frame behind the one on screen, unless the newest frame shows just that. */
  prepare(grant: LiveGrant, iframe: HTMLIFrameElement): void {
    const { newest } = this;
    if (newest?.grant === grant && toAppearance(newest.iframe) === toAppearance(iframe)) {
      newest.iframe.title = iframe.title;
      return;
    }
    this.#expect(iframe, grant);
    this.#root.append(iframe);
  }

  /** Takes over a frame that came with the page, unless its token expires before `grant` does. */
  adopt(rendered: RenderedFrame, grant: LiveGrant | null): void {
    const { iframe, expiresAt } = rendered;
    if (!grant || grant.expiresAt > expiresAt + SAME_TIME_MS) return iframe.remove();
    const isLoaded = iframe.contentDocument?.URL !== EMPTY;
    // Its `load` may have come before the element did.
    this.#expect(iframe, grant, isLoaded ? now() : Infinity);
  }

  /** Whether a swap would disturb nobody. */
  get isQuiet(): boolean {
    const { shown } = this;
    if (!shown || document.hidden) return true;
    this.#noteTouch();
    return shown !== this.#touched && !shown.iframe.matches(':hover, :fullscreen');
  }

  /** Removes all frames. */
  clear(): void {
    document.removeEventListener('securitypolicyviolation', this.#onViolation);
    this.#dropReplaced(Infinity);
    this.#enter('empty', null);
  }

  /** The expired dashboard is forgotten: the screen is as before the first one. */
  forgetExpired(): void {
    if (this.#screen === 'expired') this.#enter('empty', this.#next);
  }

  /** Does the first thing that is due, and returns it; `null` if nothing is. */
  advance(at: number): FrameChange | null {
    this.#noteTouch();
    this.#dropReplaced(at);
    // A machine that slept may have missed the turn of a loaded frame.
    const isMissed = this.#next?.giveUpAt === Infinity && at >= this.#next.grant.expiresAt;
    if (isMissed) this.#enter(this.#screen, null);
    const { newest, shown, next } = this;
    if (newest && newest === this.#blocked) return this.#failBlocked(newest);
    if (shown && at >= shown.grant.expiresAt) return this.#expire(shown, at);
    if (next && at >= next.giveUpAt) return this.#fail(next, toError('frame-timeout'));
    return next && at >= this.#revealAt(next) ? this.#reveal(next, at) : null;
  }

  /** When something is due. */
  get times(): Times {
    const { grant } = this.shown ?? {};
    const revealAt = this.#next ? this.#revealAt(this.#next) : undefined;
    const { giveUpAt } = this.#next ?? {};
    return [grant?.deadline, grant?.expiresAt, giveUpAt, revealAt, this.#replaced?.removeAt];
  }

  /** A page in the background draws nothing: what loads there settles when the reader is back. */
  #revealAt({ loadedAt }: DashboardFrame): number {
    return this.shown ? Math.max(loadedAt, visibleSince()) + SETTLE_MS : loadedAt;
  }

  #expect(iframe: HTMLIFrameElement, grant: LiveGrant, loadedAt = Infinity): void {
    const giveUpAt = loadedAt === Infinity ? now() + LOAD_TIMEOUT_MS : Infinity;
    const frame = { iframe, grant, giveUpAt, loadedAt };
    iframe.addEventListener('load', () => this.#onLoad(frame), { once: true });
    // There are never more than two frames.
    this.#dropReplaced(Infinity);
    this.#enter(this.#screen, frame);
    document.addEventListener('securitypolicyviolation', this.#onViolation);
  }

  #onLoad(frame: DashboardFrame): void {
    if (frame !== this.#next || now() >= frame.grant.expiresAt) return;
    // WebKit also fires it for a frame that the page's policy keeps empty.
    if (frame.iframe.contentDocument?.URL === EMPTY) return;
    frame.giveUpAt = Infinity;
    frame.loadedAt = now();
    this.#onChange();
  }

  /** The dashboard goes at its end. The next one takes its place if it can. */
  #expire(shown: DashboardFrame, at: number): FrameChange {
    const { next } = this;
    const isNextAlive = next !== null && at < next.grant.expiresAt;
    if (isNextAlive && next.loadedAt <= at) return this.#reveal(next, at);
    this.#enter('expired', isNextAlive ? next : null);
    return { name: 'expired', grant: shown.grant };
  }

  #reveal(frame: DashboardFrame, at: number): FrameChange {
    const before = this.#screen;
    // In the old frame, or on the button that was there instead.
    const hadFocus = this.#root.activeElement;
    if (this.shown) this.#replaced = { iframe: this.shown.iframe, removeAt: at + DRAW_MS };
    this.#enter(frame, null);
    frame.iframe.inert = false;
    if (hadFocus) frame.iframe.focus();
    return { name: 'shown', grant: frame.grant, before };
  }

  #failBlocked(frame: DashboardFrame): FrameChange {
    const message = `Content-Security-Policy lacks: frame-src ${toOrigin(frame.iframe.src)}`;
    return this.#fail(frame, toError('frame-blocked', message));
  }

  #fail(frame: DashboardFrame, error: DashboardError): FrameChange {
    this.#enter(frame === this.shown ? 'empty' : this.#screen, null);
    return { name: 'failed', grant: frame.grant, error };
  }

  /**
   * The only writer of both fields. They are written before the frames are removed: Firefox fires `blur`
   * on the window during the removal of a focused frame, and the look at that event reads them.
   */
  #enter(screen: Screen, next: DashboardFrame | null): void {
    const before = [this.shown, this.next];
    this.#screen = screen;
    this.#next = next;
    for (const frame of before) {
      const isKept = frame === this.shown || frame === this.next;
      if (!isKept && frame?.iframe !== this.#replaced?.iframe) frame?.iframe.remove();
    }
  }

  #dropReplaced(at: number): void {
    if (!this.#replaced || at < this.#replaced.removeAt) return;
    this.#replaced.iframe.remove();
    this.#replaced = null;
  }

  readonly #onViolation = (violation: SecurityPolicyViolationEvent): void => {
    const { newest } = this;
    const { effectiveDirective, disposition, blockedURI } = violation;
    if (!newest || effectiveDirective !== 'frame-src' || disposition === 'report') return;
    if (toOrigin(blockedURI) !== toOrigin(newest.iframe.src)) return;
    this.#blocked = newest;
    this.#onChange();
  };

  #noteTouch(): void {
    const { shown } = this;
    if (this.#root.activeElement) this.#touched = shown;
  }
}

/** `null` where it is not an address: a violation names `data:` and the like by a word. */
function toOrigin(address: string): string | null {
  return URL.canParse(address) ? new URL(address).origin : null;
}
