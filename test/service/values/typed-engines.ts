import { beforeAll } from 'vitest';
import { NO_CHOICES } from '../../../service/src/dashboard/filter-query.ts';
import { runFiltered } from '../../../service/src/dashboard/run-filtered.ts';
import { parseDataAddress } from '../../../service/src/database/data-sources.ts';
import type { DataSource } from '../../../service/src/database/database.ts';
import { PgliteThread } from '../../../service/src/database/postgres/pglite-thread.ts';
import { createFolder, openPool, runDuckdb } from '../../support/duckdb-files.ts';
import { hasMariadb, startMariadb } from '../../support/mariadb-server.ts';
import { PATIENCE_MS } from '../../support/patience.mjs';
import { startPostgres } from '../../support/postgres-server.ts';
import { runSql } from '../../support/test-database.ts';
import { testDashboard } from '../../support/test-dashboard.ts';
import { DUCKDB_TYPES, MARIADB_TYPES, POSTGRES_TYPES, type TypedValues } from './typed-tables.ts';

type OnEnd = (end: () => void | Promise<void>) => void;

/** An engine, and the conditions with which authors compare a column with one value and with a list. */
export interface Engine {
  types: readonly TypedValues[];
  isInstalled: boolean;
  open: (script: string, onEnd: OnEnd) => Promise<DataSource>;
  toConditions: (values: Pick<TypedValues, 'type' | 'hasNoEquality'>) => {
    one: string[];
    list: string;
  };
}

const MOOD = `CREATE TYPE mood AS ENUM ('happy', 'sad');`;
const LIMITS = { connections: 1, limitMs: PATIENCE_MS };
export const OPTIONS = {
  locked: {},
  maxRows: 1000,
  owner: { companyId: 1, sessionId: 'anna' },
  signal: new AbortController().signal,
};

/** MariaDB ignores case and blanks at the end, unless the author compares the bytes. */
const EXACT = 'v COLLATE utf8mb4_nopad_bin';

const postgresConditions: Engine['toConditions'] = ({ type, hasNoEquality }) => {
  // The texts of both zeros differ.
  if (type.startsWith('float')) return { one: [`v = :V::${type}`], list: `v = ANY(:V::${type}[])` };
  return toTextConditions(type, hasNoEquality);
};

const toTextConditions = (
  type: string,
  hasNoEquality?: true,
): ReturnType<Engine['toConditions']> => ({
  one: ['v::text = :V', ...(hasNoEquality ? [] : [`v = :V::${type}`])],
  list: 'v::text = ANY(:V)',
});

export const ENGINES: Record<string, Engine> = {
  PGlite: {
    types: POSTGRES_TYPES,
    isInstalled: true,
    async open(script, onEnd) {
      const database = new PgliteThread({ folder: null });
      onEnd(() => database.close());
      await database.execute(MOOD + script);
      return database;
    },
    toConditions: postgresConditions,
  },
  PostgreSQL: {
    types: POSTGRES_TYPES,
    isInstalled: true,
    async open(script, onEnd) {
      const server = await startPostgres();
      onEnd(() => server.stop());
      const address = server.createDatabase();
      // The database of a company may write values in another way.
      const name = new URL(address).pathname.slice(1);
      await runSql(
        address,
        `${MOOD}${script} ALTER DATABASE ${name} SET DateStyle = 'SQL, DMY'; ALTER DATABASE ${name} SET IntervalStyle = 'iso_8601';
         ALTER DATABASE ${name} SET bytea_output = 'escape'; ALTER DATABASE ${name} SET extra_float_digits = 0`,
      );
      return openServer(address, onEnd);
    },
    toConditions: postgresConditions,
  },
  MariaDB: {
    types: MARIADB_TYPES,
    isInstalled: hasMariadb,
    async open(script, onEnd) {
      const server = await startMariadb();
      onEnd(() => server.stop());
      server.run(`CREATE DATABASE shop; USE shop; SET time_zone = '+00:00'; ${script}
        CREATE USER ann IDENTIFIED BY 'secret'; GRANT SELECT ON shop.* TO ann`);
      return openServer(`mysql://ann:secret@127.0.0.1:${server.port}/shop`, onEnd);
    },
    toConditions: ({ type }) =>
      type.startsWith('varchar')
        ? { one: [`${EXACT} = :V`], list: `${EXACT} IN (:V)` }
        : { one: ['v = :V'], list: 'v IN (:V)' },
  },
  DuckDB: {
    types: DUCKDB_TYPES,
    isInstalled: true,
    async open(script, onEnd) {
      const path = `${createFolder(onEnd)}/types.duckdb`;
      await runDuckdb(script, path);
      return openPool(path, PATIENCE_MS, onEnd);
    },
    toConditions: ({ type }) => ({
      one: ['v = :V'],
      list: type.startsWith('enum') ? 'v = ANY(:V)' : `v = ANY(:V::${type}[])`,
    }),
  },
};

function openServer(address: string, onEnd: OnEnd): DataSource {
  const pool = parseDataAddress(address, { server: () => true, file: () => null })!.open(LIMITS);
  onEnd(() => pool.close());
  return pool;
}

/** Opens an engine for the tests of a suite. Returns how to get its source. */
export function useEngine({ isInstalled, open }: Engine, script: string): () => DataSource {
  let source: DataSource;
  beforeAll(async () => {
    if (!isInstalled) return undefined;
    const ends: (() => void | Promise<void>)[] = [];
    source = await open(script, (end) => ends.unshift(end));
    return async () => {
      for (const end of ends) await end();
    };
  });
  return () => source;
}

/** Returns the `id` and `v` of a table's rows under a condition, and the choices of a filter for its values. */
export async function run(
  source: DataSource,
  table: string,
  { condition = 'true', chosen = [] as string[], multiple = false } = {},
) {
  const { result, filters } = await runFiltered(
    () => source,
    {
      ...testDashboard(1, { rows: `SELECT id, v FROM ${table} WHERE ${condition} ORDER BY id` }, [])
        .definition,
      filters: [
        {
          ...{ kind: 'choice', parameter: 'V', label: 'V', multiple },
          select: { sql: `SELECT v FROM ${table}` },
        },
      ],
    },
    OPTIONS,
    { ...NO_CHOICES, chosen: new Map(chosen.length > 0 ? [['v', chosen]] : []) },
  ).then(({ results, ...ran }) => ({ ...ran, result: results.get('rows')! }));
  if ('failure' in result) throw new Error(`${table} WHERE ${condition}: ${result.reason}`);
  return { result, choices: filters[0]!.choices.map(({ value }) => value) };
}
