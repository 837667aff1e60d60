import { DashboardError } from '../protocol/dashboard-error.ts';
import type { FrameOptions } from './frame-options.ts';
import { now, unwatch, watch } from './refresh-clock.ts';
import { RENDERED, type RenderedFrame } from './rendered-frame.ts';
import type { LiveGrant } from './token-session.ts';

/** A frame with the token that it shows. */
export interface DashboardFrame {
  readonly iframe: HTMLIFrameElement;
  readonly grant: LiveGrant;
  /** All of its options but the title, which may change in place. */
  readonly look: string;
}

/** Who hears of the frames. */
export interface FrameOwner {
  onShown(grant: LiveGrant): void;
  /** The token of the frame on screen has ended, and the frame with it. */
  onExpired(grant: LiveGrant): void;
  /** The token of the frame behind it ended before its turn came; that frame is gone already. */
  onDropped(): void;
  /** The frame is gone already. */
  onFrameFailed(grant: LiveGrant, error: DashboardError): void;
}

const LOAD_TIMEOUT_MS = 30_000;
/** Dashboards paint some time after their `load`. */
const SETTLE_MS = 1500;
/** What was transparent may take some animation frames to be drawn. */
const DRAW_MS = 100;
const VIOLATION = 'securitypolicyviolation';
/** What a frame shows before it is loaded, and where it may not load. */
const EMPTY = 'about:blank';

/** The frame on screen and the one prepared behind it, swapped so that nobody sees it. */
export class FrameStack {
  shown: DashboardFrame | null = null;
  next: DashboardFrame | null = null;
  #isNextLoaded = false;
  /** Whether somebody worked in the frame on screen; what they set inside goes with it. */
  #isTouched = false;
  /** For the load of the next frame, then for its settling, then for the end of the old one. */
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #root: ShadowRoot;
  readonly #owner: FrameOwner;

  constructor(root: ShadowRoot, owner: FrameOwner) {
    this.#root = root;
    this.#owner = owner;
  }

  /** The frame with the latest token, on screen or not yet. */
  get newest(): DashboardFrame | null {
    return this.next ?? this.shown;
  }

  /** Loads a frame behind the one on screen, unless the newest is just that. */
  prepare(grant: LiveGrant, options: FrameOptions): void {
    const { newest } = this;
    const { title, ...shaping } = options;
    const look = JSON.stringify(shaping);
    if (newest?.grant === grant && newest.look === look) {
      newest.iframe.title = title;
      return;
    }
    const iframe = document.createElement('iframe');
    iframe.part.add('frame');
    // `inert` (and transparent by its style) it paints at its real size, unlike one that is hidden.
    // Its address is set once and before it is inserted: later ones would fill the page's history.
    Object.assign(iframe, options, { inert: true });
    this.#expect({ iframe, grant, look });
    this.#root.append(iframe);
  }

  /** Takes over a frame that came with the page. */
  adopt({ iframe, token }: RenderedFrame, grant: LiveGrant): void {
    const { sandbox, allow, referrerPolicy } = iframe;
    const src = iframe.src.replace(token, () => grant.token);
    const look = JSON.stringify({ src, sandbox: sandbox.value, allow, referrerPolicy });
    this.#expect({ iframe, grant, look });
    // Its `load` may have come before the element did.
    if (iframe.contentDocument?.URL !== EMPTY) this.#reveal();
  }

  /** Whether replacing the frame on screen would disturb nobody. */
  isQuiet(): boolean {
    const { shown } = this;
    if (!shown || document.hidden) return true;
    this.#noteTouch();
    return !this.#isTouched && !shown.iframe.matches(':hover, :fullscreen');
  }

  clear(): void {
    this.#keep(null, null);
    document.removeEventListener(VIOLATION, this.#onViolation);
    unwatch(this.#look);
  }

  #expect(next: DashboardFrame): void {
    next.iframe.addEventListener('load', () => this.#onLoad(next), { once: true });
    this.#keep(this.shown, next);
    this.#timer = setTimeout(() => {
      const message = 'Not loaded: check base-url.';
      this.#fail(next, new DashboardError('frame-timeout', message, true));
    }, LOAD_TIMEOUT_MS);
    document.addEventListener(VIOLATION, this.#onViolation);
  }

  /** All other frames go. */
  #keep(shown: DashboardFrame | null, next: DashboardFrame | null): void {
    if (!next || next !== this.next) {
      clearTimeout(this.#timer);
      this.#isNextLoaded = false;
    }
    this.shown = shown;
    this.next = next;
    for (const iframe of this.#root.querySelectorAll(`iframe:not(${RENDERED})`)) {
      if (iframe !== shown?.iframe && iframe !== next?.iframe) iframe.remove();
    }
  }

  readonly #look = (isWake: boolean): number => {
    const at = now();
    this.#noteTouch();
    if (isWake && this.#isNextLoaded) this.#settle();
    if (this.shown && at >= this.shown.grant.expiresAt) this.#expire(this.shown.grant, at);
    return this.shown?.grant.expiresAt ?? Infinity;
  };

  /** The frame on screen goes; the next one takes its place if it can. */
  #expire(grant: LiveGrant, at: number): void {
    const next = this.next && at < this.next.grant.expiresAt ? this.next : null;
    if (next && this.#isNextLoaded) return this.#reveal();
    this.#keep(null, next);
    this.#owner.onExpired(grant);
  }

  #onLoad(frame: DashboardFrame): void {
    if (frame !== this.next || now() >= frame.grant.expiresAt) return;
    // WebKit fires it, too, for a frame that the page's policy keeps empty.
    if (frame.iframe.contentDocument?.URL === EMPTY) return;
    this.#isNextLoaded = true;
    if (this.shown) this.#settle();
    else this.#reveal();
  }

  /** A page in the background paints nothing: what loads there settles when somebody is back. */
  #settle(): void {
    clearTimeout(this.#timer);
    if (!document.hidden) this.#timer = setTimeout(() => this.#onSettled(), SETTLE_MS);
  }

  /** If the machine slept meanwhile, the token may have ended: the frame on screen may live longer. */
  #onSettled(): void {
    if (now() < this.next!.grant.expiresAt) return this.#reveal();
    this.#keep(this.shown, null);
    this.#owner.onDropped();
  }

  #reveal(): void {
    const next = this.next!;
    // In the old frame, or on the button that was there instead.
    const hadFocus = this.#root.activeElement;
    clearTimeout(this.#timer);
    this.shown = next;
    this.next = null;
    this.#isNextLoaded = this.#isTouched = next.iframe.inert = false;
    if (hadFocus) next.iframe.focus();
    this.#timer = setTimeout(() => this.#keep(this.shown, this.next), DRAW_MS);
    watch(this.#look);
    this.#owner.onShown(next.grant);
  }

  #noteTouch(): void {
    this.#isTouched ||= !!this.#root.activeElement;
  }

  #fail(frame: DashboardFrame, error: DashboardError): void {
    this.#keep(frame === this.shown ? null : this.shown, null);
    this.#owner.onFrameFailed(frame.grant, error);
  }

  readonly #onViolation = (violation: SecurityPolicyViolationEvent): void => {
    const { newest } = this;
    const { effectiveDirective, disposition, blockedURI } = violation;
    if (!newest || effectiveDirective !== 'frame-src' || disposition === 'report') return;
    const { origin } = new URL(newest.iframe.src);
    if (!blockedURI.startsWith(origin)) return;
    const message = `Content-Security-Policy lacks: frame-src ${origin}`;
    this.#fail(newest, new DashboardError('frame-blocked', message));
  };
}
