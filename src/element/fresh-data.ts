import type { EmbeddingStage } from './embedding-owner.ts';
import type { FrameStack } from './frame-stack.ts';
import { tickAll, visibleSince, type Tick, type Times } from './page-clock.ts';

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
  readonly #stage: EmbeddingStage;
  readonly #frames: FrameStack;
  readonly #tick: Tick;
  /** The interval's random part. */
  readonly #spread = SPREAD * Math.random();

  constructor(stage: EmbeddingStage, frames: FrameStack, tick: Tick) {
    this.#stage = stage;
    this.#frames = frames;
    this.#tick = tick;
  }

  /** The times at which something is due. */
  get times(): Times {
    return [this.#dueAt, this.#latestAt];
  }

  /** Puts the refresh off after a failure, and returns the time of the next one. */
  skip(at: number): number {
    this.#frames.shown!.since = at;
    return this.#dueAt;
  }

  /** Whether a refresh is due, disturbs nobody, and has its turn on the page. */
  isDue(at: number): boolean {
    this.updateTurn();
    const { shown, next } = this.#frames;
    return shown !== null && !next && loading.size < AT_ONCE && this.#isQuiet(at);
  }

  /** Takes a turn while a refresh loads. The turn ends when the frame has loaded, or is gone. */
  updateTurn(): void {
    const { next } = this.#frames;
    if (next?.isRefresh && next.loadedAt === Infinity) loading.add(this.#tick);
    // It may be the turn of another dashboard.
    else if (loading.delete(this.#tick)) tickAll();
  }

  get #since(): number {
    return this.#frames.shown?.since ?? Infinity;
  }

  get #dueAt(): number {
    return this.#since + this.#stage.refreshMs() * (1 + this.#spread);
  }

  /** The time from which a refresh no longer waits for the pointer, which never moves on a wall screen. */
  get #latestAt(): number {
    return this.#since + 2 * this.#stage.refreshMs();
  }

  #isQuiet(at: number): boolean {
    const dueAt = this.#dueAt;
    if (!Number.isFinite(dueAt)) return false;
    const seenSince = Math.max(visibleSince(), this.#stage.inViewSince());
    if (at < dueAt || at < seenSince) return false;
    switch (this.#frames.attention) {
      case 'none':
        return true;
      case 'pointer':
        return seenSince >= dueAt || at >= this.#latestAt;
      case 'work':
        return visibleSince() >= dueAt;
      case 'fullscreen':
        return false;
    }
  }
}
