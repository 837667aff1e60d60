import type { DuckDBDataChunk, DuckDBResult } from '@duckdb/node-api';
import type { Column } from '../../values/column-type.ts';
import type { Row, RowSet } from '../database.ts';
import { MAX_CELL_BYTES, MAX_RESULT_BYTES, toLargeCell, toLargeResult } from '../result-size.ts';
import { toColumn, toValue } from './duckdb-columns.ts';

/** The size of a number or a boolean, in bytes. */
const PLAIN_BYTES = 8;

/**
 * Fetches the rows of a result, and stops as soon as it exceeds a limit. Throws {@link DatabaseError} with the code
 * `too-large`, and the errors of the driver.
 */
export async function fetchRows(result: DuckDBResult): Promise<RowSet> {
  const columns = result
    .columnNames()
    .map((name, index) => toColumn(name, String(result.columnType(index))));
  const rows: Row[] = [];
  let bytes = 0;
  for (let chunk = await result.fetchChunk(); chunk; chunk = await result.fetchChunk()) {
    if (chunk.rowCount === 0) break;
    for (let index = 0; index < chunk.rowCount; index += 1) {
      const row = readRow(chunk, columns, index);
      rows.push(row);
      bytes += measure(columns, row);
      if (bytes > MAX_RESULT_BYTES) throw toLargeResult();
    }
  }
  return { columns, rows };
}

function readRow(chunk: DuckDBDataChunk, columns: readonly Column[], index: number): Row {
  return Object.fromEntries(
    columns.map(({ name }, column) => [
      name,
      toValue(chunk.getColumnVector(column).getItem(index)),
    ]),
  );
}

/** Returns the size of a row. Throws if one of its values is too large. */
function measure(columns: readonly Column[], row: Row): number {
  let bytes = 0;
  for (const { name } of columns) {
    const value = row[name];
    const size = typeof value === 'string' ? Buffer.byteLength(value) : PLAIN_BYTES;
    if (size > MAX_CELL_BYTES) throw toLargeCell(name);
    bytes += size;
  }
  return bytes;
}
