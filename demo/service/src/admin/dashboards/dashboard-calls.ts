import { type Context, Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { z } from 'zod';
import { readBodyText } from '../../api/body-text.ts';
import { findSources } from '../../dashboard/dataset-sources.ts';
import { listTables } from '../../dashboard/table-list.ts';
import { type TriedDraft, tryDraft } from '../../dashboard/try-draft.ts';
import { DatabaseError } from '../../database/database.ts';
import { renderDashboardPage } from '../../page/dashboard-page.ts';
import { parseDisplayOptions } from '../../page/display-options.ts';
import { toPageLocale } from '../../page/page-locale.ts';
import type { DashboardStore } from '../../state/dashboard-store.ts';
import type { ServiceParts } from '../../state/service-parts.ts';
import { findAdminSession } from '../login.ts';
import type { PreviewAnswer, RefusedAnswer, SavedAnswer, TablesAnswer } from './editor-wire.ts';
import { toSamples } from './result-samples.ts';
import { findTileHints } from './tile-hints.ts';
import { requireCompany, requireDashboard, requireGuid } from '../require-found.ts';

/** A dashboard with all its SQL. */
const MAX_BODY = 1024 * 1024;
/** Up to PostgreSQL's largest integer. */
const count = z
  .int()
  .min(0)
  .max(2 ** 31 - 1);
/** What is no whole character cannot be kept; it stands as �. */
const parameterValue = z.string().transform((value) => Buffer.from(value).toString());
const draftCall = z.object({
  draft: z.unknown(),
  parameters: z.record(z.string(), parameterValue),
  companyId: count,
  version: count,
});
const tablesCall = z.object({ companyId: count, connection: z.string().nullable() });
const sharingCall = z.object({ accessible: z.boolean() });

type ReceivedCall = z.infer<typeof draftCall>;
type SavedContent = NonNullable<TriedDraft['dashboard']>;

type Parts = PreviewParts & Pick<ServiceParts, 'companies' | 'dashboards'>;
type TrialParts = Pick<ServiceParts, 'sources' | 'connections' | 'maxRows'>;
type PreviewParts = TrialParts & Pick<ServiceParts, 'assets' | 'locale'>;

/** What the editor's script asks for: to try a draft, to save it, to share and to remove a dashboard. */
export function createDashboardCalls(parts: Parts): Hono {
  const { companies, dashboards } = parts;
  const app = new Hono();

  app.post('/new/preview', async (context) => {
    const sent = await readJson(context, draftCall);
    const { id } = await requireCompany(sent.companyId, companies);
    return preview(context, parts, id, sent);
  });

  app.post('/tables', async (context) => {
    const { companyId, connection } = await readJson(context, tablesCall);
    const { id } = await requireCompany(companyId, companies);
    return sendTables(context, parts, id, connection);
  });

  app.post('/:guid/preview', async (context) => {
    const { companyId } = await requireDashboard(context, dashboards);
    return preview(context, parts, companyId, await readJson(context, draftCall));
  });

  app.post('/:guid', (context) => save(context, parts));

  app.post('/:guid/share', async (context) => {
    const { guid } = await requireDashboard(context, dashboards);
    const { accessible } = await readJson(context, sharingCall);
    await dashboards.share(guid, accessible);
    return context.json({ accessible });
  });

  app.post('/:guid/remove', async (context) => {
    await dashboards.remove((await requireDashboard(context, dashboards)).guid);
    return context.json({});
  });

  return app;
}

/** The way from the editor's page, in which the preview is a frame, to `{base_url}`. */
const PREVIEW_ROOT = '../../';
const CONFLICT = {
  code: 'conflict',
  message: 'Someone else saved this dashboard in the meantime.',
};
const NO_TABLES = { code: 'no-tables', message: 'The tables cannot be read now.' };
const NOT_SAVED = { code: 'not-saved', message: 'Not saved. Correct the marked fields first.' };

/** The first save of a dashboard comes with the version 0, and with a guid of the editor's. */
async function save(context: Context, parts: Parts): Promise<Response> {
  const { companies, dashboards } = parts;
  const guid = requireGuid(context);
  const sent = await readJson(context, draftCall);
  const { version } = sent;
  const companyId =
    version === 0
      ? (await requireCompany(sent.companyId, companies)).id
      : (await requireDashboard(context, dashboards)).companyId;
  const { dashboard, problems } = await tryOut(context, parts, companyId, sent);
  if (!dashboard) return refuse(context, problems);
  const kept = await keep(context, dashboards, companyId, { ...dashboard, guid }, version);
  if (kept.isTheirs) {
    return context.json({ error: CONFLICT, version: kept.version } satisfies RefusedAnswer, 409);
  }
  return context.json({ guid, version: kept.version, problems } satisfies SavedAnswer);
}

/** The version that is kept now, and whether it is another author's. */
async function keep(
  context: Context,
  dashboards: DashboardStore,
  companyId: number,
  dashboard: SavedContent & { guid: string },
  version: number,
): Promise<{ version: number; isTheirs: boolean }> {
  const { guid } = dashboard;
  const isKept =
    version === 0
      ? await dashboards.create(companyId, { ...dashboard, accessible: false })
      : await dashboards.save(guid, version, dashboard);
  if (isKept) return { version: version + 1, isTheirs: false };
  const there = await requireDashboard(context, dashboards);
  if (isSame(there, dashboard)) return { version: there.version, isTheirs: false };
  // The answer to the first save was lost: nobody else knew the guid before.
  const isOwn = version === 0 && (await dashboards.save(guid, 1, dashboard));
  return isOwn ? { version: 2, isTheirs: false } : { version: there.version, isTheirs: true };
}

/** What is there already was saved by a call whose answer was lost. */
function isSame(one: SavedContent, other: SavedContent): boolean {
  const [first, second] = [one, other].map(({ title, definition }) =>
    JSON.stringify([title, definition]),
  );
  return first === second;
}

async function tryOut(
  context: Context,
  { sources, connections, maxRows }: TrialParts,
  companyId: number,
  { draft, parameters }: ReceivedCall,
): Promise<TriedDraft> {
  return tryDraft(draft, {
    parameters,
    findSources: (dashboard) => findSources(dashboard, companyId, null, sources, connections),
    maxRows,
    owner: { companyId, sessionId: findAdminSession(context) },
    signal: context.req.raw.signal,
  });
}

async function preview(
  context: Context,
  parts: PreviewParts,
  companyId: number,
  sent: ReceivedCall,
): Promise<Response> {
  const tried = await tryOut(context, parts, companyId, sent);
  const { dashboard, results, problems, columns } = tried;
  const samples = toSamples(results);
  if (!dashboard) return context.json({ problems, columns, samples } satisfies PreviewAnswer);
  const content = { dashboard, parameters: sent.parameters, results, asOf: new Date() };
  const display = parseDisplayOptions(new URLSearchParams());
  const locale = toPageLocale(dashboard.definition.locale ?? parts.locale);
  const page = await renderDashboardPage(content, locale, display, parts.assets, PREVIEW_ROOT);
  const all = [...problems, ...findTileHints(dashboard, results)];
  const answer: PreviewAnswer = { html: String(page), problems: all, columns, samples };
  return context.json(answer);
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
  const owner = { companyId, sessionId: findAdminSession(context) };
  try {
    if (!source) throw new DatabaseError('unavailable', 'There is no such data connection.');
    const tables = await listTables(source, { owner, signal: context.req.raw.signal });
    return context.json({ tables } satisfies TablesAnswer);
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    return context.json({ error: NO_TABLES } satisfies RefusedAnswer, 503);
  }
}

function refuse(context: Context, problems: TriedDraft['problems']): Response {
  return context.json({ error: NOT_SAVED, problems } satisfies RefusedAnswer, 422);
}

async function readJson<Schema extends z.ZodType>(
  context: Context,
  schema: Schema,
): Promise<z.infer<Schema>> {
  const text = await readBodyText(context.req.raw, MAX_BODY);
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new HTTPException(400);
  }
}
