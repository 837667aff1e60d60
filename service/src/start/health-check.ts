import { waitAtMost } from '../database/database.ts';

const ANSWER_LIMIT_MS = 2000;
/** The wait for a check next to statements that succeed, in milliseconds. Load balancers wait for a second. */
const BUSY_MS = 500;
const KEPT_MS = 1000;

/** Answers `/live`, `/health` and `/ready`. Runs one check of the databases at a time and caches its result for a second. */
export class HealthCheck {
  readonly #probe: () => Promise<void>;
  #probing: Promise<void> | null = null;
  #result: Promise<boolean> | null = null;
  #keptUntil = 0;
  /** The number of statements that have succeeded. */
  #successes = 0;
  /** Whether load balancers should send no more calls. */
  isDraining = false;

  /** `probe` rejects if the service cannot serve. */
  constructor(probe: () => Promise<void>) {
    this.#probe = probe;
  }

  /** Notes that a statement of the open service has succeeded. */
  noteSuccess(): void {
    this.#successes += 1;
  }

  /** Returns the answer to a request for a check; `null` for another request. */
  find({ method, url }: Request): Promise<Response> | null {
    if (!/^(GET|HEAD)$/.test(method)) return null;
    switch (new URL(url).pathname.toLowerCase()) {
      case '/live':
        return Promise.resolve(toAnswer(true));
      case '/ready':
        return this.isDraining ? Promise.resolve(toAnswer(false)) : this.answer();
      case '/health':
        return this.answer();
      default:
        return null;
    }
  }

  /** Returns 200 with `{"status":"ok"}`, or 503 with `{"status":"unavailable"}`. */
  async answer(): Promise<Response> {
    if (performance.now() > this.#keptUntil) this.#result = null;
    this.#result ??= this.#check();
    return toAnswer(await this.#result);
  }

  async #check(): Promise<boolean> {
    // Do not start a second probe while one hangs.
    this.#probing ??= this.#probe().finally(() => {
      this.#probing = null;
    });
    const before = this.#successes;
    let isHealthy: boolean | undefined;
    const noted = this.#probing.then(
      () => {
        isHealthy = true;
      },
      () => {
        isHealthy = false;
      },
    );
    this.#keptUntil = Infinity;
    await waitAtMost(noted, BUSY_MS);
    // A check waits behind the statements of readers. If a busy process were taken out, the others would get its readers.
    const isBusy = (): boolean => this.#successes > before;
    if (isHealthy === undefined && !isBusy()) await waitAtMost(noted, ANSWER_LIMIT_MS - BUSY_MS);
    // This process itself may have been too busy to read the answers.
    await new Promise((resolve) => setTimeout(resolve));
    isHealthy ??= isBusy();
    this.#keptUntil = performance.now() + KEPT_MS;
    return isHealthy;
  }
}

function toAnswer(isGood: boolean): Response {
  return Response.json(
    { status: isGood ? 'ok' : 'unavailable' },
    { status: isGood ? 200 : 503, headers: { 'Cache-Control': 'no-store' } },
  );
}
