import type { Readable } from 'node:stream';
import type { FieldPacket, PoolConnection, PrepareStatementInfo } from 'mysql2';
import type { SqlValue } from '../bound-values.ts';
import type { Column } from '../../values/column-type.ts';
import type { Row, RowSet } from '../database.ts';
import { MAX_CELL_BYTES, MAX_RESULT_BYTES, toLargeCell, toLargeResult } from '../result-size.ts';
import { toReader, type Values } from './mysql-columns.ts';

/**
 * The memory of a value besides its text, in bytes: V8 keeps a wide row as a dictionary. The bytes of the server do not
 * show it, because NULL is one bit.
 */
const VALUE_BYTES = 48;

/** The library's typings lack the socket of a connection. */
interface Connected {
  stream: Readable;
}

/** A result, and whether the server would send more. Then the connection must be closed. */
export interface PartialResult extends RowSet {
  isCut: boolean;
}

/**
 * Runs a prepared SELECT, and stops as soon as its result has all rows, or exceeds a limit. Throws
 * {@link DatabaseError} with the code `too-large`, and the errors of the driver.
 */
export function fetchRows(
  connection: PoolConnection,
  statement: PrepareStatementInfo,
  values: readonly SqlValue[],
  maxRows = Infinity,
): Promise<PartialResult> {
  const { stream } = connection as unknown as Connected;
  const rows: Row[] = [];
  let reader = toReader([]);
  let bytes = 0;
  let stop = (): void => {};
  return new Promise<PartialResult>((resolve, reject) => {
    const isFull = (more: number): boolean => {
      bytes += more;
      if (bytes > MAX_RESULT_BYTES) reject(toLargeResult());
      return bytes > MAX_RESULT_BYTES;
    };
    const onData = (chunk: Buffer): void => void isFull(chunk.length);
    stop = () => {
      stream.off('data', onData);
      connection.off('error', reject);
    };
    stream.on('data', onData);
    // A broken connection is not an error of its statement.
    connection.on('error', reject);
    const end = (isCut: boolean): void => resolve({ columns: reader.columns, rows, isCut });
    const onRow = (row: Values): void => {
      // The driver still emits the other rows of a piece.
      if (isFull(row.length * VALUE_BYTES)) return;
      const large = findLarge(reader.columns, row);
      if (large) reject(toLargeCell(large.name));
      if (rows.length < maxRows) rows.push(reader.toRow(row));
      else end(true);
    };
    statement
      .execute([...values])
      .on('fields', (fields: FieldPacket[]) => (reader = toReader(fields)))
      .on('result', (row: unknown) => onRow(row as Values))
      .on('error', reject)
      .on('end', () => end(false));
  }).finally(() => stop());
}

/** Closes a connection at once. The library would wait for all rows that the server still sends. */
export function closeNow(connection: PoolConnection): void {
  connection.destroy();
  (connection as unknown as Connected).stream.destroy();
}

function findLarge(columns: readonly Column[], row: Values): Column | undefined {
  return columns[row.findIndex((value) => isLarge(value))];
}

function isLarge(value: unknown): boolean {
  return (typeof value === 'string' || Buffer.isBuffer(value)) && value.length > MAX_CELL_BYTES;
}
