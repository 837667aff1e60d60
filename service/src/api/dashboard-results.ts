import type { Context } from 'hono';
import { findSources } from '../state/dataset-sources.ts';
import type { FilterQuery } from '../dashboard/filter-query.ts';
import type { RunOptions } from '../dashboard/run-dashboard.ts';
import {
  type FilteredDatasets,
  type FilteredResults,
  runFiltered,
} from '../dashboard/run-filtered.ts';
import { toAborted, toClosed } from '../database/database.ts';
import type { ServiceParts } from '../state/service-parts.ts';
import type { OpenedToken } from '../state/token-store.ts';

/** The parts of the service that answer `/Tdb/{token}`. */
export type DashboardParts = Pick<
  ServiceParts,
  | 'closing'
  | 'tokens'
  | 'sources'
  | 'queries'
  | 'drawings'
  | 'readers'
  | 'connections'
  | 'maxRows'
  | 'locale'
  | 'assets'
  | 'frameAncestors'
>;

/** The content of a token, and a signal that is aborted if its session ends before the answer. */
export interface OpenedPage extends OpenedToken {
  ended: AbortSignal;
}

/** Runs datasets of an opened dashboard for a request. `asOf`: the time of the oldest query. */
export async function readResults(
  context: Context,
  { queries, connections, maxRows, closing }: DashboardParts,
  { owner, dashboard, version, connectionString, sqlParameters, ended }: OpenedPage,
  query: FilterQuery,
  asked: FilteredDatasets,
): Promise<FilteredResults & { asOf: Date }> {
  const { companyId } = owner;
  const sources = queries.openPage({ companyId, guid: dashboard.guid, version });
  const findSource = await findSources(asked, companyId, connectionString, sources, connections);
  // A reader who leaves, or whose session ends, waits for nothing.
  const signal = AbortSignal.any([context.req.raw.signal, ended]);
  const options: RunOptions = { maxRows, owner, signal };
  const ran = await runFiltered(findSource, asked, sqlParameters, options, query);
  const isComplete = [...ran.results.values()].every((result) => 'rows' in result);
  if (ended.aborted) throw toAborted();
  if (closing.aborted && !isComplete) throw toClosed();
  return { ...ran, asOf: sources.asOf };
}
