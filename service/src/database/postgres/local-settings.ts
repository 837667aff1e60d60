import pg, {
  type Connection,
  type PoolClient,
  type QueryArrayConfig,
  type QueryArrayResult,
  type QueryConfig,
  type QueryResult,
} from 'pg';
import type { SqlValue } from '../bound-values.ts';
import type { Row } from '../database.ts';
import { toLiteral } from './quoting.ts';
import type { RawValues } from './result-columns.ts';

/** The settings of a transaction. */
export interface LocalSettings {
  /** The time limit of each statement, in milliseconds; 0 for no limit. */
  limitMs: number;
  /** The schema of unqualified names. Default: that of the server. */
  schema?: string | undefined;
  /** The database role; `none` for the login itself. Default: no change. */
  role?: string | undefined;
}

/** The settings of PostgreSQL that decide the texts of values. A server, a database or a login may have others. */
const TEXTS = [
  ['TimeZone', 'UTC'],
  ['DateStyle', 'ISO'],
  ['IntervalStyle', 'postgres'],
  ['bytea_output', 'hex'],
  ['extra_float_digits', '1'],
] as const;

/**
 * Returns statements that make settings for the rest of their transaction. Nothing is set for a connection: a pooler in
 * transaction mode may run the next transaction on another one, and give this one to somebody else. `SET` needs no
 * right to call `set_config`, which a database may take away from authors.
 */
export function toLocalSettings({ limitMs, schema, role }: LocalSettings): string {
  const settings = [
    ...TEXTS,
    ['statement_timeout', String(limitMs)],
    ['search_path', schema],
    ['role', role],
  ] as const;
  const statements = settings.flatMap(([name, value]) =>
    value === undefined ? [] : `SET LOCAL ${name} TO ${toLiteral(value)}`,
  );
  return statements.join('; ');
}

/** The library's typings lack the query mode that sends exactly one statement. */
interface OneStatement extends QueryConfig<SqlValue[]> {
  queryMode: 'extended';
}

/** The library's typings require fields of messages that have defaults. */
interface Sender extends Connection {
  parse(message: object): void;
  bind(message: object): void;
  execute(message: object): void;
}

/** The library's typings lack the messages of a query, and declare `submit` as a property. */
interface DriverQuery {
  submit(connection: Connection): Error | null;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
}

type Callback = (error: Error | null, result: QueryResult<Row>) => void;

const DriverQuery = pg.Query as unknown as new (
  statement: OneStatement,
  callback: Callback,
) => DriverQuery;

/**
 * A statement behind its settings, in one message to the server. The server runs all statements until the end of a
 * message as one transaction: https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-PIPELINING
 */
class QueryWithSettings extends DriverQuery {
  readonly #settings: string;
  #isSet = false;

  constructor(settings: string, statement: OneStatement, callback: Callback) {
    super(statement, callback);
    // In a pipeline, the server logs a warning for each SET LOCAL before it knows of the transaction. Not in a block.
    this.#settings = `DO ${toLiteral(`BEGIN ${settings}; END`)}`;
  }

  override submit(connection: Connection): Error | null {
    const sender = connection as Sender;
    sender.stream.cork();
    try {
      sender.parse({ text: this.#settings });
      sender.bind({});
      sender.execute({});
      return super.submit(connection);
    } finally {
      sender.stream.uncork();
    }
  }

  override handleDataRow(message: unknown): void {
    if (this.#isSet) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    if (this.#isSet) super.handleCommandComplete(message, connection);
    this.#isSet = true;
  }
}

/** Sends only one statement per message, because a second one could end the transaction. */
export function runOne(
  client: PoolClient,
  text: string,
  values: readonly SqlValue[] = [],
): Promise<QueryResult<Row>> {
  return client.query<Row>(toOne(text, values));
}

/** Runs one statement without values. All values of its rows stay the texts of the server. */
export function fetchRaw(
  client: PoolClient,
  text: string,
): Promise<QueryArrayResult<[...RawValues]>> {
  const raw: QueryArrayConfig = {
    ...toOne(text, []),
    rowMode: 'array',
    types: { getTypeParser: () => (value: string) => value },
  };
  return client.query<[...RawValues]>(raw);
}

/** Runs one statement as a transaction with its own settings. */
export function runWithSettings(
  client: PoolClient,
  settings: string,
  text: string,
  values: readonly SqlValue[],
): Promise<QueryResult<Row>> {
  return new Promise((resolve, reject) => {
    const onEnd: Callback = (error, result) => (error ? reject(error) : resolve(result));
    client.query(new QueryWithSettings(settings, toOne(text, values), onEnd));
  });
}

function toOne(text: string, values: readonly SqlValue[]): OneStatement {
  return { text, values: [...values], queryMode: 'extended' };
}
