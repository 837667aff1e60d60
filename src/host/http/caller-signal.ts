/** The part of an `AbortSignal` that the host reads. */
export interface CallerSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener: (type: 'abort', listener: () => void) => void;
  removeEventListener: (type: 'abort', listener: () => void) => void;
}

/** Aborts a {@link CallerSignal}. Node 20 takes 60 microseconds for each `AbortController`, and a call needs several. */
export class CallerController {
  readonly #listeners = new Set<() => void>();
  readonly signal = {
    aborted: false,
    reason: undefined as unknown,
    addEventListener: (_type: 'abort', listener: () => void): void =>
      void this.#listeners.add(listener),
    removeEventListener: (_type: 'abort', listener: () => void): void =>
      void this.#listeners.delete(listener),
  } satisfies CallerSignal;

  abort(reason?: unknown): void {
    if (this.signal.aborted) return;
    Object.assign(this.signal, { aborted: true, reason });
    for (const listener of this.#listeners) listener();
  }
}
