import type { Dashboard } from 'embedded-dashboard-service';
import { suggestTiles } from '../../service/src/admin/browser/editor/suggest-tiles.ts';
import { toDatasetColumns } from '../../service/src/dashboard/try-draft.ts';
import type { RowSet } from '../../service/src/database/database.ts';
import { toSelect } from './vega-files.ts';
import { VEGA_TABLES } from './vega-tables.ts';

/** The name of the dataset. */
export const ROWS = 'rows';

/** A dashboard that the editor suggests for a table of `vega-datasets`, and the rows of the table. */
export interface VegaDashboard extends Dashboard {
  result: RowSet;
}

/** Returns the dashboard of a table: all suggested tiles, each in its own width. */
function toDashboard(title: string, read: () => RowSet, index: number): VegaDashboard {
  const result = read();
  const tiles = suggestTiles(toDatasetColumns(result));
  return {
    guid: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    title,
    accessible: true,
    result,
    definition: {
      subtitle: '',
      // The tables of `vega-datasets` have amounts in dollars.
      currency: 'USD',
      locale: 'en',
      shownParameters: [],
      datasets: { [ROWS]: { sql: toSelect(result) } },
      tiles: tiles.map((tile, place) =>
        Object.assign(tile, { id: `tile-${place}`, dataset: ROWS }),
      ),
    },
  };
}

/** Returns the dashboards of all tables. */
export function createVegaDashboards(): VegaDashboard[] {
  return Object.entries(VEGA_TABLES).map(([title, read], index) => toDashboard(title, read, index));
}
