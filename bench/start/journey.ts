/** What servers see of a visit, in this order for most ways to show a dashboard. */
export type Milestone =
  | 'page'
  | 'script'
  | 'token'
  | 'connection'
  | 'frame'
  /** The service has what the data can be asked for with. */
  | 'data';

/** When servers were first asked for what, in milliseconds of the wall clock. */
export class Journey {
  readonly #times = new Map<Milestone, number>();
  #arrive = (): void => {};

  /** Forgets what was before. Resolves with the `data`. */
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

  /** The times since another one. */
  since(begunAt: number): Partial<Record<Milestone, number>> {
    return Object.fromEntries([...this.#times].map(([milestone, at]) => [milestone, at - begunAt]));
  }
}
