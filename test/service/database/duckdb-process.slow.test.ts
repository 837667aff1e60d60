import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import type { DataPool } from '../../../service/src/database/data-engine.ts';
import type { DatabaseError, RowSet } from '../../../service/src/database/database.ts';
import {
  createDatabaseFile,
  createTables,
  openPool,
  runDuckdb,
} from '../../support/duckdb-files.ts';

const COUNT = 'SELECT count(*) AS n FROM sales';
/** More rows than DuckDB can join in any time limit, in almost no memory. */
const ENDLESS = `SELECT count(*) FROM range(1000000) AS a, range(1000000) AS b, range(1000000) AS c
  WHERE hash(a.range, b.range, c.range) = 1`;

const read = (pool: DataPool, sql: string, cancel?: AbortSignal): Promise<RowSet> =>
  pool.read(sql, [], { maxRows: 1000, ...(cancel && { cancel }) });

/** Returns the processes of DuckDB that a process has started. */
function listProcesses(parent = process.pid): number[] {
  try {
    const listed = execFileSync('pgrep', ['-P', String(parent), '-f', 'duckdb-child']);
    return String(listed).trim().split('\n').map(Number);
  } catch {
    return [];
  }
}

/** Starts a query, and waits until it runs. Returns its error. */
async function start(
  pool: DataPool,
  sql: string,
  cancel?: AbortSignal,
): Promise<() => Promise<string>> {
  const ended = read(pool, sql, cancel).then(
    () => 'no error',
    (error: DatabaseError) => error.code,
  );
  const looks = 'SELECT count AS n FROM duckdb_connection_count()';
  await expect.poll(async () => Number((await read(pool, looks)).rows[0]!.n)).toBe(3);
  return () => ended;
}

it('a process that is killed during a query is replaced', async () => {
  const pool = openPool(await createTables());
  const failure = await start(pool, ENDLESS);
  const [child] = listProcesses();
  process.kill(child!, 'SIGKILL');
  expect(await failure()).toBe('crashed');
  expect((await read(pool, COUNT)).rows).toEqual([{ n: '10' }]);
  expect(listProcesses()).not.toContain(child);
});

it('a process that does not answer is killed at the time limit, and replaced', async () => {
  const pool = openPool(await createTables(), 1000);
  await read(pool, COUNT);
  const [child] = listProcesses();
  process.kill(child!, 'SIGSTOP');
  await expect(read(pool, COUNT)).rejects.toMatchObject({ code: 'time-limit' });
  const patient = openPool(await createTables());
  expect((await read(patient, COUNT)).rows).toEqual([{ n: '10' }]);
  await expect.poll(() => listProcesses()).not.toContain(child);
});

it.each([
  [
    'more memory than the limit of DuckDB',
    'SELECT list(range) AS n FROM range(10000000000)',
    /^(53200|crashed)$/,
  ],
  ['a text that Node cannot hold', `SELECT repeat('x', 3000000000) AS n`, /^(crashed|53200)$/],
])('a query that needs %s fails, and the next one works', async (_, sql, code) => {
  const pool = openPool(await createDatabaseFile());
  await expect(read(pool, sql)).rejects.toMatchObject({ code: expect.stringMatching(code) });
  expect((await read(pool, COUNT)).rows).toEqual([{ n: '10' }]);
});

it('the process has a folder for temporary data until its end, and no environment of the service', async () => {
  const pool = openPool(await createDatabaseFile());
  const setting = `SELECT current_setting('temp_directory') AS folder`;
  const folder = String((await read(pool, setting)).rows[0]!.folder);
  expect(existsSync(folder)).toBe(true);
  const [child] = listProcesses();
  const names = readFileSync(`/proc/${child}/environ`, 'utf8').split('\0');
  expect(names.filter((each) => each && !/^(TZ|NODE_CHANNEL_\w+)=/.test(each))).toEqual([]);
  await pool.close();
  expect([existsSync(folder), listProcesses()]).toEqual([false, []]);
});

it('a folder has the files that are added, replaced and removed', async () => {
  const folder = await createTables();
  const pool = openPool(folder);
  expect((await read(pool, COUNT)).rows).toEqual([{ n: '10' }]);
  writeFileSync(`${folder}/cities.csv`, 'name,people\nOslo,700000\n');
  expect((await read(pool, 'SELECT * FROM cities')).rows).toEqual([
    { name: 'Oslo', people: '700000' },
  ]);
  writeFileSync(`${folder}/cities.csv`, 'town\nBergen\nTromsø\n');
  expect((await read(pool, 'SELECT * FROM cities')).rows).toEqual([
    { town: 'Bergen' },
    { town: 'Tromsø' },
  ]);
  rmSync(`${folder}/cities.csv`);
  await expect(read(pool, 'SELECT * FROM cities')).rejects.toMatchObject({ code: '42P01' });
});

it('a running query goes on in the process of the former files', async () => {
  const path = await createDatabaseFile();
  const pool = openPool(path);
  const leaving = new AbortController();
  const failure = await start(pool, ENDLESS, leaving.signal);
  const [former] = listProcesses();
  await runDuckdb('CREATE TABLE sales AS SELECT 1 AS id', `${path}.new`);
  renameSync(`${path}.new`, path);
  expect((await read(pool, COUNT)).rows).toEqual([{ n: '1' }]);
  expect(listProcesses()).toHaveLength(2);
  leaving.abort();
  expect(await failure()).toBe('aborted');
  await expect.poll(() => listProcesses()).not.toContain(former);
});

it('a missing file, another file and a link have errors without any path, and nothing is created', async () => {
  const path = await createDatabaseFile();
  const missing = `${path}.missing`;
  writeFileSync(`${path}.txt`, 'a text, and not a database'.repeat(1000));
  symlinkSync(path, `${path}.link`);
  for (const each of [missing, `${path}.txt`, `${path}.link`]) {
    await expect(read(openPool(each), 'SELECT 1 AS n')).rejects.toMatchObject({
      code: '3D000',
      message: expect.not.stringContaining('sales'),
    });
  }
  expect(existsSync(missing)).toBe(false);
});

it('a process and its folder end with the service, also during a query', async () => {
  const pool = new URL('../../../service/src/database/duckdb/duckdb-pool.ts', import.meta.url).href;
  const script = `
    import { DuckdbPool } from ${JSON.stringify(pool)};
    const pool = new DuckdbPool(${JSON.stringify(await createTables())}, { connections: 4, limitMs: 1e6 });
    void pool.read(${JSON.stringify(ENDLESS)}, [], {});
    const { rows } = await pool.read("SELECT current_setting('temp_directory') AS folder", [], {});
    console.log(rows[0].folder);`;
  const options = ['--import', 'tsx', '--input-type=module', '--eval', script];
  const service = spawn(process.execPath, options, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [folder] = (await once(createInterface(service.stdout), 'line')) as [string];
  const [child] = listProcesses(service.pid);
  expect([existsSync(folder), existsSync(`/proc/${child}`)]).toEqual([true, true]);
  service.kill('SIGKILL');
  await expect
    .poll(() => [existsSync(folder), existsSync(`/proc/${child}`)])
    .toEqual([false, false]);
});
