import type {
  AxisTile,
  HeatMapTile,
  NumberTile,
  ScatterTile,
  ShareTile,
  TableTile,
  Tile,
  ValueFormat,
} from '../dashboard/definition.ts';
import type { DatasetFailure, DatasetResult, DatasetRows } from '../dashboard/run-dashboard.ts';
import type { Row } from '../database/database.ts';
import {
  type AxisData,
  type AxisProblem,
  findFormat,
  toAxisData,
  toHeatData,
} from './axis-data.ts';
import { type ScatterPoint, toPoints } from './scatter-points.ts';
import { type SharePart, type ShareProblem, toShares } from './share-parts.ts';
import type { ValueFormatter } from './value-formatter.ts';
import type { PageWords } from './words/page-words.ts';

/** The values of a tile with their headings, for tables, screen readers and spreadsheets. */
export interface DataTable {
  columns: DataColumn[];
  rows: unknown[][];
}

export interface DataColumn {
  /** The column of the dataset. */
  column: string;
  label: string;
  format: ValueFormat;
}

/** The parts of a tile that are drawn. */
export type TileContent =
  | ChartContent
  | { kind: 'number'; tile: NumberTile; row: Row; trend: number[] }
  | { kind: 'heat'; tile: HeatMapTile; data: AxisData }
  | { kind: 'table'; tile: TableTile };

/** The parts of a chart. */
export type ChartContent = AxisContent | ShareContent | ScatterContent;

export interface AxisContent {
  kind: 'axis';
  tile: AxisTile;
  data: AxisData;
}

export interface ShareContent {
  kind: 'shares';
  tile: ShareTile;
  parts: SharePart[];
}

export interface ScatterContent {
  kind: 'scatter';
  tile: ScatterTile;
  points: ScatterPoint[];
}

/** A tile with the rows of its dataset. `unfit`: the kind of tile cannot show these rows. */
export type TileData =
  | { state: 'error'; failure: DatasetFailure }
  | { state: 'empty' }
  | { state: 'unfit'; problem: AxisProblem | ShareProblem; table: DataTable }
  | { state: 'ready'; content: TileContent; table: DataTable; truncated: boolean };

/** The results of a dashboard, and the language in which tiles show them. */
export interface TileSource {
  results: ReadonlyMap<string, DatasetResult>;
  formatter: ValueFormatter;
  words: PageWords;
}

const MISSING: DatasetResult = { failure: 'failed', reason: 'There is no such dataset.' };

/** Arranges the rows of a tile's dataset for display. */
export function toTileData(tile: Tile, source: TileSource): TileData {
  const result = source.results.get(tile.dataset) ?? MISSING;
  if ('failure' in result) return { state: 'error', failure: result.failure };
  if (hasNoRows(tile, result)) return { state: 'empty' };
  const content = toContent(tile, result, source);
  if ('problem' in content) {
    return { state: 'unfit', ...content, table: toRowTable(tile, result, source.words) };
  }
  const table = toTable(content, result, source.words);
  return { state: 'ready', content, table, truncated: result.truncated };
}

function hasNoRows(tile: Tile, { rows }: DatasetRows): boolean {
  if (tile.kind === 'number') return (rows[0]?.[tile.value] ?? null) === null;
  return rows.length === 0;
}

function toContent(
  tile: Tile,
  result: DatasetRows,
  { results, formatter, words }: TileSource,
): TileContent | { problem: AxisProblem | ShareProblem } {
  const toName = (value: unknown): string =>
    formatter.format(value, 'category' in tile ? findFormat(result, tile.category) : 'text');
  switch (tile.kind) {
    case 'number':
      return { kind: 'number', tile, row: result.rows[0]!, trend: toTrend(tile, results) };
    case 'table':
      return { kind: 'table', tile };
    case 'pie':
    case 'donut': {
      const shares = toShares(tile, result.rows, toName, words.other);
      return 'problem' in shares ? shares : { kind: 'shares', tile, ...shares };
    }
    case 'scatter':
      return { kind: 'scatter', tile, points: toPoints(tile, result.rows, toName) };
    case 'heatmap': {
      const data = toHeatData(tile, result);
      return 'problem' in data ? data : { kind: 'heat', tile, data };
    }
    default: {
      const data = toAxisData(tile, result, words.other);
      return 'problem' in data ? data : { kind: 'axis', tile, data };
    }
  }
}

function toTrend({ trend }: NumberTile, results: TileSource['results']): number[] {
  const result = trend && results.get(trend.dataset);
  if (!result || 'failure' in result) return [];
  const values = result.rows.flatMap((row) => row[trend.column] ?? []).map(Number);
  return values.filter(Number.isFinite);
}

function toTable(content: TileContent, result: DatasetRows, words: PageWords): DataTable {
  const isArranged = content.kind === 'heat' || (content.kind === 'axis' && content.tile.splitBy);
  // The original rows have all digits.
  if (!isArranged) return toRowTable(content.tile, result, words);
  const { tile, data } = content;
  const { categories, series, categoryFormat } = data;
  return {
    columns: [
      { column: tile.category, label: words.category, format: categoryFormat },
      ...series.map(({ column, label }) => ({ column, label, format: tile.format })),
    ],
    rows: categories.flatMap((category, index) => {
      const values = series.map((each) => each.values[index]);
      // Omits dates that no row has.
      const isEmpty = data.isFilled && values.every((value) => value === null);
      return isEmpty ? [] : [[category, ...values]];
    }),
  };
}

/** Returns the rows of a dataset, with the columns that the tile names. */
function toRowTable(tile: Tile, result: DatasetRows, words: PageWords): DataTable {
  const columns = toColumns(tile, result, words);
  return { columns, rows: result.rows.map((row) => columns.map(({ column }) => row[column])) };
}

function toColumns(tile: Tile, result: DatasetRows, words: PageWords): DataColumn[] {
  const toCategory = (column: string): DataColumn => ({
    column,
    label: words.category,
    format: findFormat(result, column),
  });
  switch (tile.kind) {
    case 'number':
      return [tile.value, ...(tile.previous === undefined ? [] : [tile.previous])].map(
        (column, index) => ({
          column,
          label: index === 0 ? tile.title : tile.note,
          format: tile.format,
        }),
      );
    case 'table':
      return tile.columns;
    case 'scatter':
      return [toCategory(tile.category), tile.x, tile.y];
    case 'pie':
    case 'donut':
    case 'heatmap':
      return [
        toCategory(tile.category),
        { column: tile.value, label: tile.title, format: tile.format },
      ];
    default:
      return [
        {
          ...toCategory(tile.category),
          ...(tile.categoryFormat && { format: tile.categoryFormat }),
        },
        ...tile.series.map((series) => ({ ...series, format: tile.format })),
      ];
  }
}
