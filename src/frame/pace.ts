import type { Message } from './read-message.ts';

const SECOND_MS = 1000;
/** The messages of a second that count at once: one for every second animation frame. */
const MOST = 30;
/** The messages of which the last one counts if there are too many. `busy` and `idle` share a place. */
const KEPT: ReadonlySet<unknown> = new Set(['height', 'state', 'busy', 'refused']);

/** Passes at most 30 messages of a page on in a second. At its end come the last ones of those that were too many. */
export class Pace {
  readonly #apply: (message: Message) => void;
  readonly #kept = new Map<unknown, Message>();
  #count = 0;
  #timer = 0;

  constructor(apply: (message: Message) => void) {
    this.#apply = apply;
  }

  take(message: Message): void {
    this.#timer ||= window.setTimeout(() => this.#endSecond(), SECOND_MS);
    if (++this.#count <= MOST) return this.#apply(message);
    const ability = abilityOf(message);
    if (KEPT.has(ability)) this.#kept.set(ability, message);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#count = 0;
    this.#kept.clear();
  }

  #endSecond(): void {
    const kept = [...this.#kept.values()];
    this.stop();
    for (const message of kept) this.take(message);
  }
}

/** Returns the ability that a message needs. */
function abilityOf({ type }: Message): unknown {
  return type === 'idle' ? 'busy' : type;
}
