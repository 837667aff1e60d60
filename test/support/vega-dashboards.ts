import type { Dashboard } from 'embedded-dashboard-service';
import { suggestSummaries } from '../../service/src/admin/browser/editor/suggest/suggest-summaries.ts';
import { suggestTiles } from '../../service/src/admin/browser/editor/suggest/suggest-tiles.ts';
import { EMPTY_DRAFT } from '../../service/src/dashboard/dashboard-draft.ts';
import { toDatasetColumns } from '../../service/src/dashboard/try-draft.ts';
import type { RowSet } from '../../service/src/database/database.ts';
import { toSelect } from './vega-files.ts';
import { VEGA_TABLES } from './vega-tables.ts';

/** The name of the dataset. */
export const ROWS = 'rows';
/** The name of the dataset with sums or averages. */
const SUMMARY = 'summary';

/** A dashboard that the editor suggests for a table of `vega-datasets`, and the rows of the table. */
export interface VegaDashboard extends Dashboard {
  result: RowSet;
}

/** Returns the dashboard of a table: all suggested tiles, each in its own width. */
function toDashboard(title: string, read: () => RowSet, index: number): VegaDashboard {
  const result = read();
  const columns = toDatasetColumns(result);
  const sql = toSelect(result);
  const [summary] = suggestSummaries(columns, sql);
  const tiles = suggestTiles(columns).map((tile) => Object.assign(tile, { dataset: ROWS }));
  return {
    guid: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    title,
    accessible: true,
    result,
    definition: {
      subtitle: '',
      currency: EMPTY_DRAFT.currency,
      locale: 'en',
      shownParameters: [],
      datasets: { [ROWS]: { sql }, ...(summary && { [SUMMARY]: { sql: summary.sql } }) },
      tiles: [...(summary ? [{ ...summary.tile, dataset: SUMMARY }] : []), ...tiles].map(
        (tile, place) => Object.assign(tile, { id: `tile-${place}` }),
      ),
    },
  };
}

/** Returns the dashboards of all tables. */
export function createVegaDashboards(): VegaDashboard[] {
  return Object.entries(VEGA_TABLES).map(([title, read], index) => toDashboard(title, read, index));
}
