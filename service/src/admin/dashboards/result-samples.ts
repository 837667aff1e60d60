import { MAX_COUNTED } from '../../dashboard/dataset-totals.ts';
import type { DatasetResult, DatasetRows } from '../../dashboard/run-dashboard.ts';
import { toText } from '../../values/value-formatter.ts';
import type { ResultSample } from './editor-wire.ts';

/** The largest number of rows that the editor shows. */
const MAX_ROWS = 50;
/** The largest number of characters that the editor shows of a cell. */
const MAX_CELL = 200;

/** Returns the first rows of each dataset that ran, by name. */
export function toSamples(
  results: ReadonlyMap<string, DatasetResult>,
): Record<string, ResultSample> {
  return Object.fromEntries(
    [...results].flatMap(([name, result]) => ('rows' in result ? [[name, toSample(result)]] : [])),
  );
}

function toSample({ columns, rows, durationMs, ...result }: DatasetRows): ResultSample {
  const rowCount = result.rowCount ? Math.min(result.rowCount, MAX_COUNTED) : rows.length;
  const truncated = result.truncated && result.rowCount !== rowCount;
  const shown = rows
    .slice(0, MAX_ROWS)
    .map((row) => columns.map(({ name }) => toCell(row[name] ?? null)));
  return { columns, rows: shown, rowCount, truncated, durationMs };
}

function toCell(value: unknown): string | null {
  if (value === null) return null;
  const text = toText(value);
  return text.length > MAX_CELL ? `${text.slice(0, MAX_CELL)}…` : text;
}
