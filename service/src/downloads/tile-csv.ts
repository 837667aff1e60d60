import { BYTE_ORDER_MARK, toCsvLine } from '../values/csv-line.ts';
import type { DataTile } from '../dashboard/definition.ts';
import type { DatasetResult } from '../dashboard/run-dashboard.ts';
import type { PageLocale } from '../words/page-locale.ts';
import { toTileData } from '../tiles/tile-data.ts';
import { toText, ValueFormatter } from '../values/value-formatter.ts';

/**
 * Returns the values of a tile as CSV, with a heading row; `null` if the dataset failed. Numbers and dates have the
 * database's format, which spreadsheets can read.
 */
export function toTileCsv(
  tile: DataTile,
  results: ReadonlyMap<string, DatasetResult>,
  currency: string,
  { formats, words }: PageLocale,
): string | null {
  const formatter = new ValueFormatter(formats, currency, words);
  const data = toTileData(tile, { results, formatter, words });
  if (data.state === 'error') return null;
  if (data.state === 'empty') return BYTE_ORDER_MARK;
  const { columns, rows } = data.table;
  const lines = [columns.map(({ label }) => label), ...rows.map((row) => row.map(toCell))];
  return BYTE_ORDER_MARK + lines.map(toCsvLine).join('');
}

function toCell(value: unknown): string {
  return value === null || value === undefined ? '' : toText(value);
}
