/**
 * The GUID of a dashboard, in lower case. The service does not depend on the package that calls it, so it has its own
 * copy of this rule.
 */
export const DASHBOARD_GUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The formats of numbers. `currency`: in the dashboard's currency. `percent`: 1 is 100 %. */
export const NUMBER_FORMATS = ['integer', 'decimal', 'currency', 'percent'] as const;
export type NumberFormat = (typeof NUMBER_FORMATS)[number];

/** The formats of a chart's categories. `instant`: a date with a time. */
export const CATEGORY_FORMATS = ['text', 'date', 'month', 'instant'] as const;
export type CategoryFormat = (typeof CATEGORY_FORMATS)[number];

/** The format in which a value is shown. */
export type ValueFormat = NumberFormat | CategoryFormat;

/** Returns whether values of the format are numbers. */
export function isNumberFormat(format: ValueFormat): format is NumberFormat {
  return (NUMBER_FORMATS as readonly ValueFormat[]).includes(format);
}

/** A SELECT whose rows feed one or more tiles. `:Name` is an SQL parameter, and NULL if it has no value. */
export interface Dataset {
  sql: string;
  /** The company's data connection that the SELECT runs on. Default: the service's own data. */
  connection?: string;
}

/** A column and its label for readers. */
export interface Series {
  column: string;
  label: string;
}

/** A column with a format. */
export interface TableColumn extends Series {
  format: ValueFormat;
}

interface TileBase {
  /** Unique within the dashboard. In the page, it is the value of `data-tile`. */
  id: string;
  title: string;
  /** The name of a dataset of the dashboard. */
  dataset: string;
  /** The width in columns of a grid of twelve, on a wide page. */
  span: 3 | 4 | 5 | 6 | 7 | 8 | 12;
}

/** A figure of the first row, and its change since the previous period. */
export interface NumberTile extends TileBase {
  kind: 'number';
  value: string;
  previous?: string;
  format: ValueFormat;
  /** The direction of a good change. Default: `higher`. */
  better?: 'higher' | 'lower';
  /** The comparison or the unit. */
  note: string;
  /** The column of a dataset for the trend line below the figure, in the order of its rows. */
  trend?: { dataset: string; column: string };
}

/** Bars, lines or areas over a category. */
export interface AxisTile extends TileBase {
  kind: 'bar' | 'line' | 'area';
  category: string;
  /** Default: depends on the type of the column. */
  categoryFormat?: CategoryFormat;
  /** A column whose values become the series, for datasets with several rows per category. */
  splitBy?: string;
  /** With `splitBy`, only the first one is shown. */
  series: Series[];
  format: ValueFormat;
  /** Whether bars are horizontal, for long category names. */
  horizontal?: boolean;
  /** For bars and areas. */
  stacked?: boolean;
}

/** A chart with a point for each row. */
export interface ScatterTile extends TileBase {
  kind: 'scatter';
  /** The names of the points. */
  category: string;
  x: TableColumn;
  y: TableColumn;
}

/** A table with a cell for each pair of category and split. The color of a cell shows its value. */
export interface HeatMapTile extends TileBase {
  kind: 'heatmap';
  /** The columns of the table. */
  category: string;
  /** Default: depends on the type of the column. */
  categoryFormat?: CategoryFormat;
  /** The rows of the table. */
  splitBy: string;
  value: string;
  format: ValueFormat;
}

/** The shares of a whole. */
export interface ShareTile extends TileBase {
  kind: 'pie' | 'donut';
  category: string;
  value: string;
  format: ValueFormat;
}

/** A table with the rows in their order. */
export interface TableTile extends TileBase {
  kind: 'table';
  columns: TableColumn[];
}

/** One box of a dashboard. */
export type Tile = NumberTile | AxisTile | ShareTile | ScatterTile | HeatMapTile | TableTile;

/** A tile that ECharts draws. */
export type ChartTile = AxisTile | ShareTile | ScatterTile;

/** Everything that a dashboard shows. */
export interface DashboardDefinition {
  /** The line below the title. */
  subtitle: string;
  /** ISO 4217 code for values of the format `currency`. */
  currency: string;
  /** BCP 47 tag of the readers' language. Default: that of the service. */
  locale?: string;
  datasets: Record<string, Dataset>;
  tiles: Tile[];
  /** The SQL parameters that the page may show to its readers, such as a region. */
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
