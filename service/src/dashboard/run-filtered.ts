import { allowManyListeners } from '../process/many-listeners.ts';
import type { DashboardDefinition } from './definition.ts';
import { type FilterQuery, NO_CHOICES } from './filter-query.ts';
import type { ListReader } from './choice-list.ts';
import {
  type AwaitedResults,
  beginDashboard,
  type DatasetResult,
  type DatasetsToRun,
  type FindSource,
  runDataset,
  type RunOptions,
} from './run-dashboard.ts';
import { runFilters, type SetFilter } from './run-filters.ts';

/** The datasets to run, and the filters of their dashboard. */
export type FilteredDatasets = DatasetsToRun & Pick<DashboardDefinition, 'filters'>;

/** The datasets of a dashboard under way, and the filters that they run with. */
export interface BegunResults {
  results: AwaitedResults;
  filters: readonly SetFilter[];
}

/** The results of datasets by name, and the filters that they ran with. */
export interface FilteredResults {
  results: Map<string, DatasetResult>;
  filters: readonly SetFilter[];
}

/**
 * Sets the filters of a dashboard, and starts its datasets with their values. Without choices in the query, nothing is
 * thrown.
 * @throws {RefusedChoice} for a choice that the dashboard does not offer.
 * @throws {DatabaseError} if the list of a choice cannot be read now.
 */
export async function beginFiltered(
  findSource: FindSource,
  { filters: all = [], ...asked }: FilteredDatasets,
  options: RunOptions,
  query: FilterQuery = NO_CHOICES,
): Promise<BegunResults> {
  allowManyListeners(options.signal);
  const { filters, values } = await runFilters({
    filters: all,
    locked: options.locked,
    query,
    lists: toListReader(findSource, options),
  });
  return { results: beginDashboard(findSource, asked, values, options), filters };
}

/** Returns how to run the SELECTs of lists. */
export function toListReader(findSource: FindSource, options: RunOptions): ListReader {
  return {
    read: (list, maxRows) => runDataset(findSource, list, { ...options, maxRows }),
    findDialect: (select) => findSource(select)?.dialect ?? null,
  };
}

/** Runs the datasets of a dashboard to their end. Throws as {@link beginFiltered} does. */
export async function runFiltered(
  ...run: Parameters<typeof beginFiltered>
): Promise<FilteredResults> {
  const { results, filters } = await beginFiltered(...run);
  return { results: await toResults(results), filters };
}

/** Waits for all results. */
export async function toResults(awaited: AwaitedResults): Promise<Map<string, DatasetResult>> {
  const entries = Array.from(awaited, async ([name, result]) => [name, await result] as const);
  return new Map(await Promise.all(entries));
}
