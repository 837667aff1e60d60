import type { EmbeddedElement } from './embedding-owner.ts';
import type { FrameStack } from './frame-stack.ts';
import { tickAll, visibleSince, type Tick } from './page-clock.ts';
import { inViewSince } from './viewport.ts';

/** The shortest time between two refreshes, in seconds: each one is a page load at the service. */
const LEAST_SECONDS = 30;
/** The largest random addition, as a share of the interval. Screens that were opened together drift apart. */
const SPREAD = 0.1;
/** The number of refreshes that load at once on a page. */
const AT_ONCE = 2;

/** The dashboards of the page that load for a refresh. */
const loading = new Set<Tick>();

/** The milliseconds of `refresh-every`: `Infinity` without one, `NaN` for a value that is not allowed. */
export function toRefreshMs(seconds: number | string | null): number {
  const given = Number(seconds ?? Infinity);
  return given >= LEAST_SECONDS ? given * 1000 : NaN;
}

/** Decides when the data of one dashboard are loaded again: at an interval, with the current token. */
export class FreshData {
  readonly #element: EmbeddedElement;
  readonly #frames: FrameStack;
  readonly #tick: Tick;
  /** The interval's random part. */
  readonly #spread = SPREAD * Math.random();

  constructor(element: EmbeddedElement, frames: FrameStack, tick: Tick) {
    this.#element = element;
    this.#frames = frames;
    this.#tick = tick;
  }

  /** The time of the next refresh, and the time from which it ignores a pointer, which never moves on a wall screen. */
  get times(): readonly [dueAt: number, latestAt: number] {
    const since = this.#frames.shown?.since ?? Infinity;
    const refreshMs = toRefreshMs(this.#element.refreshEvery);
    return [since + refreshMs * (1 + this.#spread), since + 2 * refreshMs];
  }

  /** Puts the refresh off after a failure, and returns the time of the next one. */
  skip(at: number): number {
    this.#frames.putOffRefresh(at);
    return this.times[0];
  }

  /** Whether a refresh is due, disturbs nobody, and has its turn on the page. */
  isDue(at: number): boolean {
    this.updateTurn();
    return !this.#frames.next && loading.size < AT_ONCE && this.#isQuiet(at);
  }

  /** Takes a turn while a refresh loads. The turn ends when the frame has loaded, or is gone. */
  updateTurn(): void {
    const { next } = this.#frames;
    if (next?.isRefresh && next.loadedAt === Infinity) loading.add(this.#tick);
    // It may be the turn of another dashboard.
    else if (loading.delete(this.#tick)) tickAll();
  }

  #isQuiet(at: number): boolean {
    const [dueAt, latestAt] = this.times;
    if (!Number.isFinite(dueAt)) return false;
    const seenSince = Math.max(visibleSince(), inViewSince(this.#element));
    if (at < dueAt || at < seenSince) return false;
    const { attention } = this.#frames;
    if (attention === 'pointer') return seenSince >= dueAt || at >= latestAt;
    if (attention === 'work') return visibleSince() >= dueAt;
    return attention === 'none';
  }
}
