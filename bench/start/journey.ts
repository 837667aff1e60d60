/** The requests of a visit that servers see, in this order for most ways to show a dashboard. */
export type Milestone =
  | 'page'
  | 'script'
  | 'token'
  | 'connection'
  | 'frame'
  /** The service has what data can be requested with. */
  | 'data';

/** The times of the first request of each kind, in milliseconds of the wall clock. */
export class Journey {
  readonly #times = new Map<Milestone, number>();
  #arrive = (): void => {};

  /** Forgets earlier requests. Resolves at the `data` request. */
  async begin(): Promise<void> {
    this.#times.clear();
    await new Promise<void>((resolve) => {
      this.#arrive = resolve;
    });
  }

  note(milestone: Milestone): void {
    if (this.#times.has(milestone)) return;
    this.#times.set(milestone, Date.now());
    if (milestone === 'data') this.#arrive();
  }

  /** Returns the times in milliseconds since `begunAt`. */
  since(begunAt: number): Partial<Record<Milestone, number>> {
    return Object.fromEntries([...this.#times].map(([milestone, at]) => [milestone, at - begunAt]));
  }
}
