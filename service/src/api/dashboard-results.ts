import type { Context } from 'hono';
import { findSources } from '../state/dataset-sources.ts';
import type { FilterQuery } from '../dashboard/filter-query.ts';
import type { FindSource, RunOptions } from '../dashboard/run-dashboard.ts';
import {
  beginFiltered,
  type BegunResults,
  type FilteredDatasets,
  type FilteredResults,
  toResults,
} from '../dashboard/run-filtered.ts';
import type { PageSources } from '../database/query-cache.ts';
import { toAborted, toClosed } from '../database/database.ts';
import type { ServiceParts } from '../state/service-parts.ts';
import type { OpenedToken, TokenClosure } from '../state/token-store.ts';
import type { WaitingReader } from '../state/waiting-readers.ts';

/** The parts of the service that answer `/Tdb/{token}`. */
export type DashboardParts = Pick<
  ServiceParts,
  | 'closing'
  | 'tokens'
  | 'sources'
  | 'queries'
  | 'drawings'
  | 'readers'
  | 'unusedParameters'
  | 'searches'
  | 'connections'
  | 'longestAnswerMs'
  | 'maxRows'
  | 'locale'
  | 'assets'
  | 'frameAncestors'
  | 'report'
  | 'faults'
>;

/** The content of a token, and the reader who waits for it. */
export interface OpenedPage extends OpenedToken, WaitingReader {
  token: string;
}

/** The datasets of a page under way. `asOf`: the time of the oldest query. */
export type BegunPage = BegunResults & { asOf: Date };

/** How the SELECTs of an opened dashboard run. */
interface PageRun {
  sources: PageSources;
  findSource: FindSource;
  options: RunOptions;
}

/** Prepares SELECTs of an opened dashboard. None runs yet. */
export async function prepareRun(
  { queries, connections, maxRows }: DashboardParts,
  { owner, dashboard, version, connectionString, sqlParameters: locked }: OpenedPage,
  asked: Pick<FilteredDatasets, 'datasets' | 'filters'>,
  signal: AbortSignal,
): Promise<PageRun> {
  const { companyId } = owner;
  const sources = queries.openPage({ companyId, guid: dashboard.guid, version });
  const findSource = await findSources(asked, companyId, connectionString, sources, connections);
  return { sources, findSource, options: { maxRows, owner, signal, locked } };
}

/** Begins the datasets of an opened dashboard. Returns how to wait for them; nothing runs before that. */
export async function beginResults(
  parts: DashboardParts,
  opened: OpenedPage,
  query: FilterQuery,
  asked: FilteredDatasets,
  signal: AbortSignal,
): Promise<() => Promise<BegunPage>> {
  const { sources, findSource, options } = await prepareRun(parts, opened, asked, signal);
  return async () => {
    const begun = await beginFiltered(findSource, asked, options, query);
    // The time of a kept result, and of a query that runs already, is known now.
    return { ...begun, asOf: sources.asOf };
  };
}

/** The shortest time between two questions whether a token is still valid, in milliseconds. */
export const CHECK_MS = 1000;

/** A token that has ended while its queries ran. */
export class EndedToken extends Error {
  readonly reason: TokenClosure;

  constructor(reason: TokenClosure) {
    super('The token has ended.');
    this.reason = reason;
  }
}

/** Runs datasets of an opened dashboard for a request. `asOf`: the time of the oldest query. */
export async function readResults(
  context: Context,
  parts: DashboardParts,
  opened: OpenedPage,
  query: FilterQuery,
  asked: FilteredDatasets,
): Promise<FilteredResults & { asOf: Date }> {
  // A reader who leaves, or whose session ends, waits for nothing.
  const signal = AbortSignal.any([context.req.raw.signal, opened.ended]);
  const begunAt = performance.now();
  const begin = await beginResults(parts, opened, query, asked, signal);
  const { results: awaited, ...begun } = await begin();
  const results = await toResults(awaited);
  const isComplete = [...results.values()].every((result) => 'rows' in result);
  if (parts.closing.aborted && !isComplete) throw toClosed();
  await assertOpen(parts, opened, begunAt);
  return { ...begun, results };
}

/**
 * Checks that the session has not ended since `begunAt`.
 * @throws {DatabaseError} `aborted` if this process has ended it.
 * @throws {EndedToken} if another process has ended it.
 */
export async function assertOpen(
  { tokens }: Pick<DashboardParts, 'tokens'>,
  { ended, token }: OpenedPage,
  begunAt: number,
): Promise<void> {
  if (ended.aborted) throw toAborted();
  const now = performance.now() - begunAt > CHECK_MS && (await tokens.open(token));
  if (typeof now === 'string') throw new EndedToken(now);
}
