import { waitAtMost } from '../database/database.ts';

const ANSWER_LIMIT_MS = 2000;
const KEPT_MS = 1000;

/** Answers `/health`. Runs one check at a time and caches its result for a second. */
export class HealthCheck {
  readonly #probe: () => Promise<void>;
  #probing: Promise<void> | null = null;
  #result: Promise<boolean> | null = null;
  #keptUntil = 0;

  /** `probe` rejects if the service cannot serve. */
  constructor(probe: () => Promise<void>) {
    this.#probe = probe;
  }

  /** Returns 200 with `{"status":"ok"}`, or 503 with `{"status":"unavailable"}`. */
  async answer(): Promise<Response> {
    if (performance.now() > this.#keptUntil) this.#result = null;
    this.#result ??= this.#check();
    const isHealthy = await this.#result;
    return Response.json(
      { status: isHealthy ? 'ok' : 'unavailable' },
      { status: isHealthy ? 200 : 503, headers: { 'Cache-Control': 'no-store' } },
    );
  }

  async #check(): Promise<boolean> {
    // Do not start a second probe while one hangs.
    this.#probing ??= this.#probe().finally(() => {
      this.#probing = null;
    });
    let isHealthy = false;
    const noted = this.#probing.then(
      () => {
        isHealthy = true;
      },
      () => {},
    );
    this.#keptUntil = Infinity;
    await waitAtMost(noted, ANSWER_LIMIT_MS);
    this.#keptUntil = performance.now() + KEPT_MS;
    return isHealthy;
  }
}
