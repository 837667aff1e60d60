import { assert } from '@open-wc/testing';
import type { DashboardStatus } from '../../src/element/status.ts';
import type {
  DashboardErrorEvent,
  DashboardEventMap,
  DashboardExpiringEvent,
  DashboardLogoutEvent,
  EmbeddedDashboardElement,
} from '../../src/index.ts';

/** The longest time from an error to the next attempt. */
const LONGEST_MS = 300_001;
/** A failed refresh is retried after its interval, plus at most a tenth. */
const REFRESH_SPREAD = 1.1;

/** The statuses that an element may have during an event. */
const STATUSES: Record<keyof DashboardEventMap, DashboardStatus[]> = {
  'dashboard-load': ['ready', 'refreshing'],
  'dashboard-refreshed': ['ready', 'refreshing'],
  'dashboard-expiring': ['loading', 'ready', 'refreshing', 'expired', 'failed'],
  'dashboard-expired': ['loading', 'expired', 'failed'],
  // An earlier listener may have called `reload()`, which starts all elements again.
  'dashboard-logout': ['logged-out', 'loading'],
  'dashboard-error': ['loading', 'ready', 'refreshing', 'expired', 'failed'],
  'dashboard-select': ['ready', 'refreshing'],
};

/**
 * The statuses that may follow each status. A dashboard that comes back is `loading` first, as at the
 * beginning. It is `refreshing` at once if another element has already requested the next token.
 */
const TRANSITIONS: Record<DashboardStatus, readonly DashboardStatus[]> = {
  idle: ['loading', 'failed', 'logged-out'],
  loading: ['idle', 'ready', 'refreshing', 'expired', 'logged-out', 'failed'],
  ready: ['idle', 'loading', 'refreshing', 'expired', 'logged-out', 'failed'],
  refreshing: ['idle', 'loading', 'ready', 'expired', 'logged-out', 'failed'],
  expired: ['idle', 'loading', 'logged-out', 'failed'],
  'logged-out': ['idle', 'loading', 'failed'],
  failed: ['idle', 'loading', 'expired', 'logged-out'],
};

/** An element, and the rules that it must always keep. */
export class RuledDashboard {
  readonly element: EmbeddedDashboardElement;
  /** True after a logout: only `reload()` shows a dashboard again. */
  isLoggedOut = false;
  readonly #isAlive: (token: string) => boolean;
  readonly #note: (line: string) => void;
  readonly #loaded = new WeakSet<Element>();
  /** The broken rules that {@link check} has yet to throw. */
  readonly #broken: string[] = [];
  readonly #announced = new Set<number>();
  readonly #reactions = new Map<string, () => void>();
  #status: DashboardStatus = 'idle';
  /** The frames that were on screen at `dashboard-load` and `dashboard-refreshed`. */
  readonly #told = new Set<Element>();
  /** True if a dashboard is on screen, according to the element's events. */
  #isOnScreen = false;

  /** @param isAlive - Returns true if a token opens a dashboard at the dashboard service. */
  constructor(isAlive: (token: string) => boolean, note: (line: string) => void) {
    this.#isAlive = isAlive;
    this.#note = note;
    this.element = this.#create();
    const root = this.element.shadowRoot!;
    for (const type of Object.keys(STATUSES)) {
      this.element.addEventListener(type, (event) => this.#onEvent(event));
    }
    // Listens in the capture phase, because `load` does not bubble.
    root.addEventListener('load', ({ target }) => this.#loaded.add(target as Element), true);
  }

  get frames(): HTMLIFrameElement[] {
    return [...this.element.shadowRoot!.querySelectorAll('iframe')];
  }

  /** The frame that is seen. */
  get onScreen(): HTMLIFrameElement | undefined {
    return this.frames.findLast((frame) => !frame.inert);
  }

  /** True while a frame is still loading, except frames that never load. */
  get isLoading(): boolean {
    return this.frames.some(
      (frame) => frame.isConnected && !this.#loaded.has(frame) && !frame.src.includes('/hang-'),
    );
  }

  /** Calls `reaction` at the next event of a type. */
  react(type: string, reaction: () => void): void {
    this.#reactions.set(type, reaction);
  }

  /** Removes all reactions. */
  rest(): void {
    this.#reactions.clear();
  }

  /** @throws {Error} if a rule is broken. The message names the rule. */
  check(): void {
    const { frames, element } = this;
    const { status } = element;
    assert.deepEqual(this.#broken, []);
    assert.equal(status, this.#status, 'the status that CSS sees');
    assert.isAtMost(frames.length, 2, 'frames');
    const { onScreen } = this;
    const isShown = status === 'ready' || status === 'refreshing';
    if (isShown) assert.isTrue(this.#told.has(onScreen!), `load or refreshed, ${status}`);
    // The first frame is seen as it paints.
    else if (status !== 'loading') assert.isUndefined(onScreen, `a frame on screen, ${status}`);
    const token = onScreen && /Tdb\/([\w-]+)/.exec(onScreen.src)?.[1];
    if (token) assert.isTrue(this.#isAlive(token), `a token that lives, ${status}`);
    if (status === 'idle' || status === 'logged-out') assert.isEmpty(frames, status);
  }

  /** Creates an element with watched custom states, because only they show every status in order. */
  #create(): EmbeddedDashboardElement {
    const enter = (status: DashboardStatus): void => this.#enter(status);
    const { attachInternals } = HTMLElement.prototype;
    HTMLElement.prototype.attachInternals = function attachWatched() {
      const internals = attachInternals.call(this);
      const { states } = internals;
      // WebKit creates a new set, without the method below, if nothing else refers to the old one.
      Object.defineProperty(internals, 'states', { value: states });
      states.add = (status) => {
        enter(status as DashboardStatus);
        return CustomStateSet.prototype.add.call(states, status);
      };
      return internals;
    };
    try {
      return document.createElement('embedded-dashboard');
    } finally {
      HTMLElement.prototype.attachInternals = attachInternals;
    }
  }

  #enter(status: DashboardStatus): void {
    const before = this.#status;
    if (status === before) return;
    this.#status = status;
    this.#note(status);
    this.#require(TRANSITIONS[before].includes(status), `${status} after ${before}`);
  }

  #onEvent(event: Event): void {
    const type = event.type as keyof DashboardEventMap;
    const { status } = this.element;
    this.#note(type);
    this.#require(STATUSES[type].includes(status), `${type} while ${status}`);
    if (type === 'dashboard-expiring') this.#onExpiring(event as DashboardExpiringEvent);
    if (type === 'dashboard-error') this.#onError(event as DashboardErrorEvent);
    if (type === 'dashboard-expired')
      this.#require(this.#isOnScreen, 'expired without a dashboard');
    const isShown = type === 'dashboard-load' || type === 'dashboard-refreshed';
    if (isShown) {
      const { onScreen } = this;
      this.#require(!!onScreen && !this.#told.has(onScreen), `${type} for a frame on screen, once`);
      this.#told.add(onScreen!);
      this.#isOnScreen = true;
      this.isLoggedOut = false;
    }
    if (type === 'dashboard-expired' || type === 'dashboard-logout') this.#isOnScreen = false;
    if (type === 'dashboard-logout') {
      this.isLoggedOut = (event as DashboardLogoutEvent).reason !== 'session-ended';
    }
    const reaction = this.#reactions.get(type);
    this.#reactions.delete(type);
    reaction?.();
  }

  #onExpiring({ expiresAt, deadline }: DashboardExpiringEvent): void {
    this.#require(!this.#announced.has(expiresAt.getTime()), 'expiring twice for one token');
    this.#require(deadline < expiresAt, 'a deadline after the end');
    this.#announced.add(expiresAt.getTime());
  }

  #onError({ error }: DashboardErrorEvent): void {
    const { code, retryable, retryAt } = error;
    const inMs = (retryAt?.getTime() ?? -Infinity) - Date.now();
    const refreshMs = (this.element.refreshEvery ?? 0) * 1000 * REFRESH_SPREAD;
    this.#require(
      retryable ? inMs >= 499 && inMs <= Math.max(LONGEST_MS, refreshMs + 1) : !retryAt,
      `${code} in ${inMs} ms`,
    );
  }

  #require(isKept: boolean, rule: string): void {
    if (!isKept) this.#broken.push(rule);
  }
}
