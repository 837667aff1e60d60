import { createDashboardService, type DashboardService } from 'embedded-dashboard-service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SCRIPT_LIMIT_MS, STATEMENT_LIMIT_MS } from '../../../service/src/database/database.ts';
import { parsePostgresAddress } from '../../../service/src/database/postgres/postgres-address.ts';
import { PostgresPool } from '../../../service/src/database/postgres/postgres-pool.ts';
import { toDataLogin } from '../../../service/src/start/make-data-login.ts';
import { ALL_HOLD, runDataChecks } from '../../support/data-checks.ts';
import { hasPgBouncer, type Pooler, startPgBouncer } from '../../support/pgbouncer.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres-server.ts';
import { figuresDashboard, stateOf } from '../../support/test-dashboard.ts';
import { runSql, SETTINGS, testDatabase } from '../../support/test-database.ts';
import { holdLock } from './held-lock.ts';

const { apiKey } = SETTINGS;
/** Fewer than the clients have, so that they share connections. */
const SERVER_CONNECTIONS = 3;

const orders = figuresDashboard(1, { orders: 'SELECT count(*) AS n FROM orders' });
/** Waits for a lock. Each reader has an own query. */
const held = figuresDashboard(2, {
  held: 'SELECT :Tenant::int AS n FROM pg_advisory_xact_lock_shared(1)',
});
const dashboards = [orders, held];

/** Creates a database whose own settings are all wrong for the service. */
async function createDatabase(): Promise<string> {
  const database = await testDatabase();
  const name = new URL(database).pathname.slice(1);
  const wrong = [
    `TimeZone = 'Asia/Kathmandu'`,
    'search_path = nowhere',
    `statement_timeout = '1h'`,
  ];
  await runSql(database, wrong.map((setting) => `ALTER DATABASE ${name} SET ${setting};`).join(''));
  return database;
}

describe.skipIf(!hasPgBouncer)('behind PgBouncer', () => {
  it('starts on an empty database and serves readers in session mode', async () => {
    const database = await createDatabase();
    const pooler = await startPgBouncer(database, 'session', 20);
    const service = createDashboardService({
      ...SETTINGS,
      database: pooler.addressOf(database),
      dashboards,
    });
    try {
      const { url } = await service.listen(0);
      const readers = Array.from({ length: 20 }, (_, index) => open(url, orders, index));
      const pages = await Promise.all(readers);
      expect(pages.map((page) => stateOf(page, 'orders'))).toEqual(pages.map(() => 'ready'));
    } finally {
      await service.close();
      await pooler.stop();
    }
  });

  it('loses no setting of a pool, and gives none to the other clients', async () => {
    const database = await createDatabase();
    const pooler = await startPgBouncer(database, 'transaction', SERVER_CONNECTIONS);
    const address = pooler.addressOf(database);
    const pools = ['first', 'second'].map((schema, index) => new SeenPool(address, schema, index));
    try {
      await runSql(database, SEEN_TABLES);
      for (let round = 0; round < 5; round += 1) {
        const seen = await Promise.all(pools.flatMap((pool) => pool.see()));
        expect(seen).toEqual(pools.flatMap((pool) => pool.expected));
        const others = Array.from({ length: 2 * SERVER_CONNECTIONS }, () => runSql(address, SEEN));
        expect(new Set((await Promise.all(others)).map(([row]) => row!.seen))).toEqual(
          new Set(['Asia/Kathmandu 3600000 nowhere off none']),
        );
      }
    } finally {
      await Promise.all(pools.map(({ pool }) => pool.close()));
      await pooler.stop();
    }
  });

  describe('SERVICE_DATA_URL in transaction mode', useDataLogin);
});

/** The settings of a transaction, in one text. */
const SEEN_TEXT = `concat_ws(' ', current_setting('TimeZone'),
  (SELECT setting FROM pg_settings WHERE name = 'statement_timeout'), current_setting('search_path'),
  current_setting('transaction_read_only'), current_setting('role'))`;
const SEEN = `SELECT ${SEEN_TEXT} AS seen, pg_sleep(0.01)`;
const SEEN_TABLES = ['first', 'second']
  .map((schema) => `CREATE SCHEMA ${schema}; CREATE TABLE ${schema}.kept (seen text);`)
  .join('');

/** A pool, and the settings that its transactions of each kind see. */
class SeenPool {
  readonly pool: PostgresPool;
  readonly expected: string[];

  constructor(address: string, schema: string, index: number) {
    const readLimitMs = 70_000 + index;
    this.pool = new PostgresPool({
      address: parsePostgresAddress(address)!,
      schema,
      size: 4,
      readLimitMs,
      readRole: 'pg_monitor',
    });
    const own = `UTC ${STATEMENT_LIMIT_MS} ${schema} off none`;
    const script = `UTC ${SCRIPT_LIMIT_MS} ${schema} off none`;
    const read = `UTC ${readLimitMs} ${schema} on pg_monitor`;
    this.expected = [own, read, script, own, own, read, script, own];
  }

  /** Runs transactions of each kind at the same time. */
  see(): Promise<unknown>[] {
    const kinds = [
      () => this.#own(),
      () => this.#read(),
      () => this.#script(),
      () => this.#alone(),
    ];
    return [...kinds, ...kinds].map((kind) => kind());
  }

  async #own(): Promise<unknown> {
    return (await this.pool.query(SEEN))[0]!.seen;
  }

  async #read(): Promise<unknown> {
    return (await this.pool.read(SEEN, [], {})).rows[0]!.seen;
  }

  /** Writes the settings into a table of the schema, because a script returns no rows. */
  async #script(): Promise<unknown> {
    await this.pool.execute(`INSERT INTO kept SELECT ${SEEN_TEXT}`);
    const kept = await this.pool.query('SELECT DISTINCT seen FROM kept');
    return kept.map(({ seen }) => seen).join();
  }

  #alone(): Promise<unknown> {
    return this.pool.exclusively(async ({ query }) => (await query(SEEN))[0]!.seen);
  }
}

async function getToken(
  url: string,
  { guid }: { guid: string },
  session: number,
): Promise<Response> {
  return fetch(
    `${url}/Api/GetToken/${apiKey}/reader-${session}/${guid}?SQLparameters=Tenant=${session}`,
  );
}

async function open(url: string, dashboard: { guid: string }, session: number): Promise<string> {
  const token = await (await getToken(url, dashboard, session)).text();
  return (await fetch(`${url}/Tdb/${token}`)).text();
}

/** The login of SERVICE_DATA_URL, whose password PgBouncer checks. */
function useDataLogin(): void {
  let server: PostgresServer;
  let administrator: string;
  let pooler: Pooler;
  let database: string;
  let dataUrl: string;

  beforeAll(async () => {
    server = await startPostgres();
    administrator = server.createDatabase();
    const owner = Object.assign(new URL(administrator), { username: 'owner' });
    const login = toDataLogin(owner.href, { name: 'data_reader' });
    await runSql(
      administrator,
      `CREATE ROLE owner LOGIN; ALTER DATABASE ${owner.pathname.slice(1)} OWNER TO owner;
       REVOKE CREATE ON SCHEMA public FROM PUBLIC; ${login.statements.join('\n')}`,
    );
    const logins = [owner.href, login.address];
    pooler = await startPgBouncer(administrator, 'transaction', SERVER_CONNECTIONS, logins);
    database = pooler.addressOf(owner.href);
    dataUrl = pooler.addressOf(login.address);
  });

  afterAll(async () => {
    await pooler.stop();
    await server.stop();
  });

  const serve = (more: { dataUrl: string }): DashboardService =>
    createDashboardService({ ...SETTINGS, database, dashboards, ...more });

  it('leaves the connections of the state free while queries have all of its own', async () => {
    const { countWaiting, release } = await holdLock(administrator);
    const service = serve({ dataUrl });
    const { url } = await service.listen(0);
    const readers = Array.from({ length: 2 * SERVER_CONNECTIONS }, (_, index) => index);
    const pages = Promise.all(readers.map((reader) => open(url, held, reader)));
    await expect.poll(countWaiting).toBe(SERVER_CONNECTIONS);
    expect((await getToken(url, orders, readers.length)).status).toBe(200);
    expect(await countWaiting()).toBe(SERVER_CONNECTIONS);
    await release();
    expect((await pages).map((page) => stateOf(page, 'held'))).toEqual(readers.map(() => 'ready'));
    await service.close();
  });

  it('holds in all checks of check-data', async () => {
    expect(await runDataChecks(dataUrl)).toMatchObject(ALL_HOLD);
  });

  it('does not start with a wrong password', async () => {
    const wrong = Object.assign(new URL(dataUrl), { password: 'wrong-secret' });
    const service = serve({ dataUrl: wrong.href });
    await expect(service.listen(0)).rejects.toThrow('is refused by the server');
    await service.close();
  });
}
