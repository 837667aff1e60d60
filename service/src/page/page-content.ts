import type { DrawChart } from '../charts/draw-chart.ts';
import type { Dashboard, Tile } from '../dashboard/definition.ts';
import type { AwaitedResults, DatasetResult, SqlParameters } from '../dashboard/run-dashboard.ts';
import type { PageLocale } from '../words/page-locale.ts';
import type { PageAssets } from './asset.ts';
import type { DisplayOptions } from './display-options.ts';
import type { PageFilters } from './filter-form.ts';
import type { TileMenus } from './tile/tile-menu.ts';

/** A dashboard and the results of its datasets. */
export interface DashboardContent {
  dashboard: Pick<Dashboard, 'title' | 'definition'>;
  parameters: SqlParameters;
  results: ReadonlyMap<string, DatasetResult>;
  /** The time of the results. */
  asOf: Date;
  /** Default: the dashboard has no filters. */
  filters?: PageFilters;
}

/** A dashboard whose datasets may still run. */
export interface PageContent extends Omit<DashboardContent, 'results'> {
  results: AwaitedResults;
  /** Default: each chart is drawn for this page. */
  draw?: DrawChart;
  /** Default: the tiles have no menus. */
  menus?: TileMenus;
  /** The only tiles of the page. Default: all tiles. */
  only?: readonly Tile[];
  /** The address of the dashboard, for the link of a page with one tile. Default: the page has no link. */
  backUrl?: string;
  /** The address of the rows of all tiles. Default: readers cannot save them. */
  zipUrl?: string;
  /** The address of the same page with all its tiles, which takes as long as its queries. Default: the page has no link. */
  wholeUrl?: string;
}

/** The surroundings of a dashboard page. */
export interface PagePlace {
  locale: PageLocale;
  display: DisplayOptions;
  assets: PageAssets;
  /** The relative address of `{base_url}`. Default: `../`. */
  root?: string;
  /** Whether the page is the editor's preview, which sends clicks on tiles to the editor. Default: false. */
  isPreview?: boolean;
}

/** Returns results that have arrived as a page takes them. */
export function toAwaited(results: ReadonlyMap<string, DatasetResult>): AwaitedResults {
  return new Map(Array.from(results, ([name, result]) => [name, Promise.resolve(result)]));
}

/** Returns the tiles of a page. */
export function findTiles({ only, dashboard }: PageContent): readonly Tile[] {
  return only ?? dashboard.definition.tiles;
}
