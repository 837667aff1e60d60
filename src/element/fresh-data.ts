import type { DashboardError } from '../protocol/dashboard-error.ts';
import type { EmbeddingOwner } from './embedding-owner.ts';
import { DashboardErrorEvent } from './events.ts';
import { toError, type Failure } from './failure.ts';
import type { FrameStack } from './frame-stack.ts';
import { tickAll, toDate, visibleSince, type Tick, type Times } from './page-clock.ts';
import type { LiveGrant } from './live-grant.ts';

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

/** Loads the data of one dashboard again at an interval, with the current token. */
export class FreshData {
  readonly #owner: EmbeddingOwner;
  readonly #frames: FrameStack;
  readonly #tick: Tick;
  /** The start of the current interval. */
  #since = Infinity;
  /** The random addition to it, as a share of the interval. */
  #spread = 0;
  /** The error of the last refresh. */
  #error: DashboardError | null = null;

  constructor(owner: EmbeddingOwner, frames: FrameStack, tick: Tick) {
    this.#owner = owner;
    this.#frames = frames;
    this.#tick = tick;
  }

  /** The error of the last refresh, while the data from before it are on screen. */
  get error(): DashboardError | null {
    return this.#frames.shown && this.#error;
  }

  /** The times at which something is due. */
  get times(): Times {
    return [this.#dueAt, this.#latestAt];
  }

  /** Starts the next interval: a dashboard is on screen, or a refresh has failed. */
  restart(at: number): void {
    this.#since = at;
    this.#spread = SPREAD * Math.random();
    this.#error = null;
  }

  /** Reports a failed refresh. The dashboard on screen stays, and the next attempt comes after another interval. */
  fail(failure: Failure, at: number): void {
    const attempt = 1 + (this.#error?.attempt ?? 0);
    this.restart(at);
    const isTriedAgain = failure.retryable && this.#dueAt < Infinity;
    this.#error = toError(failure, attempt, isTriedAgain ? toDate(this.#dueAt) : null);
    this.#owner.tell(new DashboardErrorEvent(this.#error));
  }

  /**
   * Begins a refresh, if one is due, disturbs nobody, and has its turn on the page. `isBehind` says that
   * another dashboard is about to replace the one on screen.
   */
  advance(at: number, isBehind: boolean): void {
    this.updateTurn();
    const { shown, next } = this.#frames;
    const mayBegin = shown && !next && !isBehind && loading.size < AT_ONCE;
    if (mayBegin && this.#isDue(at)) this.#refresh(shown.grant, at);
  }

  /** Takes a turn while a refresh loads. The turn ends when the frame has loaded, or is gone. */
  updateTurn(): void {
    const { next } = this.#frames;
    if (next?.isRefresh && next.loadedAt === Infinity) loading.add(this.#tick);
    // It may be the turn of another dashboard.
    else if (loading.delete(this.#tick)) tickAll();
  }

  get #dueAt(): number {
    return this.#since + this.#owner.stage.refreshMs() * (1 + this.#spread);
  }

  /** The time from which a refresh no longer waits for the pointer, which never moves on a wall screen. */
  get #latestAt(): number {
    return this.#since + 2 * this.#owner.stage.refreshMs();
  }

  #refresh(grant: LiveGrant, at: number): void {
    try {
      const { stage } = this.#owner;
      this.#frames.refresh(stage.createFrame(grant, (message) => this.#owner.report(message)));
      this.updateTurn();
    } catch (error) {
      this.fail(error as Failure, at);
    }
  }

  #isDue(at: number): boolean {
    const dueAt = this.#dueAt;
    if (!Number.isFinite(dueAt)) return false;
    const seenSince = Math.max(visibleSince(), this.#owner.stage.inViewSince());
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
