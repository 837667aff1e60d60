import type { CallerSignal } from '../http/caller-signal.ts';
import type { DashboardHostError } from '../dashboard-host-error.ts';
import { reasonOf, unlessAborted, withinTotalLimit } from '../http/time-limit.ts';

interface Flight<Result> {
  result: Promise<Result>;
  callers: number;
  controller: AbortController;
}

/**
 * Lets equal calls that are pending at the same time share one answer. Nothing is kept beyond that: a call
 * after the answer is a new one.
 */
export class SingleFlight<Result> {
  readonly #flights = new Map<string, Flight<Result>>();

  /**
   * Returns the result of `work`, or of the equal pending call. A caller who leaves does not affect the
   * others. After the last one, `work` is aborted.
   * @throws {DashboardHostError} as `work` and `withinTotalLimit` do, and the reason of `reasonOf` if the
   *   caller leaves.
   */
  async share(
    key: string,
    caller: CallerSignal | undefined,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    if (caller?.aborted) throw reasonOf(caller);
    const flight = this.#flights.get(key) ?? this.#begin(key, work);
    flight.callers += 1;
    return unlessAborted(caller, flight.result, (reason) => this.#leave(key, flight, reason));
  }

  /** The number of pending calls. */
  get size(): number {
    return this.#flights.size;
  }

  /** Resolves once all calls that are pending now have succeeded or failed. */
  async settled(): Promise<void> {
    await Promise.allSettled(Array.from(this.#flights.values(), ({ result }) => result));
  }

  #begin(key: string, work: (signal: AbortSignal) => Promise<Result>): Flight<Result> {
    const controller = new AbortController();
    const result = withinTotalLimit(work, controller).finally(() => this.#end(key, flight));
    const flight = { result, callers: 0, controller };
    this.#flights.set(key, flight);
    return flight;
  }

  #leave(key: string, flight: Flight<Result>, reason: DashboardHostError): void {
    flight.callers -= 1;
    if (flight.callers > 0) return;
    this.#end(key, flight);
    flight.controller.abort(reason);
  }

  #end(key: string, flight: Flight<Result>): void {
    if (this.#flights.get(key) === flight) this.#flights.delete(key);
  }
}
