import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { parsePostgresAddress } from '../../../service/src/database/postgres/postgres-address.ts';
import { PostgresPool } from '../../../service/src/database/postgres/postgres-pool.ts';
import { inputs } from '../../support/inputs.ts';
import { hasPgBouncer, type Pooler, startPgBouncer } from '../../support/pgbouncer.ts';
import { runSql } from '../../support/test-database.ts';
import {
  citiesOf,
  createPolicedDatabase,
  expectPolicy,
  expectTexts,
  lockTo,
  readAs,
} from './policed-table.ts';

const OWN = citiesOf(7);
/** Ways in which a SELECT might show the rows of another tenant. */
const ATTACKS = [
  `WITH moved AS MATERIALIZED (SELECT set_config('dashboard.tenant', 'tenant 8', true))
   SELECT sold.city FROM moved, LATERAL (SELECT * FROM public.sold OFFSET 0) AS sold`,
  `SELECT city FROM public.sold WHERE "pg_catalog"."set_config"('dashboard.tenant', 'tenant 8', false) <> ''`,
  `SELECT city FROM public.sold WHERE set_config('row_security', 'off', true) <> ''`,
  `SELECT city FROM public.sold WHERE set_config('role', 'none', true) <> ''`,
  `SELECT query_to_xml('SELECT set_config(''dashboard.tenant'', ''tenant 8'', true)', true, true, '')::text AS city`,
  `SELECT query_to_xml('SELECT * FROM public.sold', true, true, '')::text AS city`,
  `SELECT table_to_xml('public.sold', true, true, '')::text AS city`,
  `SELECT word AS city FROM ts_stat('SELECT to_tsvector(city) FROM public.sold')`,
  `SELECT 'x' AS city; SET LOCAL dashboard.tenant TO 'tenant 8'`,
  `SET LOCAL dashboard.tenant TO 'tenant 8'`,
  `RESET ALL`,
  `DO $$ BEGIN SET LOCAL dashboard.tenant TO 'tenant 8'; END $$`,
  `WITH moved AS (UPDATE pg_settings SET setting = 'tenant 8' WHERE name = 'dashboard.tenant' RETURNING 1)
   SELECT city FROM public.sold`,
  `SELECT city FROM public.sold FOR UPDATE`,
  `SELECT city FROM ONLY public.sold TABLESAMPLE SYSTEM (100) REPEATABLE (1)`,
  `SELECT city FROM public.sold WHERE 1 / (CASE WHEN tenant = 'tenant 8' THEN 0 ELSE 1 END) = 1`,
  `SELECT city FROM public.sold WHERE city::int = 0`,
  `SELECT most_common_vals::text AS city FROM pg_stats WHERE tablename = 'sold'`,
  `SELECT most_common_elems::text AS city FROM pg_stats_ext`,
  `SELECT stavalues1::text AS city FROM pg_statistic`,
  `SELECT pg_read_file('base/1/pg_filenode.map') AS city`,
  `SELECT lo_get(1)::text AS city`,
];

let database: string;
let login: string;
let closedLogin: string;
let pooler: Pooler | undefined;

beforeAll(async () => {
  ({ database, login } = await createPolicedDatabase());
  ({ login: closedLogin } = await createPolicedDatabase(true));
  if (hasPgBouncer) pooler = await startPgBouncer(database, 'transaction', 2, [login]);
});

afterAll(() => pooler?.stop());

/** Opens connections for one test. */
async function withPool<Result>(
  size: number,
  address: string,
  use: (pool: PostgresPool) => Promise<Result>,
): Promise<Result> {
  const pool = new PostgresPool({
    address: parsePostgresAddress(address)!,
    size,
    readLimitMs: 60_000,
  });
  try {
    return await use(pool);
  } finally {
    await pool.close();
  }
}

describe.each(['PostgreSQL', ...(hasPgBouncer ? ['PgBouncer'] : [])])('behind %s', (way) => {
  const address = (): string => (way === 'PgBouncer' ? pooler!.addressOf(login) : login);

  it('a row policy uses the parameters that the token sets', () =>
    withPool(1, address(), async (pool) => {
      if (way === 'PostgreSQL') return expectPolicy(pool);
      // Its connections may be used ones.
      expect(await readAs(pool, lockTo(7))).toEqual(OWN);
      expect(await readAs(pool, {})).toEqual([]);
    }));

  it('no reader gets a row of another tenant', () =>
    withPool(6, address(), (pool) =>
      fc.assert(
        fc.asyncProperty(
          fc.array(fc.option(fc.nat({ max: 19 })), { minLength: 100, maxLength: 100 }),
          async (tenants) => {
            const seen = tenants.map((each) => readAs(pool, each === null ? {} : lockTo(each)));
            expect(await Promise.all(seen)).toEqual(
              tenants.map((each) => (each === null ? [] : citiesOf(each))),
            );
          },
        ),
        inputs(100),
      ),
    ));
});

it.each(['on', 'off'])(
  'any name and value is a text, with standard_conforming_strings %s',
  async (value) => {
    const name = new URL(login).username;
    await runSql(database, `ALTER ROLE ${name} SET standard_conforming_strings = ${value}`);
    await withPool(1, login, expectTexts);
  },
);

it.each(ATTACKS)('shows no row of another tenant without set_config: %s', (sql) =>
  withPool(1, closedLogin, async (pool) => {
    const seen = await readAs(pool, lockTo(7), sql).catch(() => []);
    expect(OWN).toEqual(expect.arrayContaining(seen.map(String)));
    expect(await readAs(pool, lockTo(7))).toEqual(OWN);
  }),
);

it('holds against an author only without set_config', () =>
  withPool(1, login, async (pool) => {
    expect(await readAs(pool, lockTo(7), ATTACKS[0])).toEqual(citiesOf(8));
    expect(await readAs(pool, lockTo(7))).toEqual(OWN);
  }));
