import type { DashboardError } from '../protocol/dashboard-error.ts';
import type { EmbeddingOwner } from './embedding-owner.ts';
import { DashboardErrorEvent } from './events.ts';
import type { FrameStack } from './frame-stack.ts';
import { lookNow, toDate, visibleSince, type Look, type Times } from './page-clock.ts';
import type { LiveGrant } from './token-session.ts';

/** The shortest time between two refreshes, in seconds: each one is a page load at the service. */
const LEAST_SECONDS = 30;
/** The largest random addition, as a share of the interval. Screens that were opened together drift apart. */
const SPREAD = 0.1;
/** The number of refreshes that load at once on a page. */
const AT_ONCE = 2;

/** The dashboards of the page that load for a refresh. */
const loading = new Set<Look>();
/** The dashboards that wait until one of `loading` has loaded. */
const waiting = new Set<Look>();

/** The milliseconds of `refresh-every`: `Infinity` without one, `NaN` for a value that is not allowed. */
export function toRefreshMs(seconds: number | string | null): number {
  const given = Number(seconds ?? Infinity);
  return given >= LEAST_SECONDS ? given * 1000 : NaN;
}

/** Loads the data of one dashboard again at an interval, with the current token. */
export class FreshData {
  readonly #owner: EmbeddingOwner;
  readonly #frames: FrameStack;
  readonly #look: Look;
  /** The start of the current interval, its random addition, and the error of the last refresh. */
  #wait: {
    readonly since: number;
    readonly spread: number;
    readonly error: DashboardError | null;
  } = { since: Infinity, spread: 0, error: null };

  constructor(owner: EmbeddingOwner, frames: FrameStack, look: Look) {
    this.#owner = owner;
    this.#frames = frames;
    this.#look = look;
  }

  /** The error of the last refresh, while the data from before it are on screen. */
  get error(): DashboardError | null {
    return this.#frames.shown && this.#wait.error;
  }

  /** The times at which something is due. */
  get times(): Times {
    return [this.#dueAt, this.#latestAt];
  }

  /** Starts the next interval: a dashboard is on screen, or a refresh has failed. */
  restart(at: number, error: DashboardError | null = null): void {
    this.#wait = { since: at, spread: SPREAD * Math.random(), error };
  }

  /** Reports a failed refresh. The dashboard on screen stays, and the next attempt comes after another interval. */
  fail(error: DashboardError, at: number): void {
    error.attempt = 1 + (this.#wait.error?.attempt ?? 0);
    this.restart(at, error);
    const isTriedAgain = error.retryable && this.#dueAt < Infinity;
    error.retryAt = isTriedAgain ? toDate(this.#dueAt) : null;
    this.#owner.tell(new DashboardErrorEvent(error));
  }

  /**
   * Begins a refresh, if one is due, disturbs nobody, and has its turn on the page. `isBehind` says that
   * another dashboard is about to replace the one on screen.
   */
  look(at: number, isBehind: boolean): void {
    this.updateTurn();
    const { shown, next } = this.#frames;
    if (!shown || next || isBehind || !this.#isDue(at)) return;
    if (loading.size >= AT_ONCE) waiting.add(this.#look);
    else this.#refresh(shown.grant, at);
  }

  /** Takes a turn while a refresh loads. The turn ends when the frame has loaded, or is gone. */
  updateTurn(): void {
    const { next } = this.#frames;
    if (next?.isRefresh && next.loadedAt === Infinity) loading.add(this.#look);
    else if (loading.delete(this.#look)) {
      const looks = [...waiting];
      waiting.clear();
      looks.forEach(lookNow);
    }
  }

  get #dueAt(): number {
    const { since, spread } = this.#wait;
    return since + this.#owner.refreshMs() * (1 + spread);
  }

  /** The time from which a refresh no longer waits for the pointer, which never moves on a wall screen. */
  get #latestAt(): number {
    return this.#wait.since + 2 * this.#owner.refreshMs();
  }

  #refresh(grant: LiveGrant, at: number): void {
    try {
      this.#frames.refresh(this.#owner.createFrame(grant));
      this.updateTurn();
    } catch (error) {
      this.fail(error as DashboardError, at);
    }
  }

  #isDue(at: number): boolean {
    const dueAt = this.#dueAt;
    if (!Number.isFinite(dueAt)) return false;
    const seenSince = Math.max(visibleSince(), this.#owner.inViewSince());
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
