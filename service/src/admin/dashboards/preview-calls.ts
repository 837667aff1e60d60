import type { Context } from 'hono';
import type { z } from 'zod';
import { toFilterKey } from '../../dashboard/filter-value.ts';
import type { SetFilter } from '../../dashboard/run-filters.ts';
import { findSources } from '../../state/dataset-sources.ts';
import type { TriedDraft } from '../../dashboard/try-draft.ts';
import { listTables } from '../../database/table-list.ts';
import { DatabaseError } from '../../database/database.ts';
import { ApiError } from '../../api/api-error.ts';
import { type PagePiece, renderDashboardPage } from '../../page/dashboard-page.ts';
import { toAwaited } from '../../page/page-content.ts';
import { parseDisplayOptions } from '../../page/display-options.ts';
import { toPageLocale } from '../../words/page-locale.ts';
import type { ServiceParts } from '../../state/service-parts.ts';
import { requireCompany } from '../require-found.ts';
import type { RouteHandlers } from '../routes.ts';
import type { PreviewAnswer, RefusedAnswer, TablesAnswer } from './editor-wire.ts';
import { CALLS, readCall } from './read-call.ts';
import { toSamples } from './result-samples.ts';
import { findTileHints } from './tile-hints.ts';
import { toCaller, type TrialParts, tryCall } from './try-call.ts';

type Parts = TrialParts & Pick<ServiceParts, 'companies' | 'assets' | 'locale'>;

/** The preview is a frame in the editor's page. `root` is the relative address of `{base_url}` from that page. */
const PREVIEW = { root: '../../', isPreview: true };
/** The largest page of a preview, in characters. */
const LONGEST_PAGE = 64 * 2 ** 20;
const NO_TABLES = { code: 'no-tables', message: 'The tables could not be loaded.' };

/** Creates the read-only calls of the editor: the preview and the tables. */
export function createPreviewCalls(parts: Parts) {
  const { companies } = parts;
  return {
    'POST /dashboards/preview': async (context) => {
      const sent = await readCall(context, CALLS.preview);
      const { id } = await requireCompany(context, companies);
      return preview(context, parts, id, sent);
    },
    'POST /dashboards/tables': async (context) => {
      const { connection } = await readCall(context, CALLS.tables);
      const { id } = await requireCompany(context, companies);
      return sendTables(context, parts, id, connection);
    },
  } satisfies Partial<RouteHandlers>;
}

async function preview(
  context: Context,
  parts: Parts,
  companyId: number,
  sent: z.infer<typeof CALLS.preview>,
): Promise<Response> {
  const tried = await tryCall(context, parts, companyId, sent);
  const { sound: dashboard, results, problems, columns, missing } = tried;
  const samples = toSamples(results);
  const lists = toListFacts(tried.filters);
  const ran = { columns, samples, lists, missing };
  const page = await renderTried(tried, sent, parts);
  if (!dashboard || page === null) {
    return context.json({ problems, ...ran } satisfies PreviewAnswer);
  }
  const all = [...problems, ...findTileHints(dashboard, results)];
  return context.json({ html: page, problems: all, ...ran } satisfies PreviewAnswer);
}

/** Returns the page of a tried draft, for a frame in a page of the back office; `null` if there is nothing to show. */
export async function renderTried(
  { sound: dashboard, results, filters: set }: TriedDraft,
  { parameters, chosen, theme }: z.infer<typeof CALLS.preview>,
  { assets, locale: own }: Pick<Parts, 'assets' | 'locale'>,
): Promise<string | null> {
  if (!dashboard) return null;
  const filters = { set, kept: [], isReset: chosen.length === 0 };
  const content = { dashboard, parameters, results: toAwaited(results), asOf: new Date(), filters };
  const display = parseDisplayOptions(new URLSearchParams({ theme }));
  const locale = toPageLocale(dashboard.definition.locale ?? own);
  const place = { ...PREVIEW, locale, display, assets };
  return joinSmall(renderDashboardPage(dashboard, Promise.resolve(content), place));
}

/** Joins the pieces of a page. Throws {@link ApiError}: a few authors with larger ones would take all memory of the service. */
async function joinSmall(pieces: AsyncGenerator<PagePiece>): Promise<string> {
  let page = '';
  for await (const { html } of pieces) {
    page += html;
    if (page.length > LONGEST_PAGE) throw new ApiError('too-large', 'The page is too large.');
  }
  return page;
}

function toListFacts(filters: readonly SetFilter[]): PreviewAnswer['lists'] {
  const entries = filters.map(({ filter, cut, nullColumn }) => [
    toFilterKey(filter),
    { ...(cut && { cut }), ...(nullColumn !== undefined && { nullColumn }) },
  ]);
  return Object.fromEntries(entries) as PreviewAnswer['lists'];
}

async function sendTables(
  context: Context,
  { sources, connections }: TrialParts,
  companyId: number,
  connection: string | null,
): Promise<Response> {
  const dataset = { sql: '', ...(connection !== null && { connection }) };
  const datasets = { tables: dataset };
  const find = await findSources({ datasets }, companyId, null, sources, connections);
  const source = find(dataset);
  try {
    if (!source) throw new DatabaseError('unavailable', 'There is no such data connection.');
    const tables = await listTables(source, toCaller(context, companyId));
    const answer: TablesAnswer = { dialect: source.dialect.name, tables };
    return context.json(answer);
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    return context.json({ error: NO_TABLES } satisfies RefusedAnswer, 503);
  }
}
