import type { z } from 'zod';
import type { AxisKind } from './axis-kinds.ts';
import type { filter } from './filter-schema.ts';
import type { reference, series, tableColumn, tile } from './tile-schema.ts';

/**
 * The GUID of a dashboard, in lower case. The service does not depend on the package that calls it, so it has its own
 * copy of this rule.
 */
export const DASHBOARD_GUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** A SELECT whose rows feed one or more tiles. `:Name` is an SQL parameter, and NULL if it has no value. */
export interface Dataset {
  sql: string;
  /** The company's data connection that the SELECT runs on. Default: the service's own data. */
  connection?: string;
  /** The required parameters that the SELECT leaves out on purpose: its rows are the same for all their values. */
  ignoredParameters?: string[] | undefined;
}

/** One box of a dashboard. */
export type Tile = z.infer<typeof tile>;

/** A tile that shows columns of a dataset. */
export type DataTile = Extract<Tile, { dataset: string }>;
/** The heading of a section: of all tiles up to the next heading. */
export type HeadingTile = Extract<Tile, { kind: 'heading' }>;
/** A text of the author. */
export type TextTile = Extract<Tile, { kind: 'text' }>;
/** A figure of the first row, and its change since the previous period. */
export type NumberTile = Extract<Tile, { kind: 'number' }>;
/** Bars, lines or areas over a category. */
export type AxisTile = Extract<Tile, { kind: AxisKind }>;
/** The shares of a whole. */
export type ShareTile = Extract<Tile, { kind: 'pie' | 'donut' }>;
/** A chart with a point for each row. */
export type ScatterTile = Extract<Tile, { kind: 'scatter' }>;
/** Bars of the numbers of rows whose value is between two limits. */
export type HistogramTile = Extract<Tile, { kind: 'histogram' }>;
/** A table with a cell for each pair of category and split. The color of a cell shows its value. */
export type HeatMapTile = Extract<Tile, { kind: 'heatmap' }>;
/** A table with the rows in their order. */
export type TableTile = Extract<Tile, { kind: 'table' }>;

/** A tile that ECharts draws. */
export type ChartTile = AxisTile | ShareTile | ScatterTile | HistogramTile;

/** A control with which readers set an SQL parameter that the token leaves open. */
export type Filter = z.infer<typeof filter>;
/** A filter with a list of values. */
export type ChoiceFilter = Extract<Filter, { kind: 'choice' }>;

/** A column and its label for readers. */
export type Series = z.infer<typeof series>;
/** A column with a format. */
export type TableColumn = z.infer<typeof tableColumn>;
/** A series of bars, lines or areas. */
export type ChartSeries = AxisTile['series'][number];
/** A line or a band behind the series. */
export type Reference = z.infer<typeof reference>;
/** A column of a table, with its extras. */
export type RowColumn = TableTile['columns'][number];
/** An axis of a scatter chart. */
export type ScatterAxis = ScatterTile['x'];
/** Colors the numbers of a table's column. */
export type ColorRule = NonNullable<RowColumn['rules']>[number];

/** Returns whether a tile shows columns of a dataset. */
export function hasData(tile: Tile): tile is DataTile {
  return tile.kind !== 'text' && tile.kind !== 'heading';
}

/** Returns the names of the datasets that a tile needs: a number may have the trend of another one. */
export function toDatasets(tile: Tile): string[] {
  if (!hasData(tile)) return [];
  const trend = tile.kind === 'number' ? tile.trend?.dataset : undefined;
  return trend === undefined ? [tile.dataset] : [tile.dataset, trend];
}

/** Returns whether ECharts draws a tile. */
export function isChartTile(tile: DataTile): tile is ChartTile {
  return tile.kind !== 'number' && tile.kind !== 'table' && tile.kind !== 'heatmap';
}

/** Returns the name of a tile for its author. A text without a title has the words of its first line as its name. */
export function toTileName(tile: Tile): string {
  const [words] = tile.kind === 'text' ? (/[\p{L}\p{N}].*/u.exec(tile.text) ?? []) : [];
  return tile.title || words?.slice(0, 40) || 'Untitled';
}

/** Everything that a dashboard shows. */
export interface DashboardDefinition {
  /** The line below the title. */
  subtitle: string;
  /** ISO 4217 code for values of the format `currency`. `XXX`: no sign. */
  currency: string;
  /** BCP 47 tag of the readers' language. Default: that of the service. */
  locale?: string;
  datasets: Record<string, Dataset>;
  tiles: Tile[];
  /** The SQL parameters that the page may show to its readers, such as a region. */
  shownParameters: string[];
  /**
   * The SQL parameters that the application must set: without them, GetToken gives no token. Missing in definitions from
   * before this choice: the application may leave all parameters out.
   */
  requiredParameters?: string[];
  /**
   * Parameters from before the choice, next to those that are required since: the author has not decided yet, and the
   * application may leave them out.
   */
  undecidedParameters?: string[];
  /** The parameters that readers may set. Default: none. */
  filters?: Filter[];
  /** Whether readers may save rows and pictures as files. Default: true. */
  downloads?: boolean;
}

/** A saved dashboard. */
export interface Dashboard {
  guid: string;
  title: string;
  /** The sharing option 'Accessible in API'. */
  accessible: boolean;
  definition: DashboardDefinition;
}
