import type { DataSources } from '../database/data-sources.ts';
import type { ConnectionStore } from './connection-store.ts';
import type { DashboardDefinition } from '../dashboard/definition.ts';
import { findSelects } from '../dashboard/filter-order.ts';
import type { FindSource } from '../dashboard/run-dashboard.ts';

/**
 * Returns how a company's datasets find their data. A dataset runs on the connection that it names, or on the service's
 * own data if it names none. If the token has a `connectionString`, all datasets run on that.
 */
export async function findSources(
  { datasets, filters = [] }: Pick<DashboardDefinition, 'datasets' | 'filters'>,
  companyId: number,
  connectionString: string | null,
  sources: Pick<DataSources, 'find'>,
  connections: ConnectionStore,
): Promise<FindSource> {
  if (connectionString) return () => sources.find(connectionString, companyId);
  const selects = [...Object.values(datasets), ...findSelects(filters)];
  const isNamed = selects.some(({ connection }) => connection);
  const known = isNamed ? await connections.find(companyId) : new Map<string, string>();
  return ({ connection }) => {
    if (!connection) return sources.find(null, companyId);
    const named = known.get(connection);
    return named === undefined ? null : sources.find(named, companyId, connection);
  };
}
