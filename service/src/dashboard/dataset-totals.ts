import type { RowSet } from '../database/database.ts';
import type { Dialect } from '../database/dialect.ts';
import { type Bins, countIn, createBins } from './histogram-bins.ts';
import { toTicks } from '../values/axis-scale.ts';
import { type DataTile, hasData, type HistogramTile, type Tile } from './definition.ts';

/** The numbers over all rows of a dataset that tiles show: totals of columns, and histograms. */
export interface WantedTotals {
  columns: readonly string[];
  histograms: readonly HistogramTile[];
  /** Default: false. */
  countsRows?: boolean;
}

/** The largest number of rows that is counted: more of them would take long. */
export const MAX_COUNTED = 100_000;

/** The totals of a column over all rows, as the database's texts of numbers; `null` without any number. */
export interface ColumnTotals {
  sum: unknown;
  average: unknown;
}

/** The numbers over all rows of a dataset. Those that the database could not compute are missing. */
export interface DatasetTotals {
  /** The totals by column. */
  totals?: ReadonlyMap<string, ColumnTotals>;
  /** The bins of histograms by tile id. */
  bins?: ReadonlyMap<string, Bins>;
  /** The number of rows, at most one more than {@link MAX_COUNTED}. */
  rowCount?: number;
}

/** The database of a dataset, and how a SELECT runs on all of its rows. */
interface AllRows {
  dialect: Dialect;
  read: (sql: string, maxRows: number) => Promise<RowSet>;
}

/** Returns the totals that the tiles show of a dataset. */
export function findTotals(tiles: readonly Tile[], dataset: string): WantedTotals {
  const own = tiles.filter(hasData).filter((tile) => tile.dataset === dataset);
  const columns = own.flatMap((tile) => {
    if (tile.kind === 'table') {
      return tile.columns.flatMap(({ column, total }) => (total ? [column] : []));
    }
    return toAveragedColumns(tile);
  });
  return {
    columns: [...new Set(columns)],
    histograms: own.filter((tile) => tile.kind === 'histogram'),
  };
}

/** Returns the columns whose averages a tile draws as lines. */
export function toAveragedColumns(tile: DataTile): string[] {
  const references = ('references' in tile && tile.references) || [];
  return references.flatMap((each) => (each.kind === 'average' ? [each.column] : []));
}

/** Lets the database compute totals over all rows of a SELECT. `shown`: its first rows. Never throws for a failed query. */
export async function readTotals(
  sql: string,
  { columns, histograms, countsRows }: WantedTotals,
  shown: RowSet,
  all: AllRows,
): Promise<DatasetTotals> {
  const [rowCount, totals, ...bins] = await Promise.all([
    countsRows && orNothing(readRowCount(sql, all)),
    columns.length > 0 && orNothing(readColumnTotals(sql, columns, all)),
    ...histograms.map(async (tile) => {
      const found = await orNothing(readBins(sql, tile, shown, all));
      return found ? ([[tile.id, found]] as const) : [];
    }),
  ]);
  return {
    ...(rowCount && { rowCount }),
    ...(totals && { totals }),
    bins: new Map(bins.flat()),
  };
}

/** The page says that the totals are missing. */
function orNothing<Value>(work: Promise<Value>): Promise<Value | undefined> {
  return work.catch(() => undefined);
}

async function readRowCount(sql: string, { dialect, read }: AllRows): Promise<number> {
  const some = `SELECT 1 AS one FROM ${dialect.toSource(sql)} LIMIT ${MAX_COUNTED + 1}`;
  const { rows } = await read(`SELECT count(*) AS count FROM (${some}) AS counted`, 1);
  return Number(rows[0]!['count']);
}

async function readColumnTotals(
  sql: string,
  columns: readonly string[],
  { dialect, read }: AllRows,
): Promise<Map<string, ColumnTotals>> {
  const fields = columns.flatMap((column, index) => {
    const name = dialect.toIdentifier(column);
    const [sum, average] = ['sum', 'average'].map((call) =>
      dialect.toIdentifier(`${call} ${index}`),
    );
    return [`sum(${name}) AS ${sum}`, `avg(${name}) AS ${average}`];
  });
  const { rows } = await read(`SELECT ${fields.join(', ')} FROM ${dialect.toSource(sql)}`, 1);
  return new Map(
    columns.map((column, index) => [
      column,
      { sum: rows[0]?.[`sum ${index}`] ?? null, average: rows[0]?.[`average ${index}`] ?? null },
    ]),
  );
}

async function readBins(
  sql: string,
  tile: HistogramTile,
  shown: RowSet,
  { dialect, read }: AllRows,
): Promise<Bins> {
  const values = dialect.toNumbers(sql, tile.value);
  const fields = 'count(value) AS count, min(value) AS least, max(value) AS most';
  const extent = await read(`SELECT ${fields} FROM ${values}`, 1);
  const { count, least, most } = extent.rows[0] ?? {};
  const bins = createBins(tile, shown, {
    count: Number(count),
    least: Number(least),
    most: Number(most),
  });
  const limits = toTicks(bins.scale);
  const counted = await read(
    `SELECT ${dialect.toBin(limits)} AS bin, count(*) AS count FROM ${values} GROUP BY 1`,
    limits.length + 2,
  );
  for (const row of counted.rows) {
    if (row['bin'] === null) bins.missing = Number(row['count']);
    else countIn(bins, Number(row['bin']) - 1, Number(row['count']));
  }
  return bins;
}
