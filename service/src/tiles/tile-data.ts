import type {
  AxisTile,
  DataTile,
  HeatMapTile,
  HistogramTile,
  NumberTile,
  ScatterTile,
  ShareTile,
  TableTile,
} from '../dashboard/definition.ts';
import type { CategoryFormat } from '../values/value-style.ts';
import type { DatasetFailure } from '../dashboard/dataset-failure.ts';
import type { DatasetResult, DatasetRows } from '../dashboard/run-dashboard.ts';
import type { Row } from '../database/database.ts';
import { type AxisData, toAxisData, toHeatData, toSeriesValue } from './axis-data.ts';
import { findFormat } from './category-axis.ts';
import type { ChosenMarks } from './chosen-marks.ts';
import { type DataTable, toBinTable, toRowTable, toStyle } from './data-table.ts';
import { type BinProblem, type Bins, toBins } from '../dashboard/histogram-bins.ts';
import { type NameProblem, uniteNames } from './repeated-names.ts';
import { findUnknown, type ReferenceLine, toReferences } from './reference-lines.ts';
import { type ScatterPoint, toPoints } from './scatter-points.ts';
import { canStack } from './series-setting.ts';
import { type ShareProblem, type Shares, toShares } from './share-parts.ts';
import { type TableTotals, toTotals } from './table-totals.ts';
import type { ValueFormatter } from '../values/value-formatter.ts';
import type { PageWords } from '../words/page-words.ts';

/** The parts of a tile that are drawn. */
export type TileContent =
  | ChartContent
  | { kind: 'number'; tile: NumberTile; row: Row; trend: number[] }
  | HeatContent
  | TableContent;

/** The rows of a table, and its totals; `null` if they are unknown. */
export interface TableContent {
  kind: 'table';
  tile: TableTile;
  rows: readonly Row[];
  totals: TableTotals | null;
}

/** The parts of a chart. */
export type ChartContent = AxisContent | ShareContent | ScatterContent | HistogramContent;

export interface AxisContent {
  kind: 'axis';
  tile: AxisTile;
  data: AxisData;
  /** The index of the series that a small chart shows. Its axes are those of all series. Default: all series. */
  only?: number;
  /** The indexes of the series that the reader has hidden. Default: none. */
  hidden?: readonly number[];
  /** The numbers of the series' colors. Default: in order. */
  colors?: number[];
  /** The lines and bands behind the series. Default: none. */
  references?: ReferenceLine[];
  /** The labels of reference lines that the database could not compute. Default: none. */
  unknown?: string[];
  /** The marks that filters choose. Default: none. */
  chosen?: ChosenMarks;
}

export interface ShareContent extends Shares {
  kind: 'shares';
  tile: ShareTile;
  categoryFormat: CategoryFormat;
  /** The numbers of the parts' colors. Default: in order. */
  colors?: number[];
  /** The indexes of the parts that the reader has hidden. Default: none. */
  hidden?: readonly number[];
  /** The marks that filters choose. Default: none. */
  chosen?: ChosenMarks;
}

export interface ScatterContent {
  kind: 'scatter';
  tile: ScatterTile;
  categoryFormat: CategoryFormat;
  points: ScatterPoint[];
  /** The marks that filters choose. Default: none. */
  chosen?: ChosenMarks;
}

export interface HeatContent {
  kind: 'heat';
  tile: HeatMapTile;
  data: AxisData;
  /** The cells that filters choose. Default: none. */
  chosen?: ChosenMarks;
}

export interface HistogramContent {
  kind: 'histogram';
  /** Its style has the decimal places that tell the limits apart. */
  tile: HistogramTile;
  bins: Bins;
  /** The name of the bars' heights. */
  label: string;
}

/** The problem with rows that a tile cannot show: a key of `PageWords`. */
export type TileProblem = NameProblem | ShareProblem | BinProblem;

/** A tile with the rows of its dataset. `unfit`: the kind of tile cannot show these rows. */
export type TileData =
  | { state: 'error'; failure: DatasetFailure }
  | { state: 'empty' }
  | { state: 'unfit'; problem: TileProblem; table: DataTable }
  | { state: 'ready'; content: TileContent; table: DataTable; truncated: boolean };

/** The results of a dashboard, and the language in which tiles show them. */
export interface TileSource {
  results: ReadonlyMap<string, DatasetResult>;
  formatter: ValueFormatter;
  words: PageWords;
}

const MISSING: DatasetResult = { failure: 'failed', reason: 'There is no such dataset.' };

/** Returns whether ECharts draws the content. */
export function isChart(content: TileContent): content is ChartContent {
  return ['axis', 'shares', 'scatter', 'histogram'].includes(content.kind);
}

/** Returns the data with another content, if they have any. */
export function mapContent(
  data: TileData,
  toOther: (content: TileContent) => TileContent,
): TileData {
  return data.state === 'ready' ? { ...data, content: toOther(data.content) } : data;
}

/** Arranges the rows of a tile's dataset for display. */
export function toTileData(tile: DataTile, source: TileSource): TileData {
  const result = source.results.get(tile.dataset) ?? MISSING;
  if ('failure' in result) return { state: 'error', failure: result.failure };
  if (hasNoRows(tile, result)) return { state: 'empty' };
  const content = toContent(tile, result, source);
  if (content === null) return { state: 'empty' };
  if ('problem' in content) {
    return { state: 'unfit', ...content, table: toRowTable(tile, result, source.words) };
  }
  const table = toTable(content, result, source.words);
  // The bars of a histogram count all rows.
  const truncated = result.truncated && content.kind !== 'histogram';
  return { state: 'ready', content, table, truncated };
}

function hasNoRows(tile: DataTile, { rows }: DatasetRows): boolean {
  if (tile.kind === 'number') return (rows[0]?.[tile.value] ?? null) === null;
  return rows.length === 0;
}

/** Returns the parts of a tile; `null` if there are no values to draw. */
function toContent(
  tile: DataTile,
  result: DatasetRows,
  { results, formatter, words }: TileSource,
): TileContent | { problem: TileProblem } | null {
  const categoryFormat = 'category' in tile ? findFormat(tile, result.columns) : 'text';
  const toName = (value: unknown): string => formatter.format(value, { format: categoryFormat });
  switch (tile.kind) {
    case 'number':
      return { kind: 'number', tile, row: result.rows[0]!, trend: toTrend(tile, results) };
    case 'table':
      return { kind: 'table', tile, rows: result.rows, totals: toTotals(tile, result) };
    case 'pie':
    case 'donut': {
      const united = uniteNames(tile, result);
      if ('problem' in united) return united;
      const shares = toShares(tile, united, toName, words.other);
      if (shares === null) return null;
      return 'problem' in shares ? shares : { kind: 'shares', tile, categoryFormat, ...shares };
    }
    case 'scatter':
      return {
        kind: 'scatter',
        tile,
        categoryFormat,
        points: toPoints(tile, result.rows, toName),
      };
    case 'histogram':
      return toHistogram(tile, result, { formatter, words });
    case 'heatmap': {
      const united = uniteNames(tile, result);
      if ('problem' in united) return united;
      return { kind: 'heat', tile, data: toHeatData(tile, united) };
    }
    default:
      return toAxisContent(tile, result, words);
  }
}

function toAxisContent(
  tile: AxisTile,
  result: DatasetRows,
  words: PageWords,
): AxisContent | { problem: NameProblem } {
  const united = uniteNames(tile, result);
  if ('problem' in united) return united;
  const data = toAxisData(tile, united, words.other);
  const references = toReferences(tile, united);
  const unknown = findUnknown(tile, united);
  return {
    kind: 'axis',
    tile: canStack(tile, data) ? tile : { ...tile, stacked: false },
    data,
    ...(references.length > 0 && { references }),
    ...(unknown.length > 0 && { unknown }),
  };
}

function toHistogram(
  tile: HistogramTile,
  result: DatasetRows,
  { formatter, words }: Pick<TileSource, 'formatter' | 'words'>,
): HistogramContent | { problem: BinProblem } | null {
  const bins = toBins(tile, result);
  if ('problem' in bins) return bins;
  if (bins.counts.every((count) => count === 0)) return null;
  const shown = { ...tile, ...formatter.fitStep(tile, bins.scale.step) };
  return { kind: 'histogram', tile: shown, bins, label: words.count };
}

function toTrend({ trend }: NumberTile, results: TileSource['results']): number[] {
  const result = trend && results.get(trend.dataset);
  if (!result || 'failure' in result) return [];
  const values = result.rows.flatMap((row) => row[trend.column] ?? []).map(Number);
  return values.filter(Number.isFinite);
}

function toTable(content: TileContent, result: DatasetRows, words: PageWords): DataTable {
  if (content.kind === 'histogram') return toBinTable(content.tile, content.bins, words);
  const isArranged = content.kind === 'heat' || (content.kind === 'axis' && content.tile.splitBy);
  // The original rows have all digits.
  if (!isArranged) return toRowTable(content.tile, result, words);
  const { tile, data } = content;
  const { categories, series, categoryFormat } = data;
  return {
    columns: [
      { column: tile.category, label: words.category, format: categoryFormat },
      ...series.map((each) => {
        const { column, label } = each;
        const split = toSeriesValue(tile.splitBy!, each);
        return { column, label, ...toStyle(tile), ...(split && { split }) };
      }),
    ],
    rows: categories.flatMap((category, index) => {
      const values = series.map((each) => each.values[index]);
      // Omits dates that no row has.
      const isEmpty = data.isFilled && values.every((value) => value === null);
      return isEmpty ? [] : [[category, ...values]];
    }),
  };
}
