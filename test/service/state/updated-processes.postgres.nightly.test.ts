import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { STATE_SCHEMA } from '../../../service/src/state/state-schema.ts';
import { hasNginx } from '../../support/nginx.ts';
import { runSql, testDatabase } from '../../support/test-database.ts';
import { PreviousVersion, previousCommit } from '../previous-version.ts';
import { startService } from '../service-process.ts';
import { startDocumentedNginx } from './documented-nginx.ts';
import { Processes } from './processes.ts';
import { ReadingCalls, SLOW_SALES } from './reading-calls.ts';

const PROCESSES = 4;
/** The calls between two steps. There are nine of these times, with 1,000 calls and more. */
const CALLS = 112;

const reason = hasNginx ? '' : ', skipped: this machine lacks nginx';

it.skipIf(!hasNginx || !previousCommit)(
  `each of four processes behind nginx can be replaced by the next version: no call fails, and no page is cut${reason}`,
  async () => {
    using previous = new PreviousVersion();
    const database = await testDatabase();
    const readVersion = async (): Promise<number> => {
      const [row] = await runSql(
        database,
        `SELECT max(version) AS version FROM ${STATE_SCHEMA}.schema_versions`,
      );
      return Number(row!.version);
    };
    const folder = await mkdtemp(`${tmpdir()}/proxy-`);
    const processes = await Processes.start(
      PROCESSES,
      database,
      { SERVICE_CACHE_SECONDS: '0' },
      previous.start,
    );
    try {
      await runSql(database, SLOW_SALES);
      const before = await readVersion();
      await using proxy = await startDocumentedNginx(folder, processes.ports);
      const calls = new ReadingCalls(proxy.port);
      for (let index = 0; index < PROCESSES; index += 1) {
        await calls.untilMore(CALLS);
        await processes.end(index);
        await calls.untilMore(CALLS);
        await processes.startAgain(index, startService);
      }
      await calls.untilMore(CALLS);
      await calls.end();
      expect(calls.failed).toEqual([]);
      expect(await readVersion()).toBeGreaterThan(before);
    } finally {
      await processes.endAll();
      await rm(folder, { recursive: true });
    }
  },
);
