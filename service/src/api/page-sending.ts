import type { AwaitedResults, DatasetResult } from '../dashboard/run-dashboard.ts';
import { CHECK_MS, type DashboardParts, type OpenedPage } from './dashboard-results.ts';

/** The time for which queries run on after that. The page's script asks for the missing tiles at once. */
const HANDOVER_MS = 3000;

/** The end of an answer that is sent in pieces, and of its queries. */
export class PageSending {
  readonly #parts: DashboardParts;
  readonly #opened: OpenedPage;
  readonly #answer = new AbortController();
  readonly #queries = new AbortController();
  /** Aborted when the answer has to end without the tiles that are missing. */
  readonly stopped: AbortSignal;
  /** Aborted when nobody waits for the queries. */
  readonly queries: AbortSignal;
  /** Resolves when the queries may have no reader. */
  readonly over: Promise<void>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isLate = false;
  #isOutdated = false;
  #checkedAt = performance.now();
  #checked = Promise.resolve();

  /** `left` is aborted when the reader leaves. */
  constructor(left: AbortSignal, parts: DashboardParts, opened: OpenedPage) {
    this.#parts = parts;
    this.#opened = opened;
    this.stopped = AbortSignal.any([opened.ended, parts.closing, this.#answer.signal]);
    this.queries = AbortSignal.any([opened.ended, left, this.#queries.signal]);
    this.over = new Promise((resolve) => {
      this.#queries.signal.addEventListener('abort', () => resolve());
    });
  }

  /** Whether the token opens nothing now, or another version of the dashboard. */
  get isClosed(): boolean {
    return this.#opened.ended.aborted || this.#isOutdated;
  }

  /** Whether the answer has ended because its time is over. */
  get isLate(): boolean {
    return this.#isLate;
  }

  /** Limits the time of the answer from now on. */
  limit(): void {
    if (this.queries.aborted) return;
    this.#timer = setTimeout(() => {
      this.#isLate = true;
      this.#timer = setTimeout(() => this.#queries.abort(), HANDOVER_MS);
      this.#answer.abort();
    }, this.#parts.longestAnswerMs);
  }

  /** Ends the queries when the answer has ended, or the reader has left. */
  end(): void {
    if (this.#isLate) return;
    clearTimeout(this.#timer);
    // A signal with a listener is kept until it is aborted, and so are the rows for which the listener waits.
    this.#answer.abort();
    this.#queries.abort();
  }

  /** Returns the results, which arrive only while the token is valid. */
  guard(results: AwaitedResults): AwaitedResults {
    const toGuarded = async (result: Promise<DatasetResult>): Promise<DatasetResult> => {
      await result;
      await this.#check();
      return result;
    };
    return new Map(Array.from(results, ([name, result]) => [name, toGuarded(result)]));
  }

  /** Stops the answer if the token opens something else now, or nothing. Asks once for all results of a second. */
  #check(): Promise<void> {
    const now = performance.now();
    if (now - this.#checkedAt > CHECK_MS) {
      this.#checkedAt = now;
      this.#checked = this.#isSame().then((isSame) => {
        if (isSame) return;
        this.#isOutdated = true;
        this.#answer.abort();
      });
    }
    return this.#checked;
  }

  async #isSame(): Promise<boolean> {
    const { tokens } = this.#parts;
    const now = await tokens.open(this.#opened.token).catch(() => null);
    return typeof now === 'object' && now?.version === this.#opened.version;
  }
}
