import type { TokenGrant } from '../../src/protocol/token.ts';
import { toStatusFailure } from '../../src/element/failure.ts';
import type { Surroundings } from './surroundings.ts';
import type { World } from './world.ts';

const LIFE_MS = 7_200_000;
/** The length of a working day. */
const DAY_MS = 36_000_000;

/** The host, the dashboard service and the connection to them. */
export class Network {
  /** The real end of each token, which the element does not get. */
  readonly endOf = new Map<string, number>();
  /** The instants of the token requests. */
  readonly calls: number[] = [];
  /** Times without any answer, ordered by their start. They may overlap. */
  readonly outages: { readonly from: number; readonly to: number }[] = [];
  readonly #world: World;
  readonly #failedCalls: number;
  readonly #onBack: () => void;
  /** The function that fails each pending call, and the instant at which the call began. */
  readonly #open = new Map<() => void, number>();

  /** `onBack` is called when the browser notices that the network is back. */
  constructor(world: World, surroundings: Surroundings, onBack: () => void) {
    this.#world = world;
    this.#failedCalls = surroundings.failedCalls;
    this.#onBack = onBack;
    const { outagesADay, outageMs, openMs } = surroundings;
    const meanPauseMs = DAY_MS / outagesADay;
    let at = world.around(meanPauseMs);
    while (at < openMs) {
      const ms = world.around(outageMs);
      // Half of the outages are in the machine's own network. Browsers do not notice the others.
      this.#goDown(world.at + at, ms, world.chance(0.5));
      at += ms + world.around(meanPauseMs);
    }
  }

  isDown(at = this.#world.at): boolean {
    return this.outages.some(({ from, to }) => from <= at && at < to);
  }

  /** The instant since which everything answers. During an outage that is now. */
  get answersSince(): number {
    const { at } = this.#world;
    let since = 0;
    for (const { from, to } of this.outages) if (from <= at) since = Math.max(since, to);
    return Math.min(since, at);
  }

  /** Returns the total time of the outages between two instants, in milliseconds. */
  downMs(from: number, to: number): number {
    let ms = 0;
    let counted = from;
    for (const outage of this.outages.toSorted((a, b) => a.from - b.from)) {
      ms += Math.max(0, Math.min(to, outage.to) - Math.max(counted, outage.from));
      counted = Math.max(counted, outage.to);
    }
    return ms;
  }

  /** Ends a sleep of the machine. Pending calls fail, and the network needs a moment to come back. */
  wake(): void {
    this.#breakOff(this.#world.at);
    this.#goDown(this.#world.at, this.#world.between(0, 5000), true);
  }

  /** Requests a token, as a token source does. */
  ask(): Promise<TokenGrant> {
    const world = this.#world;
    this.calls.push(world.at);
    return new Promise((resolve, reject) => {
      const lose = (): void => reject(new TypeError('lost'));
      this.#open.set(lose, world.at);
      const answer = (delayMs: number, run: () => void): void => {
        world.later(delayMs, () => {
          this.#open.delete(lose);
          run();
        });
      };
      if (this.isDown() || world.chance(this.#failedCalls)) {
        const fault = world.random();
        if (fault < 0.7) answer(world.between(10, 1000), lose);
        else if (fault < 0.9)
          answer(world.between(100, 1000), () => reject(toStatusFailure(503, '')));
        // One failure in ten is a request without an answer.
        return;
      }
      const token = `token-${this.calls.length}`;
      const wayMs = world.between(50, 500);
      this.endOf.set(token, world.at + wayMs + LIFE_MS);
      answer(2 * wayMs, () => resolve({ token }));
    });
  }

  /** Loads a frame. Returns `false` without loading it during an outage. */
  load(run: () => void): boolean {
    if (this.isDown()) return false;
    this.#world.later(this.#world.between(300, 2000), run);
    return true;
  }

  #goDown(from: number, ms: number, isNoticed: boolean): void {
    this.outages.push({ from, to: from + ms });
    if (!isNoticed) return;
    this.#world.later(from + ms - this.#world.at, () => {
      // Chromium does the same, with ERR_NETWORK_CHANGED.
      this.#breakOff(from + ms);
      this.#onBack();
    });
  }

  /** Fails the pending calls that began before an instant. */
  #breakOff(by: number): void {
    for (const [lose, since] of this.#open) if (since < by) lose();
  }
}
