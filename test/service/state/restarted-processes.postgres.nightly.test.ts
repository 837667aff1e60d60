import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasHaproxy } from '../../support/haproxy.ts';
import { startDocumentedHaproxy } from '../documented-haproxy.ts';
import { hasNginx } from '../../support/nginx.ts';
import { runSql, testDatabase } from '../../support/test-database.ts';
import { startDocumentedNginx } from './documented-nginx.ts';
import { Processes } from './processes.ts';
import { ReadingCalls, SLOW_SALES } from './reading-calls.ts';

const PROCESSES = 4;
/** The calls between two restarts. */
const CALLS = 24;
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
      const calls = new ReadingCalls(proxy.port);
      for (let index = 0; index < PROCESSES; index += 1) {
        await calls.untilMore(CALLS);
        await processes.end(index);
        await calls.untilMore(CALLS);
        await processes.startAgain(index);
      }
      await calls.untilMore(CALLS);
      await calls.end();
      expect(calls.failed).toEqual([]);
    },
  );
});
