import { allowManyListeners } from '../process/many-listeners.ts';
import type { DashboardDefinition } from './definition.ts';
import { type FilterQuery, NO_CHOICES } from './filter-query.ts';
import { MAX_CHOICES } from './filter-schema.ts';
import {
  type DatasetResult,
  type DatasetsToRun,
  type FindSource,
  runDashboard,
  runDataset,
  type RunOptions,
  type SqlParameters,
} from './run-dashboard.ts';
import { runFilters, type SetFilter } from './run-filters.ts';

/** The datasets to run, and the filters of their dashboard. */
export type FilteredDatasets = DatasetsToRun & Pick<DashboardDefinition, 'filters'>;

/** The results of datasets by name, and the filters that they ran with. */
export interface FilteredResults {
  results: Map<string, DatasetResult>;
  filters: readonly SetFilter[];
}

/**
 * Sets the filters of a dashboard, and runs its datasets with their values. `locked`: the parameters that the token sets.
 * Never throws for a failed query of a dataset.
 * @throws {RefusedChoice} for a choice that the dashboard does not offer.
 * @throws {DatabaseError} if the list of a choice cannot be read now.
 */
export async function runFiltered(
  findSource: FindSource,
  { filters: all = [], ...asked }: FilteredDatasets,
  locked: SqlParameters,
  options: RunOptions,
  query: FilterQuery = NO_CHOICES,
): Promise<FilteredResults> {
  allowManyListeners(options.signal);
  const limits = { ...options, maxRows: MAX_CHOICES };
  const { filters, values } = await runFilters({
    filters: all,
    locked,
    query,
    readChoices: (select, known) => runDataset(findSource, select, known, limits),
  });
  return { results: await runDashboard(findSource, asked, values, options), filters };
}
