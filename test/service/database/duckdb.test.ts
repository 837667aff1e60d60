import { symlinkSync, writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { DataSources } from '../../../service/src/database/data-sources.ts';
import { listTables } from '../../../service/src/database/table-list.ts';
import type { DataPool } from '../../../service/src/database/data-engine.ts';
import { DUCKDB } from '../../../service/src/database/duckdb/duckdb-dialect.ts';
import { ALL_HOLD, runDataChecks } from '../../support/data-checks.ts';
import {
  createDatabaseFile,
  createTables,
  openPool,
  runDuckdb,
} from '../../support/duckdb-files.ts';
import { PATIENCE_MS } from '../../support/patience.mjs';

const COLUMNS = ['id', 'region', 'day', 'amount', 'big', '"at"'];

/** The views and macros of the database file. */
const VIEWS = `
  CREATE VIEW logging AS SELECT * FROM enable_logging('QueryLog');
  CREATE VIEW nested AS SELECT 1 AS n FROM logging;
  CREATE VIEW large AS SELECT * FROM sales WHERE id > 5;
  CREATE MACRO log_by_macro() AS TABLE SELECT * FROM enable_logging();
  CREATE MACRO count_by_macro() AS (SELECT count(*) FROM enable_logging());
  CREATE MACRO run(text) AS TABLE SELECT * FROM query(text);
  CREATE MACRO twice(n) AS 2 * n`;

/** A folder of tables and other files, and a database file with the same rows. */
let folder: string;
let files: DataPool;
let database: DataPool;

beforeAll(async () => {
  const ends: (() => void | Promise<void>)[] = [];
  const onEnd = (end: (typeof ends)[number]): void => void ends.unshift(end);
  folder = await createTables(onEnd);
  writeFileSync(`${folder}/broken.parquet`, 'PAR1');
  writeFileSync(`${folder}/utf-16.csv`, Buffer.from('\uFEFFa\n1', 'utf16le'));
  writeFileSync(`${folder}/notes.txt`, 'a\n1');
  writeFileSync(`${folder}/.hidden.csv`, 'a\n1');
  writeFileSync(`${folder}/sales.csv`, 'a\n1');
  symlinkSync('/etc/passwd', `${folder}/passwd.csv`);
  symlinkSync(`${folder}/sales.parquet`, `${folder}/linked.parquet`);
  files = openPool(folder, undefined, onEnd);
  const file = await createDatabaseFile(onEnd);
  await runDuckdb(VIEWS, file);
  database = openPool(file, undefined, onEnd);
  return async () => {
    for (const end of ends) await end();
  };
});

it('all checks hold for a database file', async () => {
  expect(await runDataChecks(`duckdb:${await createDatabaseFile()}`)).toMatchObject(ALL_HOLD);
});

describe('the tables', () => {
  it('of a folder are its files, without those that DuckDB cannot read and links that lead out of it', async () => {
    const tables = await listTables(files, {});
    expect(tables.map(({ name }) => name)).toEqual(['"Net amounts"', 'linked', 'sales']);
    expect(tables[2]!.columns.map(({ name }) => name)).toEqual(COLUMNS);
  });

  it.each([
    ['BROKEN', 'broken.parquet', 'Check that it is a complete Parquet file.'],
    ['utf-16', 'utf-16.csv', 'Line 1 is not in UTF-8.'],
  ])('of a folder without %s have an error that names the file', async (table, file, expected) => {
    await expect(files.read(`SELECT a FROM "${table}"`, [], {})).rejects.toMatchObject({
      code: '42P01',
      message: `DuckDB cannot read the file ${file}. ${expected}`,
      details: { offset: 14 },
    });
  });

  it('of a database file are its tables and views', async () => {
    const tables = await listTables(database, {});
    expect(tables.map(({ name }) => name)).toEqual(['large', 'logging', 'nested', 'sales']);
    expect(tables[3]!.columns.map(({ name }) => name)).toEqual(COLUMNS);
  });
});

it('dates, decimals, big integers and instants of a Parquet file arrive with all digits', async () => {
  const { columns, rows } = await files.read('SELECT * FROM sales ORDER BY id LIMIT 2', [], {});
  expect(rows[1]).toEqual({
    id: 1,
    region: 'South',
    day: '2024-01-02',
    amount: '1.25',
    big: '9007199254740994',
    at: '2024-07-01 10:00:00+00',
  });
  const types = columns.map(({ type }) => type);
  expect(types).toEqual(['integer', 'text', 'date', 'decimal', 'integer', 'instant']);
});

it('has a process of its own for each company', async () => {
  const sources = new DataSources(database, {
    ...{ servers: [], limitMs: PATIENCE_MS, findFile: (path: string) => path },
  });
  onTestFinished(() => sources.close());
  const findConnection = async (companyId: number): Promise<unknown> => {
    const source = sources.find(`duckdb:${folder}`, companyId)!;
    return (await source.read('SELECT current_connection_id() AS id', [], {})).rows[0]!.id;
  };
  // A process counts its connections.
  const first = await findConnection(1);
  expect(await findConnection(1)).not.toBe(first);
  expect(await findConnection(2)).toBe(first);
});

it('keeps the order of a SELECT that is longer than the limit of rows', async () => {
  const { rows } = await database.read('SELECT id FROM sales ORDER BY id DESC; -- all', [], {
    maxRows: 3,
  });
  expect(rows).toEqual([{ id: 9 }, { id: 8 }, { id: 7 }]);
});

describe('the dialect', () => {
  const values = { region: ['North'], day: '2024-01-03', amount: '1.5', name: 'South' };

  it.each([
    ['list', 'region', 5],
    ['date', 'day', 8],
    ['rangeEnd', 'day', 3],
    ['number', 'amount', 8],
    ['choice', 'name', 5],
  ] as const)('has a condition for the filter %s', async (kind, name, count) => {
    const condition = DUCKDB.conditions[kind].replace('?', `:${name}`);
    const bound = DUCKDB.bind(`SELECT id FROM sales WHERE ${condition}`, values);
    const { rows } = await database.read(bound.sql, bound.values, {});
    expect(rows.length).toBe(count);
  });

  it('counts finite numbers in bins', async () => {
    const sql = `SELECT * FROM (VALUES (1.0::float8), (5), ('NaN'), ('Infinity'), (NULL)) AS v (n)`;
    const read = `SELECT ${DUCKDB.toBin([0, 4])} AS bin FROM ${DUCKDB.toNumbers(sql, 'n')}
      WHERE value IS NOT NULL`;
    expect((await database.read(read, [], {})).rows).toEqual([{ bin: 1 }, { bin: 2 }]);
  });
});

describe('a SELECT', () => {
  it.each([
    `SELECT * FROM read_csv('/etc/passwd')`,
    `SELECT * FROM '/etc/passwd.csv'`,
    `SELECT (SELECT 1 FROM read_text('/etc/hostname'))`,
    `WITH a AS (SELECT * FROM "Read_Text"('/etc/hostname')) SELECT * FROM a`,
    `SELECT * FROM system.main.enable_logging()`,
    `SELECT * FROM query('FROM enable_' || 'logging()')`,
    `SELECT * FROM force_checkpoint()`,
    `SELECT * FROM json_execute_serialized_sql(json_serialize_sql('SELECT 1'))`,
  ])('that reads files or changes the process is refused: %s', async (sql) => {
    await expect(files.read(sql, [], {})).rejects.toMatchObject({ code: '42501' });
  });

  it.each([
    'FROM logging',
    'SELECT (SELECT count(*) FROM nested)',
    'SELECT * FROM sales, LATERAL (FROM logging)',
    'FROM log_by_macro()',
    `FROM run('FROM enable_logging()')`,
    'FROM run($1)',
    'SELECT count_by_macro()',
    'WITH RECURSIVE a AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM a, logging WHERE n < 3) FROM a',
  ])('that changes the process by a view or a macro of the file is refused: %s', async (sql) => {
    const values = sql.includes('$1') ? ['FROM truncate_duckdb_logs()'] : [];
    const refused = database.read(sql, values, {});
    await expect(refused).rejects.toMatchObject({ code: '42501' });
    const { rows } = await database.read('SELECT count(*) AS n FROM duckdb_logs', [], {});
    expect(rows).toEqual([{ n: '0' }]);
  });

  it('may use a view or a macro of the file that changes nothing', async () => {
    const sql = `SELECT (SELECT max(id) FROM large) AS a, twice(2) AS b, n FROM run('SELECT 1 AS n')`;
    const { rows } = await database.read(`${sql} WHERE $1 = 'x'`, ['x'], {});
    expect(rows).toEqual([{ a: 9, b: 4, n: 1 }]);
  });

  it('reads no file next to the tables, even if the list of functions allowed it', async () => {
    const paths = `SELECT unnest(current_setting('allowed_paths')) AS path ORDER BY path`;
    const { rows } = await files.read(paths, [], {});
    const tables = ['Net amounts.csv', 'broken.parquet', 'sales.parquet', 'utf-16.csv'];
    expect(new Set(rows.map(({ path }) => path))).toEqual(
      new Set(tables.map((name) => `${folder}/${name}`)),
    );
    const hidden = files.read(`SELECT * FROM '${folder}/.hidden.csv'`, [], {});
    await expect(hidden).rejects.toMatchObject({ code: '42501' });
  });

  it.each([
    `COPY sales TO 'copied.csv'`,
    `ATTACH 'other.duckdb'`,
    `INSTALL httpfs`,
    `SET enable_external_access = true`,
    `PRAGMA database_list`,
    `SELECT 1; COPY (SELECT 1) TO 'copied.csv'`,
    `SELECT 1) UNION (SELECT 2`,
    `DELETE FROM sales RETURNING id`,
    ``,
  ])('is one SELECT only: %s', async (sql) => {
    await expect(database.read(sql, [], {})).rejects.toMatchObject({ code: '42601' });
  });

  it.each([
    ['an unknown column', `SELECT 'é 😀 北京',\n  foo FROM sales`, 'foo', '42703'],
    ['a syntax error', `SELECT 'é 😀' AS one two`, 'two', '42601'],
    ['a value', `SELECT 'é' || 'x'::int`, '::int', '22018'],
    ['a table', `SELECT 1 FROM gone`, 'gone', '42P01'],
    ['a function', `SELECT gone(1)`, 'gone', '42883'],
  ])('has the place of %s', async (_, sql, text, code) => {
    const details = { offset: sql.indexOf(text) };
    await expect(database.read(sql, [], {})).rejects.toMatchObject({ code, details });
  });
});
