import { expect } from 'vitest';

/** The end of a request. */
type Outcome = 'answer' | 'cut';

/** A request that a page has sent. */
export interface Asked {
  query: URLSearchParams;
  /** Whether the page has canceled it. */
  readonly isCanceled: boolean;
  /** Lets a held request have its answer. */
  answer(): void;
  /** Cuts the connection of a held request. */
  cut(): void;
}

/** The requests of a page that match a test. It can hold their answers, and cut their connections. */
export class HeldAnswers {
  /** All requests, in order. */
  readonly asked: Asked[] = [];
  #isHolding = false;
  #isCutting: (query: URLSearchParams) => boolean = () => false;

  /** Holds the answers of the requests from now on. */
  hold(): void {
    this.#isHolding = true;
  }

  /** Lets all requests have their answers. */
  release(): void {
    this.#isHolding = false;
    for (const each of this.asked) each.answer();
  }

  /** Cuts the connections of the requests from now on that match. */
  cut(isCut: (query: URLSearchParams) => boolean): void {
    this.#isCutting = isCut;
  }

  /** Waits until there are so many requests, and returns the last one. */
  async until(count: number): Promise<Asked> {
    await expect.poll(() => this.asked.length).toBe(count);
    return this.asked[count - 1]!;
  }

  /** Answers a request: at once, or when the test says so. `cut` ends its connection. */
  async pass(
    request: Request,
    { send, cut }: { send: () => Promise<Response>; cut: () => void },
  ): Promise<Response> {
    const query = new URL(request.url).searchParams;
    const outcome = await new Promise<Outcome>((resolve) => {
      this.asked.push({
        query,
        get isCanceled() {
          return request.signal.aborted;
        },
        answer: () => resolve('answer'),
        cut: () => resolve('cut'),
      });
      if (this.#isCutting(query)) resolve('cut');
      else if (!this.#isHolding) resolve('answer');
    });
    if (outcome === 'answer') return send();
    cut();
    // The connection is gone, so nobody waits for an answer.
    return new Promise<never>(() => {});
  }
}
