import type { Times } from './page-clock.ts';
import type { TokenSource } from './token-source.ts';

/** The least time between two requests for choices of the reader, in milliseconds. */
const CHOICE_PAUSE_MS = 500;

/** The source of the next request. The reader's first choice is due at once, and each further one after a pause. */
export class WantedSource {
  #state: {
    readonly source: TokenSource;
    /** The time at which the latest choice is due; `Infinity` once it was requested. */
    readonly choiceAt: number;
    /** The earliest time for the choice after it. */
    readonly nextChoiceAt: number;
  };

  constructor(source: TokenSource) {
    this.#state = { source, choiceAt: Infinity, nextChoiceAt: -Infinity };
  }

  get source(): TokenSource {
    return this.#state.source;
  }

  get choiceAt(): number {
    return this.#state.choiceAt;
  }

  get times(): Times {
    return [this.choiceAt];
  }

  replace(source: TokenSource, at: number): void {
    const { nextChoiceAt } = this.#state;
    const isOtherChoice = source.choice !== this.source.choice;
    const choiceAt = isOtherChoice ? Math.max(at, nextChoiceAt) : this.choiceAt;
    this.#state = { source, choiceAt, nextChoiceAt };
  }

  /** Records that the choice of `source` is requested now. */
  take(source: TokenSource, at: number): void {
    this.#state = { source, choiceAt: Infinity, nextChoiceAt: at + CHOICE_PAUSE_MS };
  }
}
