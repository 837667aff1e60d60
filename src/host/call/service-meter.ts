/** Measures the calls of the service that are made for one call of the host. */
export class ServiceMeter {
  attempts = 0;
  #endedMs = 0;
  #startedAt: number | null = null;

  /** The milliseconds in calls of the service, up to now. */
  get serviceMs(): number {
    return this.#endedMs + (this.#startedAt === null ? 0 : performance.now() - this.#startedAt);
  }

  async measure<Result>(call: () => Promise<Result>): Promise<Result> {
    this.attempts += 1;
    this.#startedAt = performance.now();
    try {
      return await call();
    } finally {
      this.#endedMs = this.serviceMs;
      this.#startedAt = null;
    }
  }
}
