/**
 * What identifies a dashboard, in lower case. The service knows nothing of the package that calls it, so it has
 * this rule for itself.
 */
export const DASHBOARD_GUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** How a value is written: whole or decimal number, money in the dashboard's currency, share, text, day or month. */
export type ValueFormat =
  | 'integer'
  | 'decimal'
  | 'currency'
  | 'percent'
  | 'text'
  | 'date'
  | 'month';

/** A SELECT whose rows feed one or more tiles. `:Name` stands for an SQL parameter, NULL where it is not given. */
export interface Dataset {
  sql: string;
  /** The data connection of the company that it runs on. Default: the data that the service is set up with. */
  connection?: string;
}

/** A column drawn as bars or as a line. */
export interface Series {
  column: string;
  label: string;
}

/** A column of a table tile. */
export interface TableColumn extends Series {
  format: ValueFormat;
}

interface TileBase {
  /** Names the tile within its dashboard; stands in the page as `data-tile`. */
  id: string;
  title: string;
  /** Which of the dashboard's datasets it shows. */
  dataset: string;
  /** Columns of a grid of twelve on a wide page. */
  span: 3 | 4 | 5 | 6 | 7 | 8 | 12;
}

/** One figure, and how it has moved since the period before. */
export interface NumberTile extends TileBase {
  kind: 'number';
  value: string;
  previous?: string;
  format: ValueFormat;
  /** Which direction is good news. Default: `higher`. */
  better?: 'higher' | 'lower';
  /** What the figure is compared with, or measured in. */
  note: string;
}

/** Bars or lines over a category. */
export interface AxisTile extends TileBase {
  kind: 'bar' | 'line';
  category: string;
  categoryFormat?: 'text' | 'month';
  series: Series[];
  format: ValueFormat;
  /** Bars that lie, for long category names. */
  horizontal?: boolean;
  stacked?: boolean;
}

/** Shares of a whole. */
export interface ShareTile extends TileBase {
  kind: 'pie' | 'donut';
  category: string;
  value: string;
  format: ValueFormat;
}

/** Rows as they come. */
export interface TableTile extends TileBase {
  kind: 'table';
  columns: TableColumn[];
}

/** One box of a dashboard. */
export type Tile = NumberTile | AxisTile | ShareTile | TableTile;

/** A tile that ECharts draws. */
export type ChartTile = AxisTile | ShareTile;

/** What an author saves: everything a dashboard shows, and where it comes from. */
export interface DashboardDefinition {
  /** One line below the title. */
  subtitle: string;
  /** ISO 4217 code for values of the format `currency`. */
  currency: string;
  /** BCP 47 tag of the readers' language. Default: that of the service. */
  locale?: string;
  datasets: Record<string, Dataset>;
  tiles: Tile[];
  /** SQL parameters that the page may name to its reader, such as a region. */
  shownParameters: string[];
}

/** A saved dashboard. */
export interface Dashboard {
  guid: string;
  title: string;
  /** The sharing option 'Accessible in API'. */
  accessible: boolean;
  definition: DashboardDefinition;
}
