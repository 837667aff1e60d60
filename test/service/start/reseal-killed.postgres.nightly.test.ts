import { once } from 'node:events';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { parseDatabaseUrl } from '../../../service/src/start/database-url.ts';
import { type Databases, openDatabases } from '../../../service/src/start/open-databases.ts';
import { resealAll } from '../../../service/src/start/reseal.ts';
import { PATIENCE_MS } from '../../support/patience.mjs';
import { testDatabase } from '../../support/test-database.ts';
import { spawnService } from '../service-process.ts';
import { openBox, SealedContent } from './sealed-content.ts';

/** The changed rows of a whole run: 16 companies with three texts each, one more connection for each, and the check. */
const CHANGES = 16 * 4 + 1;
const POINTS = 50;

/** The lock at which a run stops, in its n-th change of a row. */
const LOCK = '(4611, 66)';
const TABLES = ['companies', 'data_connections', 'tokens', 'secret_check'];
const STOPPING = `
  CREATE SCHEMA stopping;
  CREATE SEQUENCE stopping.changes;
  CREATE TABLE stopping.point (change integer NOT NULL);
  INSERT INTO stopping.point VALUES (0);
  CREATE FUNCTION stopping.stop() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF nextval('stopping.changes') = (SELECT change FROM stopping.point) THEN
      PERFORM pg_advisory_xact_lock${LOCK};
    END IF;
    RETURN NEW;
  END $$;
  ${TABLES.map(
    (table) => `
      CREATE TRIGGER stop BEFORE UPDATE ON dashboard_service.${table}
      FOR EACH ROW EXECUTE FUNCTION stopping.stop();`,
  ).join('')}`;
const WAITING = `
  SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND (classid, objid) = ${LOCK}`;

let address: string;
let databases: Databases;
let observer: pg.Client;

beforeAll(async () => {
  address = await testDatabase();
  databases = await openDatabases(parseDatabaseUrl(address), PATIENCE_MS, { connections: 4 });
  observer = new pg.Client(address);
  await observer.connect();
  await observer.query(STOPPING);
});

afterAll(async () => {
  await observer.end();
  await databases.close();
});

/**
 * Runs the command, and kills it while the server runs its n-th change. The server then makes this change, or not if its
 * connection ends, too.
 */
async function killAt(secret: string, change: number, isMade: boolean): Promise<void> {
  await observer.query('ALTER SEQUENCE stopping.changes RESTART');
  await observer.query('UPDATE stopping.point SET change = $1', [change]);
  await observer.query(`SELECT pg_advisory_lock${LOCK}`);
  const child = spawnService(
    {
      DATABASE_URL: address,
      SERVICE_SECRET: secret,
      SERVICE_API_KEY: 'demo-key',
      SERVICE_ADMIN_PASSWORD: 'correct horse',
      SERVICE_CONNECTIONS: '2',
    },
    [],
    ['reseal'],
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  const pid = async (): Promise<unknown> => (await observer.query(WAITING)).rows[0]?.pid;
  await expect.poll(async () => (await pid()) ?? child.exitCode).toEqual(expect.any(Number));
  expect(child.exitCode).toBeNull();
  const backend = await pid();
  child.kill('SIGKILL');
  await ended;
  if (!isMade) await observer.query('SELECT pg_terminate_backend($1)', [backend]);
  await observer.query(`SELECT pg_advisory_unlock${LOCK}`);
  const isGone = 'SELECT count(*)::int AS count FROM pg_stat_activity WHERE pid = $1';
  await expect
    .poll(async () => (await observer.query(isGone, [backend])).rows[0].count as number)
    .toBe(0);
}

it(`can be killed at ${POINTS} points: everything stays readable, and it goes on to the end`, async () => {
  const { state } = databases;
  const content = new SealedContent(state);
  const secretOf = (point: number): string => `the-secret-of-point-${point}`;
  await content.add(openBox(secretOf(0)), 16, 2);
  for (let point = 1; point <= POINTS; point += 1) {
    const [former, next] = [secretOf(point - 1), secretOf(point)];
    // From the first change of a run to the last one, which is that of the check.
    const change = 1 + Math.floor(((point - 1) * (CHANGES - 1)) / (POINTS - 1));
    await killAt(`${next} ${former}`, change, point % 2 === 0);
    const both = openBox(`${next} ${former}`);
    await content.expectReadable(both);
    const { lines, isDone } = await resealAll(state, both, import.meta.dirname);
    const changed = /first secret: (\d+)\./.exec(lines[0]!)?.[1];
    // Before the change at which it was killed, the run has changed rows, and this one has changed the others.
    expect([change, Number(changed), isDone]).toEqual([
      change,
      CHANGES - 1 - Math.min(CHANGES - 1, point % 2 === 0 ? change : change - 1),
      true,
    ]);
    await content.expectReadable(openBox(next));
  }
});
