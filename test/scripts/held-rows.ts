import { toAborted } from '../../service/src/database/database.ts';

/** The queries of a dashboard. It can hold their rows. */
export class HeldRows {
  /** The names of the tables whose queries were canceled. */
  readonly canceled: string[] = [];
  /** The number of queries that wait for their rows. */
  waiting = 0;
  readonly #held = new Map<string, { wait: Promise<void>; release: () => void }>();

  /** Holds the rows of tables from now on. */
  hold(...tables: readonly string[]): void {
    for (const table of tables) {
      let release = (): void => {};
      const wait = new Promise<void>((resolve) => {
        release = resolve;
      });
      this.#held.set(table, { wait, release });
    }
  }

  /** Lets the queries of tables have their rows; without names, all. */
  release(...tables: readonly string[]): void {
    for (const table of tables.length > 0 ? tables : [...this.#held.keys()]) {
      this.#held.get(table)?.release();
      this.#held.delete(table);
    }
  }

  /** Waits until a table is released, or its query is canceled. */
  async pass(table: string, signal: AbortSignal | undefined): Promise<void> {
    const held = this.#held.get(table);
    if (!held) return;
    this.waiting += 1;
    await new Promise<void>((resolve, reject) => {
      void held.wait.then(resolve);
      signal?.addEventListener('abort', () => {
        this.canceled.push(table);
        reject(toAborted());
      });
    }).finally(() => (this.waiting -= 1));
  }
}
