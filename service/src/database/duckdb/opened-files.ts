import { basename } from 'node:path';
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { toIdentifier } from '../postgres/quoting.ts';
import { loadDuckdb } from './duckdb-driver.ts';
import { readLines, toCsvSource, toLineFault } from './csv-table.ts';
import { toFileError } from './duckdb-errors.ts';
import type { DateOrder, DuckdbFiles, TableFile } from './duckdb-messages.ts';
import { toLiteral } from './literal.ts';

/** The largest memory of DuckDB's own data in a process, in MiB. */
export const MEMORY_MIB = 1024;

/** The settings of a process. They are fixed before any SQL of an author runs. */
const SETTINGS: Readonly<Record<string, string>> = {
  threads: '2',
  memory_limit: `${MEMORY_MIB}MiB`,
  max_temp_directory_size: '2GiB',
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
  allow_community_extensions: 'false',
};

/** DuckDB with open files. */
export interface OpenedFiles {
  instance: DuckDBInstance;
  /** A connection for the questions of the process itself. */
  own: DuckDBConnection;
  /** The names of DuckDB's own table functions, in lower case. */
  functions: ReadonlySet<string>;
  /** Whether somebody else made the views and macros: those of a database file, but not those of a folder. */
  hasForeignViews: boolean;
  /** Why tables are missing, by their names in lower case: DuckDB cannot read their files. */
  missing: ReadonlyMap<string, string>;
}

/** Opens files for reading. Throws {@link DatabaseError} without any path in its message. */
export async function openFiles(
  { database, tables, dates }: DuckdbFiles,
  temporary: string,
): Promise<OpenedFiles> {
  const { DuckDBInstance: Instance } = await loadDuckdb();
  const options = { ...SETTINGS, temp_directory: temporary };
  const instance = await (
    database === null
      ? Instance.create(':memory:', options)
      : Instance.create(database, { ...options, access_mode: 'READ_ONLY' })
  ).catch(refuse);
  const own = await instance.connect();
  const missing = new Map<string, string>();
  for (const table of tables) {
    // A file that DuckDB cannot read must not hide the others.
    const fault = await addTable(own, table, dates).catch((error: Error) => error);
    if (fault) missing.set(table.name.toLowerCase(), await explain(own, table, fault));
  }
  const functions = await listFunctions(own);
  const paths = tables.map(({ path }) => toLiteral(path)).join();
  await own.run(`SET allowed_paths = [${paths}]`);
  await own.run(`SET GLOBAL TimeZone = 'UTC'`);
  await own.run('SET GLOBAL errors_as_json = true');
  await own.run('SET enable_external_access = false');
  await own.run('SET lock_configuration = true');
  return { instance, own, functions, hasForeignViews: database !== null, missing };
}

async function addTable(
  own: DuckDBConnection,
  { name, path }: TableFile,
  dates: DateOrder | undefined,
): Promise<void> {
  const source = isParquet(path)
    ? `read_parquet(${toLiteral(path)})`
    : await toCsvSource(own, path, dates);
  await own.run(`CREATE OR REPLACE VIEW ${toIdentifier(name)} AS SELECT * FROM ${source}`);
}

/** Returns why a file is not a table. DuckDB's own message names the path. */
async function explain(
  own: DuckDBConnection,
  { path }: TableFile,
  { message }: Error,
): Promise<string> {
  const start = `DuckDB cannot read the file ${basename(path)}.`;
  if (isParquet(path)) return `${start} Check that it is a complete Parquet file.`;
  const messages = [message, await readLines(own, path).then(String, String)];
  const fault = messages.map(toLineFault).find((each) => each !== null);
  return `${start} ${fault ?? 'Check that it is a CSV file in UTF-8.'}`;
}

function isParquet(path: string): boolean {
  return /\.parquet$/i.test(path);
}

async function listFunctions(own: DuckDBConnection): Promise<ReadonlySet<string>> {
  const names = await own.runAndReadAll(
    `SELECT DISTINCT lower(function_name) FROM duckdb_functions()
     WHERE function_type IN ('table', 'table_macro', 'pragma') AND database_name = 'system'`,
  );
  return new Set(names.getRows().map(([name]) => String(name)));
}

/** DuckDB's own message names the path, and sometimes the process that has the file. */
function refuse(error: unknown): never {
  const isHeld = /lock/i.test(String(error));
  if (isHeld) throw toFileError('unavailable', 'Another process writes to the file.');
  throw toFileError('3D000', 'The file is not a DuckDB database that can be read.');
}
