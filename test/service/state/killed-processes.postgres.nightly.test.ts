import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hasNginx } from '../../support/nginx.ts';
import { runSql, testDatabase } from '../../support/test-database.ts';
import { ConfirmedWrites } from './confirmed-writes.ts';
import { startDocumentedNginx } from './documented-nginx.ts';
import { Processes } from './processes.ts';

const PROCESSES = 4;
/** The confirmed tokens between two kills. */
const TOKENS = 25;

let folder: string;
let database: string;
let processes: Processes;

beforeAll(async () => {
  folder = await mkdtemp(`${tmpdir()}/nginx-`);
  database = await testDatabase();
  processes = await Processes.start(PROCESSES, database);
});

afterAll(async () => {
  await processes.endAll();
  await rm(folder, { recursive: true });
});

it.skipIf(!hasNginx)(
  'each of four processes behind nginx can be killed: nothing is lost',
  async () => {
    await using nginx = await startDocumentedNginx(folder, processes.ports);
    const confirmed = new ConfirmedWrites();
    let isOver = false;
    const writing = Promise.all(
      ['a', 'b', 'c', 'd'].map((writer) =>
        confirmed.write(`http://127.0.0.1:${nginx.port}`, writer, () => isOver),
      ),
    );
    const untilMore = async (): Promise<void> => {
      const enough = confirmed.tokenCount + TOKENS;
      await expect.poll(() => confirmed.tokenCount).toBeGreaterThan(enough);
    };
    for (let index = 0; index < PROCESSES; index += 1) {
      await untilMore();
      processes.kill(index);
      await untilMore();
      await processes.startAgain(index);
    }
    await untilMore();
    isOver = true;
    await writing;

    const lost = await confirmed.findLost((sql) => runSql(database, sql));
    expect(lost).toEqual({ lost: [], reopened: [] });
    expect(confirmed.logoutCount).toBeGreaterThan(0);
  },
);
