/** The pause before the first try, in milliseconds. A database is often back after a moment. */
const FIRST_PAUSE_MS = 2000;
/** The pause doubles up to this one, in milliseconds. A reader who waits longer uses the button. */
const LONGEST_PAUSE_MS = 60_000;

/** Returns whether a tile shows that its data could not be reached, and the page tries again. */
export function isUnreached(tile: Element): boolean {
  return findButton(tile) !== null;
}

/** Tries again to reach the data of tiles, less often with each try. */
export class Outage {
  readonly #tryAgain: () => void;
  #pauseMs = FIRST_PAUSE_MS;
  #timer = 0;

  constructor(tryAgain: () => void) {
    this.#tryAgain = tryAgain;
  }

  /** Says on a tile that the page tries again, and lets it do so. */
  note(tile: Element): void {
    const button = findButton(tile);
    if (!button) return;
    tile.querySelector('.state span')!.textContent = button.dataset.outage!;
    if (this.#timer) return;
    // The pages of other readers try at other times.
    const waitMs = this.#pauseMs * (1 + Math.random());
    this.#pauseMs = Math.min(2 * this.#pauseMs, LONGEST_PAUSE_MS);
    this.#timer = window.setTimeout(() => {
      this.#timer = 0;
      this.#tryAgain();
    }, waitMs);
  }

  /** Stops trying. */
  end(): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#pauseMs = FIRST_PAUSE_MS;
  }
}

/** A frame with an opaque origin may send no requests. */
function findButton(tile: Element): HTMLElement | null {
  return origin === 'null' ? null : tile.querySelector<HTMLElement>('.retry[data-outage]');
}
