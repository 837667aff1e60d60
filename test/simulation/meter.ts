import type { Network } from './network.ts';
import type { Page } from './page.ts';
import type { Tally } from './tally.ts';
import type { World } from './world.ts';

/** The longest gap that a user accepts. */
const PATIENCE_MS = 5000;
const HOUR_MS = 3_600_000;

/** The parts of a simulated day, and the tally that counts it. */
export interface Measured {
  readonly world: World;
  readonly page: Page;
  readonly network: Network;
  readonly tally: Tally;
}

/** Measures one day as the user and the host see it. */
export class Meter {
  readonly #world: World;
  readonly #page: Page;
  readonly #network: Network;
  readonly #tally: Tally;
  /** The lengths of the current gap, in which nothing is on screen, and of the longest gap. */
  #gapMs = 0;
  #longestGapMs = 0;
  #passedUntil: number;
  /** The end of the token that was last on screen. */
  #endsAt = 0;
  /** The instant at which the current token reached its refresh point, and whether the dashboard was in use. */
  #expiringAt: number | null = null;
  #isBusy = false;
  /** Whether the page has been awake since the token came. */
  #isAwake = true;
  /** Whether the page has been hidden since the token came: such a token is not renewed. */
  #isUnseen = false;

  constructor(scene: Measured) {
    this.#world = scene.world;
    this.#page = scene.page;
    this.#network = scene.network;
    this.#tally = scene.tally;
    this.#passedUntil = this.#world.at;
    this.#world.onPass = (from, to) => this.#onPass(from, to);
  }

  /** Measures the page after a task has run. */
  look(): void {
    const tally = this.#tally;
    tally.mostFrames = Math.max(tally.mostFrames, this.#page.frames.length);
    tally.mostTimers = Math.max(tally.mostTimers, this.#world.timers);
  }

  onExpiring(isBusy: boolean): void {
    this.#expiringAt = this.#isUnseen || !this.#isAwake ? null : this.#world.at;
    this.#isBusy = isBusy;
  }

  onToken(): void {
    const { at } = this.#world;
    const tally = this.#tally;
    const since = this.#expiringAt;
    tally.tokens++;
    if (since && this.#network.downMs(since, at) === 0) {
      (this.#isBusy ? tally.busyMargins : tally.margins).push(this.#endsAt - at);
    }
    this.#expiringAt = null;
    this.#isAwake = true;
    this.#isUnseen = this.#page.hidden;
  }

  /** Counts the day after the element is removed. */
  end(): void {
    const { calls, outages } = this.#network;
    const tally = this.#tally;
    this.#endGap();
    tally.days++;
    tally.gapDays += Number(this.#longestGapMs > PATIENCE_MS);
    tally.calls += calls.filter((at) => !this.#network.isDown(at)).length;
    for (const [index, at] of calls.entries()) {
      tally.leastPauseMs = Math.min(tally.leastPauseMs, at - (calls[index - 1] ?? -Infinity));
    }
    for (const { from, to } of outages) {
      const hours = (to - from) / HOUR_MS;
      const count = calls.filter((at) => from <= at && at < to).length;
      if (hours >= 1) tally.outageCalls.push(count / hours);
    }
    tally.leftBehind += this.#world.timers + this.#page.listeners + this.#page.frames.length;
  }

  #onPass(from: number, to: number): void {
    // The machine slept, or the browser had stopped the page.
    if (from > this.#passedUntil) {
      this.#isAwake = false;
      this.#expiringAt = null;
    }
    this.#passedUntil = to;
    this.#isUnseen &&= this.#page.hidden;
    const { hidden, shown, coming, dataFrom } = this.#page;
    if (dataFrom !== undefined && !hidden) {
      const ageMs = to - Math.max(dataFrom, this.#network.answersSince);
      this.#tally.oldestMs = Math.max(this.#tally.oldestMs, ageMs);
    }
    const shownUntil = this.#endOf(shown);
    // The element has no influence on the load time of a dashboard.
    const until = Math.max(shownUntil, this.#endOf(coming));
    this.#endsAt = shownUntil || this.#endsAt;
    if (hidden || until > from) this.#endGap();
    if (hidden || !this.#endsAt) return;
    if (shown) this.#tally.deadMs += Math.max(0, to - Math.max(from, shownUntil));
    if (until >= to) return;
    const goneAt = Math.max(from, until);
    this.#gapMs += to - goneAt - this.#network.downMs(goneAt, to);
  }

  #endGap(): void {
    if (this.#gapMs) this.#tally.gaps.push(this.#gapMs);
    this.#longestGapMs = Math.max(this.#longestGapMs, this.#gapMs);
    this.#gapMs = 0;
  }

  /** Returns the end of a token, or 0 without a token. */
  #endOf(token: string | undefined): number {
    return this.#network.endOf.get(token!) ?? 0;
  }
}
