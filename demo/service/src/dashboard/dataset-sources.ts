import type { DataSources } from '../database/data-sources.ts';
import type { DataSource } from '../database/database.ts';
import type { ConnectionStore } from '../state/connection-store.ts';
import type { DashboardDefinition, Dataset } from './definition.ts';

/** Where a dataset's query runs; `null` where its connection is gone, or not allowed any more. */
export type FindSource = (dataset: Dataset) => DataSource | null;

/**
 * How a company's datasets find their data: each on the connection that it names, on the service's own data
 * without a name, and all of them on `connectionString` where a token brought one.
 */
export async function findSources(
  { datasets }: Pick<DashboardDefinition, 'datasets'>,
  companyId: number,
  connectionString: string | null,
  sources: DataSources,
  connections: ConnectionStore,
): Promise<FindSource> {
  if (connectionString) return () => sources.find(connectionString);
  const isNamed = Object.values(datasets).some(({ connection }) => connection);
  const known = isNamed ? await connections.find(companyId) : new Map<string, string>();
  return ({ connection }) => {
    if (!connection) return sources.find(null);
    const named = known.get(connection);
    return named === undefined ? null : sources.find(named);
  };
}
