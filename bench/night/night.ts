import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { fillLargeTables } from '../../test/support/large-tables.ts';
import { startPostgres } from '../../test/support/postgres-server.ts';
import { type ChildServer, startServer } from '../child-server.ts';
import { createAgent, toPage } from '../http-load.ts';
import { toGetToken } from '../service/turns.ts';
import { callWhile, cleanUp, type Latencies } from './calls.ts';

/** The measurements of a turn. */
export interface Turn {
  idle: Latencies;
  migration: Latencies;
  cleanUp: Latencies;
  /** The idle service again: the difference between both is that of the machine. */
  idleAgain: Latencies;
  migrationSeconds: number;
  cleanUpSeconds: number;
}

/** The rows of the tables of statistics: half of them are tokens, half are openings. */
export const ROWS = 400_000;
/** The old rows that each clean-up removes. */
export const OLD_ROWS = 115_000;

/** Measures turns with twice `seconds` seconds of the idle service, on PostgreSQL with large tables. */
export async function measureNight(turns: number, seconds: number): Promise<Turn[]> {
  const server = await startPostgres('on');
  try {
    const database = server.createDatabase();
    await using service = await startServer('night/server', database);
    const now = new Date().toISOString();
    await fillLargeTables(database, {
      ...{ companies: 100, dashboards: 1000, users: 100, connections: ROWS / 2 },
      ...{ until: now, countedUntil: now },
    });
    console.log('night: the tables are filled');
    await using next = await startNext(database);
    const measured: Turn[] = [];
    for (let turn = 0; turn <= turns; turn += 1) {
      const found = await takeTurn(service, next, database, seconds * 1000);
      // The first turn is a warm-up and does not count.
      if (turn > 0) measured.push(found);
      console.log(`night: ${turn} of ${turns} turns`);
    }
    return measured;
  } finally {
    await server.stop();
  }
}

type NextVersion = AsyncDisposable & { run: (work: 'migrate' | 'undo') => Promise<unknown> };

/** Starts a process of the next version, which changes the tables on request. */
async function startNext(database: string): Promise<NextVersion> {
  const file = fileURLToPath(new URL('next-version.ts', import.meta.url));
  const child = fork(file, [database], { execArgv: ['--import', 'tsx'] });
  const onExit = (): never => {
    throw new Error('The process of the next version exited unexpectedly.');
  };
  child.once('exit', onExit);
  await once(child, 'message');
  return {
    run(work) {
      child.send(work);
      return once(child, 'message');
    },
    async [Symbol.asyncDispose]() {
      child.off('exit', onExit);
      child.kill();
      await once(child, 'exit');
    },
  };
}

async function takeTurn(
  service: ChildServer,
  next: NextVersion,
  database: string,
  idleMs: number,
): Promise<Turn> {
  using agent = createAgent();
  const getToken = toGetToken(service);
  const calls = { getToken, page: await toPage(getToken) };
  const callDuring = async (begin: () => Promise<unknown>) => {
    const begunAt = performance.now();
    let seconds = 0;
    const work = begin().then(() => (seconds = (performance.now() - begunAt) / 1000));
    const latencies = await callWhile(() => seconds === 0, calls, agent);
    await work;
    return { latencies, seconds };
  };
  await addOldRows(database);
  const idle = await callDuring(() => wait(idleMs));
  const migration = await callDuring(() => next.run('migrate'));
  await next.run('undo');
  const cleaned = await callDuring(() => cleanUp(service));
  const again = await callDuring(() => wait(idleMs));
  return {
    idle: idle.latencies,
    idleAgain: again.latencies,
    migration: migration.latencies,
    migrationSeconds: migration.seconds,
    cleanUp: cleaned.latencies,
    cleanUpSeconds: cleaned.seconds,
  };
}

/** Adds tokens and openings from before the kept days. */
async function addOldRows(database: string): Promise<void> {
  const client = new pg.Client(database);
  await client.connect();
  await client.query(`
    SET search_path TO dashboard_service;
    WITH added AS (
      INSERT INTO connections (company_id, dashboard_guid, session_id, connected_at)
      SELECT 2 + n % 100, md5(n::text)::uuid, 'old', now() - interval '500 days' + n * interval '1 s'
      FROM generate_series(1, ${OLD_ROWS / 2}) AS n RETURNING id, connected_at
    )
    INSERT INTO openings (connection_id, opened_at) SELECT id, connected_at FROM added`);
  // A checkpoint of these rows would delay the calls of the idle service.
  await client.query('CHECKPOINT');
  await client.end();
}
