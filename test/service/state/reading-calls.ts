import { demoDashboards } from 'embedded-dashboard-service';
import { expect } from 'vitest';
import { SETTINGS } from '../../support/test-database.ts';

const READERS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const { guid } = demoDashboards.find(({ accessible }) => accessible)!;

/** Makes each query of the demo data take a while, so that pages are under way whenever a process ends. */
export const SLOW_SALES = `SET search_path = dashboard_service_demo;
  ALTER VIEW sales RENAME TO fast_sales;
  CREATE VIEW sales AS SELECT fast_sales.* FROM (SELECT pg_sleep(0.2) OFFSET 0) AS pause, fast_sales;
  GRANT SELECT ON sales TO dashboard_reader`;

/** Eight readers, who get tokens and open pages until they end, and the results of their calls. */
export class ReadingCalls {
  readonly failed: string[] = [];
  readonly #url: string;
  readonly #reading: Promise<unknown>;
  #count = 0;
  #isOver = false;

  constructor(port: number) {
    this.#url = `http://127.0.0.1:${port}`;
    this.#reading = Promise.all(READERS.map((session) => this.#read(session)));
  }

  /** Waits for so many more calls. */
  async untilMore(calls: number): Promise<void> {
    const enough = this.#count + calls;
    await expect.poll(() => this.#count).toBeGreaterThanOrEqual(enough);
  }

  /** Waits for the end of the last calls. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.#reading;
  }

  async #read(session: string): Promise<void> {
    while (!this.#isOver) {
      try {
        await this.#openPage(session);
      } catch (error) {
        this.failed.push(String(error));
      }
    }
  }

  async #openPage(session: string): Promise<void> {
    const issued = await fetch(`${this.#url}/Api/GetToken/${SETTINGS.apiKey}/${session}/${guid}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
    });
    this.#note('GetToken', issued);
    const opened = await fetch(`${this.#url}/Tdb/${await issued.text()}`);
    this.#note('page', opened);
    if (!(await opened.text()).trimEnd().endsWith('</html>')) this.failed.push('page: cut');
  }

  #note(kind: string, { ok, status }: Response): void {
    this.#count += 1;
    if (!ok) this.failed.push(`${kind}: ${status}`);
  }
}
