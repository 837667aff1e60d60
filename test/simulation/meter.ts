import type { Network } from './network.ts';
import type { Page } from './page.ts';
import type { Tally } from './tally.ts';
import type { World } from './world.ts';

/** What somebody who waits for a dashboard does not hold against it. */
const PATIENCE_MS = 5000;
const HOUR_MS = 3_600_000;

/** Where a day happens, and where it is counted. */
export interface Measured {
  readonly world: World;
  readonly page: Page;
  readonly network: Network;
  readonly tally: Tally;
}

/** Sees what somebody in front of the page sees, and what the host sees, of one day. */
export class Meter {
  readonly #world: World;
  readonly #page: Page;
  readonly #network: Network;
  readonly #tally: Tally;
  /** How long nothing is on screen by now, and the longest that nothing was. */
  #gapMs = 0;
  #longestGapMs = 0;
  #passedUntil: number;
  /** When the token ends that was last on screen. */
  #endsAt = 0;
  /** When the token in use reached its refresh point, and whether the dashboard was in use then. */
  #expiringAt: number | null = null;
  #isBusy = false;
  /** Whether the page was awake since the token came. */
  #isAwake = true;
  /** Whether nobody has looked at the page since then: such a token is not renewed. */
  #isUnseen = false;

  constructor(scene: Measured) {
    this.#world = scene.world;
    this.#page = scene.page;
    this.#network = scene.network;
    this.#tally = scene.tally;
    this.#passedUntil = this.#world.at;
    this.#world.onPass = (from, to) => this.#onPass(from, to);
  }

  /** Looks at the page after something happened there. */
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

  /** The element is gone. */
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
    // How long a dashboard takes to load is not for the element to say.
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

  /** When a token ends; 0 without one. */
  #endOf(token: string | undefined): number {
    return this.#network.endOf.get(token!) ?? 0;
  }
}
