import {
  createDashboardService,
  type DashboardService,
  type DashboardServiceOptions,
} from 'embedded-dashboard-service';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { parsePostgresAddress } from '../../../service/src/database/postgres/postgres-address.ts';
import { PostgresPool } from '../../../service/src/database/postgres/postgres-pool.ts';
import { toDataLogin } from '../../../service/src/start/make-data-login.ts';
import {
  type PostgresServer,
  type PostgresStandby,
  startPostgres,
} from '../../support/postgres-server.ts';
import { figuresDashboard } from '../../support/test-dashboard.ts';
import { runSql, SETTINGS } from '../../support/test-database.ts';
import { openDashboard } from '../open-dashboard.ts';

const place = figuresDashboard(1, { place: 'SELECT pg_is_in_recovery()::int AS n' });
const orders = figuresDashboard(2, { orders: 'SELECT (count(*) > 0)::int AS n FROM orders' });

let primary: PostgresServer;
let standby: PostgresStandby;

beforeAll(async () => {
  primary = await startPostgres();
  // A change that a query is in the way of ends the query at once.
  standby = await primary.startStandby('max_standby_streaming_delay=0');
});

afterAll(async () => {
  await standby.end();
  await primary.stop();
});

/** Makes a database that the standby has, too. */
async function createDatabase(sql = ''): Promise<string> {
  const database = primary.createDatabase();
  await runSql(database, `${sql}; CREATE TABLE made ()`);
  const copy = standby.addressOf(database);
  const isThere = async (): Promise<boolean> => {
    const rows = await runSql(copy, `SELECT to_regclass('made') IS NOT NULL AS is_there`).catch(
      () => [{ is_there: false }],
    );
    return rows[0]!.is_there === true;
  };
  await expect.poll(isThere).toBe(true);
  return database;
}

describe('SERVICE_DATA_URL', () => {
  let database: string;
  let login: string;

  beforeEach(async () => {
    database = primary.createDatabase();
    const name = `data_${new URL(database).pathname.slice(1)}`;
    const { address, statements } = toDataLogin(database, { name });
    login = address;
    await runSql(database, statements.join('\n'));
    const copy = standby.addressOf(login);
    await expect.poll(() => runSql(copy, 'SELECT 1 AS n').catch(() => [])).toEqual([{ n: 1 }]);
  });

  const serve = (options: DashboardServiceOptions): DashboardService => {
    const service = createDashboardService({
      ...SETTINGS,
      dashboards: [place, orders],
      ...options,
    });
    onTestFinished(() => service.close());
    return service;
  };

  /** Returns the value of the only tile. */
  const open = async (service: DashboardService, dashboard: { guid: string }): Promise<unknown> =>
    /data-value="([^"]*)"/.exec(await openDashboard(service, dashboard))?.[1];

  it('can be a standby, which then has the queries of dashboards', async () => {
    const service = serve({ database, dataUrl: standby.addressOf(login), cacheMs: 0 });
    await service.listen(0);
    expect(await open(service, place)).toBe('1');
    // The primary has made the data just now.
    await expect.poll(() => open(service, orders)).toBe('1');
  });

  it('is refused with a login that reads the state, also if the standby has no tables yet', async () => {
    const copy = standby.addressOf(database);
    await runSql(copy, 'SELECT pg_wal_replay_pause()');
    onTestFinished(async () => {
      await runSql(copy, 'SELECT pg_wal_replay_resume()');
    });
    const first = serve({ database });
    await first.listen(0);
    await first.close();
    const role = decodeURIComponent(new URL(login).username);
    await runSql(database, `GRANT SELECT ON dashboard_service.tokens TO ${role}`);
    const service = serve({ database, dataUrl: standby.addressOf(login) });
    await expect(service.listen(0)).rejects.toThrow(/^SERVICE_DATA_URL: .*state/);
  });

  it('is refused if it is another database, or one of the same name on another server', async () => {
    const other = await startPostgres();
    onTestFinished(() => other.stop());
    const maintained = Object.assign(new URL(database), { pathname: '/postgres' }).href;
    const { host } = new URL(other.createDatabase());
    const elsewhere = Object.assign(new URL(maintained), { host }).href;
    for (const dataUrl of [database, elsewhere]) {
      const starting = serve({ database: maintained, dataUrl }).listen(0);
      await expect(starting).rejects.toMatchObject({
        name: 'SettingError',
        message: expect.stringMatching(
          /^SERVICE_DATA_URL must name the database of DATABASE_URL, or a standby of it, [^\n]+$/,
        ),
      });
    }
  });

  it('is refused if its database cannot be compared', async () => {
    await runSql(database, 'REVOKE EXECUTE ON FUNCTION pg_control_system FROM PUBLIC');
    await expect(serve({ database, dataUrl: login }).listen(0)).rejects.toMatchObject({
      name: 'SettingError',
      message: expect.stringMatching(/^SERVICE_DATA_URL: [^\n]+pg_control_system[^\n]+$/),
    });
  });
});

it('serves data at a standby, and no state', async () => {
  const address = parsePostgresAddress(standby.addressOf(await createDatabase()))!;
  const [state, data] = [true, false].map((isPrimary) => {
    const pool = new PostgresPool({
      address: { ...address, isPrimary },
      size: 1,
      readLimitMs: 60_000,
    });
    onTestFinished(() => pool.close());
    return pool;
  });
  await expect(state!.query('SELECT 1')).rejects.toMatchObject({
    code: 'unavailable',
    message: 'The server is a standby.',
  });
  expect(await data!.query('SELECT 1 AS n')).toEqual([{ n: 1 }]);
});

describe('a query that the standby ends for its recovery', () => {
  let database: string;
  let pool: PostgresPool;
  let holder: pg.Client;

  beforeEach(async () => {
    database = await createDatabase('CREATE TABLE items AS SELECT 1 AS n');
    const copy = standby.addressOf(database);
    const address = parsePostgresAddress(copy)!;
    pool = new PostgresPool({ address, size: 2, readLimitMs: 600_000 });
    holder = new pg.Client(copy);
    await holder.connect();
    await holder.query('SELECT pg_advisory_lock(1)');
    onTestFinished(async () => {
      await holder.end();
      await pool.close();
    });
  });

  /** Counts the items when the lock is free. */
  const read = () =>
    pool.read('SELECT count(*) AS n FROM items, pg_advisory_xact_lock_shared(1)', [], {});

  /** Returns the queries that wait for the lock, by their connections. */
  async function listWaiting(): Promise<unknown[]> {
    const { rows } = await holder.query(
      `SELECT pid, query_start::text FROM pg_stat_activity JOIN pg_locks USING (pid)
       WHERE NOT granted AND locktype = 'advisory'`,
    );
    return rows;
  }

  /** Waits until one query waits that is not `before`. */
  async function untilWaiting(before: unknown[] = []): Promise<unknown[]> {
    let waiting: unknown[] = [];
    await expect
      .poll(async () => {
        waiting = await listWaiting();
        return waiting.length === 1 && JSON.stringify(waiting) !== JSON.stringify(before);
      })
      .toBe(true);
    return waiting;
  }

  const change = (): Promise<unknown> =>
    runSql(database, 'TRUNCATE items; INSERT INTO items VALUES (1), (2)');

  it('is run once more', async () => {
    const reading = read();
    const first = await untilWaiting();
    await change();
    await untilWaiting(first);
    await holder.query('SELECT pg_advisory_unlock(1)');
    expect((await reading).rows).toEqual([{ n: '2' }]);
  });

  it('is run only once more', async () => {
    const reading = read();
    const failing = expect(reading).rejects.toMatchObject({ code: '40001' });
    const first = await untilWaiting();
    await change();
    await untilWaiting(first);
    await change();
    await failing;
    expect(await listWaiting()).toEqual([]);
  });

  it('keeps its error if the standby ends the connection with it', async () => {
    holder.on('error', () => {});
    const failing = expect(read()).rejects.toMatchObject({ code: '57P04' });
    await untilWaiting();
    const maintained = Object.assign(new URL(database), { pathname: '/postgres' }).href;
    await runSql(maintained, `DROP DATABASE ${new URL(database).pathname.slice(1)}`);
    await failing;
  });
});
