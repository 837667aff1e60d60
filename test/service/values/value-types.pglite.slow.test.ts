import { beforeAll, describe, expect, it } from 'vitest';
import type { TableTile } from '../../../service/src/dashboard/definition.ts';
import { NO_CHOICES } from '../../../service/src/dashboard/filter-query.ts';
import { type DatasetRows, runDataset } from '../../../service/src/dashboard/run-dashboard.ts';
import { runFiltered } from '../../../service/src/dashboard/run-filtered.ts';
import { parseDataAddress } from '../../../service/src/database/data-sources.ts';
import type { DataSource } from '../../../service/src/database/database.ts';
import { PgliteThread } from '../../../service/src/database/postgres/pglite-thread.ts';
import { toTileCsv } from '../../../service/src/downloads/tile-csv.ts';
import { renderTable } from '../../../service/src/page/tile/table-markup.ts';
import { toTileData } from '../../../service/src/tiles/tile-data.ts';
import { toCsvLine } from '../../../service/src/values/csv-line.ts';
import { toText, ValueFormatter } from '../../../service/src/values/value-formatter.ts';
import { toPageLocale } from '../../../service/src/words/page-locale.ts';
import { createFolder, openPool, runDuckdb } from '../../support/duckdb-files.ts';
import { hasMariadb, startMariadb } from '../../support/mariadb-server.ts';
import { PATIENCE_MS } from '../../support/patience.mjs';
import { startPostgres } from '../../support/postgres-server.ts';
import { runSql } from '../../support/test-database.ts';
import { testDashboard } from '../../support/test-dashboard.ts';
import {
  DUCKDB_TYPES,
  MARIADB_TYPES,
  POSTGRES_TYPES,
  toScript,
  type TypedValues,
} from './typed-tables.ts';

type OnEnd = (end: () => void | Promise<void>) => void;

/** An engine, and the conditions with which authors compare a column with one value and with a list. */
interface Engine {
  types: readonly TypedValues[];
  isInstalled: boolean;
  open: (script: string, onEnd: OnEnd) => Promise<DataSource>;
  toConditions: (values: TypedValues) => { one: string[]; list: string };
}

const MOOD = `CREATE TYPE mood AS ENUM ('happy', 'sad');`;
const LOCALE = toPageLocale('en');
const LIMITS = { connections: 1, limitMs: PATIENCE_MS };
const OPTIONS = {
  locked: {},
  maxRows: 1000,
  owner: { companyId: 1, sessionId: 'anna' },
  signal: new AbortController().signal,
};
const COLLATOR = new Intl.Collator('en', { numeric: true });

const postgresConditions: Engine['toConditions'] = ({ type, hasNoEquality }) => ({
  one: ['v::text = :V', ...(hasNoEquality ? [] : [`v = :V::${type}`])],
  list: 'v::text = ANY(:V)',
});

const ENGINES: Record<string, Engine> = {
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
    toConditions: () => ({ one: ['v = :V'], list: 'v IN (:V)' }),
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

/** Returns the rows of a table under a condition, and the choices of a filter for its values. */
async function run(
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

/** Returns the rows of a table tile as readers sort them, and its CSV. */
async function draw(result: DatasetRows, isNumber: boolean) {
  const format = isNumber ? 'decimal' : 'text';
  const columns = [{ column: 'v', label: 'v', format }] as const;
  const tile = { id: 't', title: 't', span: 6, kind: 'table', dataset: 'rows', columns } as const;
  const shown = { ...tile, columns: [...columns] } as unknown as TableTile;
  const results = new Map([['rows', result]]);
  const formatter = new ValueFormatter('en', 'EUR');
  const data = toTileData(shown, { results, formatter, words: LOCALE.words });
  if (data.state !== 'ready') throw new Error(data.state);
  const html = (await renderTable(data.table, { formatter, isChosen: () => undefined })).toString();
  const cells = [...html.matchAll(/data-value="([^"]*)"(?: data-sort="([^"]*)")?/g)];
  return {
    cells: cells.map(([, value, key]) => ({ value: decode(value!), key })),
    csv: toTileCsv(shown, results, 'EUR', LOCALE)!,
  };
}

function decode(html: string): string {
  return html.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
}

/** Compares two cells as the page does. */
function compare(
  left: { value: string; key: string | undefined },
  right: { value: string; key: string | undefined },
  isNumber: boolean,
): number {
  if (left.key !== undefined) return Number(left.key) - Number(right.key);
  if (!isNumber) return COLLATOR.compare(left.value, right.value);
  const [first, second] = [left, right].map(({ value }) => Number(value));
  return Number.isNaN(second) ? -1 : first! - second!;
}

describe.for(Object.entries(ENGINES))('%s', ([, { types, isInstalled, open, toConditions }]) => {
  let source: DataSource;

  beforeAll(async () => {
    if (!isInstalled) return undefined;
    const ends: (() => void | Promise<void>)[] = [];
    source = await open(toScript(types), (end) => ends.unshift(end));
    return async () => {
      for (const end of ends) await end();
    };
  });

  it.skipIf(!isInstalled).for(types.map((each) => [each.name, each] as const))(
    'shows, sorts, filters and exports %s',
    async ([name, typed]) => {
      const wanted = typed.values.map(([, shown]) => shown);
      const { result, choices } = await run(source, name);
      const rows = result.rows.filter(({ v }) => v !== null);
      expect(rows.map(({ v }) => toText(v))).toEqual(wanted);

      const isNumber = ['integer', 'decimal'].includes(result.columns[1]!.type);
      const { cells, csv } = await draw({ ...result, rows }, isNumber);
      expect(cells.map(({ value }) => value)).toEqual(wanted);
      const pairs = cells.slice(1).map((cell, index) => compare(cells[index]!, cell, isNumber));
      expect(pairs.filter((order) => !(order < 0))).toEqual([]);
      expect(csv).toBe(`\ufeff${['v', ...wanted].map((text) => toCsvLine([text])).join('')}`);

      // A shortened value represents several ones, and `=` separates parameters.
      expect(choices).toEqual(wanted.filter((text) => !/^binary, |[=;]/.test(text)));
      const { one, list } = toConditions(typed);
      const conditions = [...one.map((sql) => [sql, false] as const), [list, true] as const];
      for (const choice of choices) {
        for (const [condition, multiple] of conditions) {
          const found = await run(source, name, { condition, chosen: [choice], multiple });
          expect([condition, found.result.rows.map(({ v }) => toText(v))]).toEqual([
            condition,
            [choice],
          ]);
        }
      }
    },
  );

  it.skipIf(!isInstalled).for([
    ['SELECT 1 AS n, 2 AS m, 3 AS n', 'Columns 1 and 3 have the same name, “n”'],
    ['SELECT 1 AS n, 2 AS n_1, 3 AS n_2', null],
  ])('never chooses between columns of one name: %s', async ([sql, reason]) => {
    const result = await runDataset(() => source, { sql: sql! }, {}, OPTIONS);
    expect('failure' in result ? result.reason : null).toBe(reason);
  });
});
