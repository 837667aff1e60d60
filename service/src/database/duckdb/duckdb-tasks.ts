import type {
  DuckDBConnection,
  DuckDBListType,
  DuckDBPreparedStatement,
  DuckDBResult,
} from '@duckdb/node-api';
import type { SqlValue } from '../bound-values.ts';
import { DatabaseError } from '../database.ts';
import { withoutSemicolon } from '../postgres/named-parameters.ts';
import { findForbidden, findPlanned, type Plan } from './allowed-functions.ts';
import { loadDuckdb } from './duckdb-driver.ts';
import { type RunSql, toFailure } from './duckdb-errors.ts';
import type { DuckdbAnswer, DuckdbQuery, DuckdbRequest } from './duckdb-messages.ts';
import { type Field, needsCast } from './duckdb-columns.ts';
import { fetchRows } from './duckdb-result.ts';
import type { OpenedFiles } from './opened-files.ts';

/** A SELECT around that of the author: DuckDB then computes no more rows than the limit. */
const BEFORE = 'SELECT * FROM (';
const EXPLAIN = 'EXPLAIN (FORMAT json) ';
/** In the SELECT around that of the author, DuckDB gives such a name to the second column of a name. */
const RENAMED = /_\d+$/;

/** The answer of `json_serialize_sql`. */
interface Serialized {
  error: boolean;
  error_type?: string;
  error_message?: string;
  position?: string;
  statements?: unknown[];
}

/** The connections of the running queries, by their numbers. */
const running = new Map<number, DuckDBConnection>();

/** Performs a request, and answers it. Requests run concurrently, each on a connection of its own. */
export async function serve(
  opened: OpenedFiles,
  request: Exclude<DuckdbRequest, { kind: 'open' }>,
  answer: (message: DuckdbAnswer) => void,
): Promise<void> {
  const { id } = request;
  if (request.kind === 'cancel') return running.get(id)?.interrupt();
  const connection = await opened.instance.connect();
  running.set(id, connection);
  const run: RunSql = { sql: request.sql, before: 0, missing: opened.missing };
  try {
    await assertSelect(opened, request.sql);
    const inner = withoutSemicolon(request.sql);
    if (inner !== request.sql) await assertSelect(opened, inner);
    run.before = BEFORE.length;
    const query = { ...request, sql: inner };
    const described = await prepare(connection, query);
    if (opened.hasForeignViews) {
      run.before += EXPLAIN.length;
      await assertHarmless(opened, await prepare(connection, query, EXPLAIN + BEFORE));
    }
    const fields = await readFields(connection, described, query);
    const before = toBefore(fields);
    run.before = before.length;
    const statement = before === BEFORE ? described : await prepare(connection, query, before);
    answer({ kind: 'done', id, result: await fetchRows(await statement.stream(), fields) });
  } catch (error) {
    answer({ kind: 'failed', id, failure: toFailure(error, run) });
  } finally {
    running.delete(id);
    // A result that is not fetched completely still runs.
    connection.interrupt();
    connection.closeSync();
  }
}

/** Throws if the SQL is anything else than one SELECT, or uses a function that changes the process. */
async function assertSelect({ own, functions }: OpenedFiles, sql: string): Promise<void> {
  const statement = await own.prepare('SELECT json_serialize_sql($1::VARCHAR)');
  statement.bindVarchar(1, sql);
  const [[text] = []] = (await statement.runAndReadAll()).getRows();
  statement.destroySync();
  const { error, statements = [], ...failed } = JSON.parse(String(text)) as Serialized;
  if (error && failed.error_type === 'parser') {
    const { error_message, position } = failed;
    const type = { exception_type: 'Parser', exception_message: error_message };
    throw new Error(JSON.stringify({ ...type, position }));
  }
  if (error || statements.length !== 1) {
    throw toNoSelect();
  }
  assertAllowed(findForbidden(statements, functions));
}

/** Throws if the plan of a SELECT uses a function that changes the process. */
async function assertHarmless(
  { functions }: OpenedFiles,
  explained: DuckDBPreparedStatement,
): Promise<void> {
  const [[, plan] = []] = (await explained.runAndReadAll()).getRows();
  assertAllowed(findPlanned(JSON.parse(String(plan)) as Plan[], functions));
}

function toNoSelect(): DatabaseError {
  return new DatabaseError('42601', 'The SQL of a dataset is one SELECT.');
}

function assertAllowed(forbidden: string | null): void {
  if (forbidden) throw new DatabaseError('42501', `A SELECT must not use ${forbidden}.`);
}

/** Describes the columns of a SELECT, with the names that its author has given them. */
async function readFields(
  connection: DuckDBConnection,
  prepared: DuckDBPreparedStatement,
  query: DuckdbQuery,
): Promise<Field[]> {
  const isKnown = await hasTypes(prepared);
  const wrapped = isKnown ? prepared : await runEmpty(connection, query);
  const names = toNames(wrapped);
  const isRenamed = isKnown && names.some((name) => RENAMED.test(name));
  const own = isRenamed ? toNames(await connection.prepare(query.sql)) : names;
  return own.map((name, index) => ({ name, type: String(wrapped.columnType(index)) }));
}

/** Returns whether DuckDB knows the columns before a query runs: not if they depend on a value, as in `unnest(:List)`. */
async function hasTypes(prepared: DuckDBPreparedStatement): Promise<boolean> {
  const { DuckDBTypeId: TypeId } = await loadDuckdb();
  return prepared.columnTypeId(0) !== TypeId.INVALID;
}

async function runEmpty(connection: DuckDBConnection, query: DuckdbQuery): Promise<DuckDBResult> {
  return (await prepare(connection, { ...query, maxRows: 0 })).run();
}

function toNames(described: DuckDBPreparedStatement | DuckDBResult): string[] {
  return Array.from({ length: described.columnCount }, (_, index) => described.columnName(index));
}

/** Returns the beginning of a SELECT around that of the author. */
function toBefore(fields: readonly Field[]): string {
  if (!fields.some(({ type }) => needsCast(type))) return BEFORE;
  const columns = fields.map(({ type }, index) =>
    needsCast(type) ? `#${index + 1}::VARCHAR` : `#${index + 1}`,
  );
  return `SELECT ${columns.join()} FROM (`;
}

/** Prepares a SELECT with its values. `before`: the SQL around that of the author. */
async function prepare(
  connection: DuckDBConnection,
  { sql, values, maxRows }: DuckdbQuery,
  before = BEFORE,
): Promise<DuckDBPreparedStatement> {
  const limit = maxRows === undefined ? '' : ` LIMIT ${maxRows}`;
  const { LIST, StatementType, VARCHAR } = await loadDuckdb();
  const statement = await connection.prepare(`${before}${sql}\n)${limit}`);
  const { SELECT, EXPLAIN: EXPLAINED } = StatementType;
  if (statement.statementType !== (before.startsWith(EXPLAIN) ? EXPLAINED : SELECT)) {
    throw toNoSelect();
  }
  const texts = LIST(VARCHAR);
  for (const [index, value] of values.entries()) bind(statement, index + 1, value, texts);
  return statement;
}

function bind(
  statement: DuckDBPreparedStatement,
  index: number,
  value: SqlValue,
  texts: DuckDBListType,
): void {
  if (value === null) statement.bindNull(index);
  else if (typeof value === 'object') statement.bindList(index, [...value], texts);
  else statement.bindVarchar(index, String(value));
}
