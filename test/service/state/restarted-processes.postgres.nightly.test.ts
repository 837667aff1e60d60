import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { demoDashboards } from 'embedded-dashboard-service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasHaproxy } from '../../support/haproxy.ts';
import { startDocumentedHaproxy } from '../documented-haproxy.ts';
import { hasNginx } from '../../support/nginx.ts';
import { runSql, testDatabase } from '../../support/test-database.ts';
import { API_KEY } from './confirmed-writes.ts';
import { startDocumentedNginx } from './documented-nginx.ts';
import { Processes } from './processes.ts';

const PROCESSES = 4;
/** The calls between two restarts. */
const CALLS = 24;
const READERS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const { guid } = demoDashboards.find(({ accessible }) => accessible)!;

/** Makes each query of the demo data take a while, so that pages are under way whenever a process ends. */
const SLOW_SALES = `SET search_path = dashboard_service_demo;
  ALTER VIEW sales RENAME TO fast_sales;
  CREATE VIEW sales AS SELECT fast_sales.* FROM (SELECT pg_sleep(0.2) OFFSET 0) AS pause, fast_sales;
  GRANT SELECT ON sales TO dashboard_reader`;

/** Each proxy as documented. nginx does not read `/ready`, so a process behind it has no time to drain. */
const PROXIES = [
  {
    name: 'nginx',
    isThere: hasNginx,
    drainSeconds: 0,
    start: startDocumentedNginx,
  },
  {
    name: 'HAProxy',
    isThere: hasHaproxy,
    drainSeconds: 5,
    start: (_: string, ports: readonly number[]) => startDocumentedHaproxy(ports),
  },
];

/** Readers, and the results of their calls. */
class Calls {
  count = 0;
  isOver = false;
  readonly failed: string[] = [];
  readonly #url: string;

  constructor(port: number) {
    this.#url = `http://127.0.0.1:${port}`;
  }

  /** Gets tokens and opens pages, one after the other. */
  async read(session: string): Promise<void> {
    while (!this.isOver) {
      try {
        await this.#openPage(session);
      } catch (error) {
        this.failed.push(String(error));
      }
    }
  }

  async #openPage(session: string): Promise<void> {
    const issued = await fetch(`${this.#url}/Api/GetToken/${API_KEY}/${session}/${guid}`, {
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
    this.count += 1;
    if (!ok) this.failed.push(`${kind}: ${status}`);
  }

  async untilMore(): Promise<void> {
    const enough = this.count + CALLS;
    await expect.poll(() => this.count).toBeGreaterThan(enough);
  }
}

describe.for(PROXIES)('$name', ({ name, isThere, drainSeconds, start }) => {
  const reason = isThere ? '' : `, skipped: this machine lacks ${name}`;
  let folder: string;
  let processes: Processes;

  beforeAll(async () => {
    if (!isThere) return;
    folder = await mkdtemp(`${tmpdir()}/proxy-`);
    const database = await testDatabase();
    processes = await Processes.start(PROCESSES, database, {
      SERVICE_DRAIN_SECONDS: String(drainSeconds),
      SERVICE_CACHE_SECONDS: '0',
    });
    await runSql(database, SLOW_SALES);
  });

  afterAll(async () => {
    await processes?.endAll();
    if (folder) await rm(folder, { recursive: true });
  });

  it.skipIf(!isThere)(
    `each of four processes can be restarted: no call fails, and no page is cut${reason}`,
    async () => {
      await using proxy = await start(folder, processes.ports);
      const calls = new Calls(proxy.port);
      const reading = Promise.all(READERS.map((session) => calls.read(session)));
      for (let index = 0; index < PROCESSES; index += 1) {
        await calls.untilMore();
        await processes.end(index);
        await calls.untilMore();
        await processes.startAgain(index);
      }
      await calls.untilMore();
      calls.isOver = true;
      await reading;
      expect(calls.failed).toEqual([]);
    },
  );
});
