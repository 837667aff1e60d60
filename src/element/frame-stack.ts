import type { DashboardError } from '../protocol/dashboard-error.ts';
import {
  adoptFrame,
  createFrame,
  toAppearance,
  type DashboardFrame,
  type FrameOptions,
} from './dashboard-frame.ts';
import { toError } from './failure.ts';
import { unwatchPolicy, watchPolicy } from './frame-policy.ts';
import { now, visibleSince } from './page-clock.ts';
import type { RenderedFrame } from './rendered-frame.ts';
import type { LiveGrant } from './token-session.ts';

/** The reader sees nothing yet, a dashboard, or nothing any more. */
type Screen = 'empty' | DashboardFrame | 'expired';

/** Something that happened to the frames, for the element to act on. */
export type FrameChange =
  | { readonly name: 'shown'; readonly grant: LiveGrant; readonly before: Screen }
  | { readonly name: 'expired'; readonly grant: LiveGrant }
  /** The frame is gone already. */
  | { readonly name: 'failed'; readonly grant: LiveGrant; readonly error: DashboardError };

/** A frame behind the one on screen. `loadedAt` is `null` before its `load`. */
interface NextFrame {
  readonly frame: DashboardFrame;
  readonly giveUpAt: number;
  readonly loadedAt: number | null;
}

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
  /** Frames that were replaced, and when each is removed. */
  readonly #replaced = new Map<HTMLIFrameElement, number>();
  /** Frames that the reader has worked in: a swap would lose filters and scrolling. */
  readonly #touched = new WeakSet<DashboardFrame>();
  /** Frames that the page's policy has blocked. */
  readonly #blocked = new WeakSet<DashboardFrame>();
  #screen: Screen = 'empty';
  #next: NextFrame | null = null;

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
    return this.#next?.frame ?? null;
  }

  /** The frame with the latest token, on screen or behind it. */
  get newest(): DashboardFrame | null {
    return this.next ?? this.shown;
  }

  /** Loads a frame behind the one on screen, unless the newest frame shows just that. */
  prepare(grant: LiveGrant, options: FrameOptions): void {
    const { newest } = this;
    if (newest?.grant === grant && newest.appearance === toAppearance(options)) {
      newest.iframe.title = options.title;
      return;
    }
    const frame = createFrame(grant, options);
    this.#expect(frame);
    this.#root.append(frame.iframe);
  }

  /** Takes over a frame that came with the page, unless its token expires before `grant` does. */
  adopt(rendered: RenderedFrame, grant: LiveGrant | null): void {
    const { iframe, token, expiresAt } = rendered;
    if (!grant || grant.expiresAt > expiresAt + SAME_TIME_MS) return iframe.remove();
    const isLoaded = iframe.contentDocument?.URL !== EMPTY;
    // Its `load` may have come before the element did.
    this.#expect(adoptFrame(iframe, token, grant), isLoaded ? now() : null);
  }

  /** Whether a swap would disturb nobody. */
  isQuiet(): boolean {
    const { shown } = this;
    if (!shown || document.hidden) return true;
    this.#noteTouch();
    return !this.#touched.has(shown) && !shown.iframe.matches(':hover, :fullscreen');
  }

  /** Removes all frames. */
  clear(): void {
    unwatchPolicy(this.#onBlocked);
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
    const isMissed = this.#next?.loadedAt && at >= this.#next.frame.grant.expiresAt;
    if (isMissed) this.#enter(this.#screen, null);
    const { newest, shown } = this;
    const next = this.#next;
    if (newest && this.#blocked.has(newest)) return this.#failBlocked(newest);
    if (shown && at >= shown.grant.expiresAt) return this.#expire(shown, at);
    if (next && at >= this.#giveUpAt(next)) {
      return this.#fail(next.frame, toError('frame-timeout'));
    }
    return next && this.#revealAt(next) <= at ? this.#reveal(next.frame, at) : null;
  }

  /** When something is due. */
  get times(): readonly number[] {
    const { shown } = this;
    const next = this.#next;
    return [
      ...(shown ? [shown.grant.deadline, shown.grant.expiresAt] : []),
      ...(next ? [this.#giveUpAt(next), this.#revealAt(next)] : []),
      ...this.#replaced.values(),
    ];
  }

  #giveUpAt({ giveUpAt, loadedAt }: NextFrame): number {
    return loadedAt === null ? giveUpAt : Infinity;
  }

  /** A page in the background draws nothing: what loads there settles when the reader is back. */
  #revealAt({ loadedAt }: NextFrame): number {
    if (loadedAt === null) return Infinity;
    return this.shown ? Math.max(loadedAt, visibleSince()) + SETTLE_MS : loadedAt;
  }

  #expect(frame: DashboardFrame, loadedAt: number | null = null): void {
    frame.iframe.addEventListener('load', () => this.#onLoad(frame), { once: true });
    // There are never more than two frames.
    this.#dropReplaced(Infinity);
    this.#enter(this.#screen, { frame, giveUpAt: now() + LOAD_TIMEOUT_MS, loadedAt });
    watchPolicy(this.#onBlocked);
  }

  #onLoad(frame: DashboardFrame): void {
    const next = this.#next;
    if (frame !== next?.frame || now() >= frame.grant.expiresAt) return;
    // WebKit also fires it for a frame that the page's policy keeps empty.
    if (frame.iframe.contentDocument?.URL === EMPTY) return;
    this.#enter(this.#screen, { ...next, loadedAt: now() });
    this.#onChange();
  }

  /** The dashboard goes at its end. The next one takes its place if it can. */
  #expire(shown: DashboardFrame, at: number): FrameChange {
    const next = this.#next;
    const isNextAlive = next !== null && at < next.frame.grant.expiresAt;
    if (isNextAlive && next.loadedAt !== null) return this.#reveal(next.frame, at);
    this.#enter('expired', isNextAlive ? next : null);
    return { name: 'expired', grant: shown.grant };
  }

  #reveal(frame: DashboardFrame, at: number): FrameChange {
    const before = this.#screen;
    // In the old frame, or on the button that was there instead.
    const hadFocus = this.#root.activeElement;
    if (this.shown) this.#replaced.set(this.shown.iframe, at + DRAW_MS);
    this.#enter(frame, null);
    frame.iframe.inert = false;
    if (hadFocus) frame.iframe.focus();
    return { name: 'shown', grant: frame.grant, before };
  }

  #failBlocked(frame: DashboardFrame): FrameChange {
    const { origin } = new URL(frame.iframe.src);
    const message = `Content-Security-Policy lacks: frame-src ${origin}`;
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
  #enter(screen: Screen, next: NextFrame | null): void {
    const before = [this.shown, this.next];
    this.#screen = screen;
    this.#next = next;
    for (const frame of before) {
      const isKept = !frame || frame === this.shown || frame === this.next;
      if (!isKept && !this.#replaced.has(frame.iframe)) frame.iframe.remove();
    }
  }

  #dropReplaced(at: number): void {
    for (const [iframe, removeAt] of this.#replaced) {
      if (at < removeAt) continue;
      this.#replaced.delete(iframe);
      iframe.remove();
    }
  }

  readonly #onBlocked = (origin: string): void => {
    const { newest } = this;
    if (!newest || new URL(newest.iframe.src).origin !== origin) return;
    this.#blocked.add(newest);
    this.#onChange();
  };

  #noteTouch(): void {
    const { shown } = this;
    if (shown && this.#root.activeElement) this.#touched.add(shown);
  }
}
