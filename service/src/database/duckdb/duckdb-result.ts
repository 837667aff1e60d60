import type { DuckDBDataChunk, DuckDBResult } from '@duckdb/node-api';
import type { Row, RowSet } from '../database.ts';
import { MAX_CELL_BYTES, MAX_RESULT_BYTES, toLargeCell, toLargeResult } from '../result-size.ts';
import { describeField, type Field, toValue } from './duckdb-columns.ts';

/** The size of a number or a boolean, in bytes. */
const PLAIN_BYTES = 8;

/**
 * Fetches the rows of a result by the names of its fields, and stops as soon as it exceeds a limit. Throws
 * {@link DatabaseError} with the code `too-large`, and the errors of the driver.
 */
export async function fetchRows(result: DuckDBResult, fields: readonly Field[]): Promise<RowSet> {
  const rows: Row[] = [];
  let bytes = 0;
  for (let chunk = await result.fetchChunk(); chunk; chunk = await result.fetchChunk()) {
    if (chunk.rowCount === 0) break;
    for (let index = 0; index < chunk.rowCount; index += 1) {
      const row = readRow(chunk, fields, index);
      rows.push(row);
      bytes += measure(fields, row);
      if (bytes > MAX_RESULT_BYTES) throw toLargeResult();
    }
  }
  return { columns: fields.map(describeField), rows };
}

function readRow(chunk: DuckDBDataChunk, fields: readonly Field[], index: number): Row {
  return Object.fromEntries(
    fields.map(({ name, type }, column) => [
      name,
      toValue(chunk.getColumnVector(column).getItem(index), type),
    ]),
  );
}

/** Returns the size of a row. Throws if one of its values is too large. */
function measure(fields: readonly Field[], row: Row): number {
  let bytes = 0;
  for (const { name } of fields) {
    const value = row[name];
    const size = typeof value === 'string' ? Buffer.byteLength(value) : PLAIN_BYTES;
    if (size > MAX_CELL_BYTES) throw toLargeCell(name);
    bytes += size;
  }
  return bytes;
}
