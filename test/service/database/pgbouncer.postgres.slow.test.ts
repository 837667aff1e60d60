import { createDashboardService } from 'embedded-dashboard-service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { READ_ROLE } from '../../../service/src/demo/demo-data.ts';
import { SCRIPT_LIMIT_MS, STATEMENT_LIMIT_MS } from '../../../service/src/database/database.ts';
import { parsePostgresAddress } from '../../../service/src/database/postgres/postgres-address.ts';
import { PostgresPool } from '../../../service/src/database/postgres/postgres-pool.ts';
import { logIn } from '../../support/back-office.ts';
import { hasPgBouncer, type Pooler, startPgBouncer } from '../../support/pgbouncer.ts';
import { figuresDashboard, stateOf, testDashboard } from '../../support/test-dashboard.ts';
import { runSql, SETTINGS, testDatabase } from '../../support/test-database.ts';
import { draftOf, publishIn } from '../admin/draft-calls.ts';
import { type ServiceProcess, startService } from '../service-process.ts';
import { holdLock } from './held-lock.ts';

const { apiKey, adminPassword, queryLimitMs } = SETTINGS;
/** Fewer than the clients have, so that they share connections. */
const SERVER_CONNECTIONS = 3;

/** Each dataset has a row only if its setting is right. */
const settings = figuresDashboard(1, {
  zone: `SELECT 1 AS n WHERE current_setting('TimeZone') = 'UTC'`,
  limit: `SELECT 1 AS n FROM pg_settings WHERE name = 'statement_timeout' AND setting = '${queryLimitMs}'`,
  role: `SELECT 1 AS n WHERE current_user = '${READ_ROLE}'`,
  reading: `SELECT 1 AS n WHERE current_setting('transaction_read_only') = 'on'`,
  path: 'SELECT count(*) AS n FROM orders',
  write: `SELECT nextval('public.numbers') AS n`,
  state: 'SELECT count(*) AS n FROM dashboard_service.tokens',
});
const SETTING_STATES = {
  zone: 'ready',
  limit: 'ready',
  role: 'ready',
  reading: 'ready',
  path: 'ready',
  write: 'error',
  state: 'error',
};
const columns = [{ column: 'n', label: 'N', format: 'integer' }];
const rows = testDashboard(2, { rows: 'SELECT n FROM generate_series(1, 1001) AS n' }, [
  { kind: 'table', columns },
]);
const tenant = figuresDashboard(3, { tenant: 'SELECT :Tenant::int + id AS n FROM items' });
const held = figuresDashboard(4, { held: 'SELECT 1 AS n FROM pg_advisory_xact_lock_shared(1)' });
const dashboards = [settings, rows, tenant, held];

/** Creates a database whose own settings are all wrong for the service, with a sequence for everybody. */
async function createDatabase(): Promise<string> {
  const database = await testDatabase();
  const name = new URL(database).pathname.slice(1);
  await runSql(database, 'CREATE SEQUENCE public.numbers; GRANT ALL ON public.numbers TO PUBLIC');
  const wrong = [
    `TimeZone = 'Asia/Kathmandu'`,
    'search_path = nowhere',
    `statement_timeout = '1h'`,
  ];
  await runSql(database, wrong.map((setting) => `ALTER DATABASE ${name} SET ${setting};`).join(''));
  return database;
}

describe.skipIf(!hasPgBouncer)('behind PgBouncer', () => {
  it.each([
    ['session', 20],
    ['transaction', SERVER_CONNECTIONS],
  ] as const)('starts on an empty database and serves readers in %s mode', async (mode, size) => {
    const database = await createDatabase();
    const pooler = await startPgBouncer(database, mode, size);
    const service = createDashboardService({
      ...SETTINGS,
      database: pooler.addressOf(database),
      dashboards,
    });
    try {
      const { url } = await service.listen(0);
      const readers = Array.from({ length: 20 }, (_, index) => open(url, settings, index));
      const pages = await Promise.all(readers);
      expect(pages.map(statesOf)).toEqual(pages.map(() => SETTING_STATES));
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

  describe('in transaction mode', useTwoProcesses);
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
  session: unknown,
  body: object = {},
): Promise<string> {
  const path = `/Api/GetToken/${apiKey}/reader-${String(session)}/${guid}`;
  const issued = await fetch(`${url}${path}?SQLparameters=Tenant=${String(session)}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(issued.status).toBe(200);
  return issued.text();
}

async function open(
  url: string,
  dashboard: { guid: string },
  session: unknown,
  body?: object,
): Promise<string> {
  const page = await fetch(`${url}/Tdb/${await getToken(url, dashboard, session, body)}`);
  expect(page.status).toBe(200);
  return page.text();
}

function statesOf(page: string): Record<string, unknown> {
  return Object.fromEntries(Object.keys(SETTING_STATES).map((id) => [id, stateOf(page, id)]));
}

/** Two processes of the service, which have more connections to PgBouncer than it has to the server. */
function useTwoProcesses(): void {
  let database: string;
  let pooler: Pooler;
  let processes: ServiceProcess[];
  let urls: [string, string];

  beforeAll(async () => {
    database = await createDatabase();
    // The command of the service knows only the dashboards of the demo.
    const first = createDashboardService({ ...SETTINGS, database, dashboards });
    await first.query('SELECT 1');
    await first.close();
    pooler = await startPgBouncer(database, 'transaction', SERVER_CONNECTIONS);
    const env = {
      DATABASE_URL: pooler.addressOf(database),
      SERVICE_CONNECTION_HOSTS: new URL(pooler.addressOf(database)).host,
      SERVICE_SECRET: SETTINGS.secret,
      SERVICE_API_KEY: apiKey,
      SERVICE_ADMIN_PASSWORD: adminPassword,
      SERVICE_CACHE_SECONDS: '0',
    };
    processes = await Promise.all([startService(env), startService(env)]);
    urls = processes.map(({ url }) => url) as [string, string];
  });

  afterAll(async () => {
    await Promise.all(processes.map(({ end }) => end()));
    await pooler.stop();
  });

  const eachReader = <Result>(read: (url: string, index: number) => Promise<Result>) =>
    Promise.all(Array.from({ length: 20 }, (_, index) => read(urls[index % 2]!, index)));

  it('reads only, with the time limit, the row limit, the time zone, the role and the schema', async () => {
    const pages = await eachReader((url, index) => open(url, settings, index));
    expect(pages.map(statesOf)).toEqual(pages.map(() => SETTING_STATES));
    expect(await open(urls[0], rows, 'anna')).toContain('Only the first 1,000 rows are shown.');
  });

  it('shows each reader only the data of the own connection string and parameters', async () => {
    const sources = await Promise.all([1000, 2000].map((id) => createItems(id)));
    const pages = await eachReader((url, index) =>
      open(url, tenant, index, {
        connectionString: pooler.addressOf(sources[index % 3 === 0 ? 0 : 1]!),
      }),
    );
    const values = pages.map((page) => /data-value="([^"]*)"/.exec(page)?.[1]);
    expect(values).toEqual(
      values.map((_, index) => String((index % 3 === 0 ? 1000 : 2000) + index)),
    );
  });

  it('cancels the running query of a reader who leaves', async () => {
    const { countWaiting, release } = await holdLock(database);
    const leaving = new AbortController();
    const token = await getToken(urls[0], held, 'leaving');
    const page = fetch(`${urls[0]}/Tdb/${token}`, { signal: leaving.signal });
    const end = expect(page.then((response) => response.text())).rejects.toThrow('aborted');
    await expect.poll(countWaiting).toBe(1);
    leaving.abort();
    await end;
    await expect.poll(countWaiting).toBe(0);
    await release();
    expect(stateOf(await open(urls[0], held, 'later'), 'held')).toBe('ready');
  });

  it('ends a token at both processes after a logout at one', async () => {
    const token = await getToken(urls[0], settings, 'carl');
    const statusOf = async (url: string) => (await fetch(`${url}/Tdb/${token}`)).status;
    expect(await statusOf(urls[1])).toBe(200);
    expect((await fetch(`${urls[1]}/api/logout/${apiKey}/reader-carl`)).status).toBe(204);
    expect(await Promise.all(urls.map(statusOf))).toEqual([401, 401]);
  });

  it('publishes in the editor at one process, and opens the dashboard at the other', async () => {
    const office = await logIn(urls[0], adminPassword);
    const guid = crypto.randomUUID();
    const published = await publishIn(office, guid, draftOf(), { version: 0 });
    expect([published.status, await published.json()]).toMatchObject([200, { version: 1 }]);
    await office.post(`dashboards/${guid}/share`, { accessible: true });
    expect(await open(urls[1], { guid }, 'anna')).toContain('data-value="42"');
    const again = await logIn(urls[1], adminPassword);
    expect((await publishIn(again, guid, draftOf({ title: 'Second' }))).status).toBe(200);
    expect(await open(urls[0], { guid }, 'anna')).toContain('Second');
  });
}

async function createItems(id: number): Promise<string> {
  const database = await testDatabase();
  await runSql(database, `CREATE TABLE items AS SELECT ${id} AS id`);
  return database;
}
