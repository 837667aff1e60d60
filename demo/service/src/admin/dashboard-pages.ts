import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { z } from 'zod';
import { readBodyText } from '../api/body-text.ts';
import { EMPTY_DRAFT, toDraft } from '../dashboard/dashboard-draft.ts';
import { findSources } from '../dashboard/dataset-sources.ts';
import { DASHBOARD_GUID } from '../dashboard/definition.ts';
import { type TriedDraft, tryDraft } from '../dashboard/try-draft.ts';
import { renderDashboardPage } from '../page/dashboard-page.ts';
import { parseDisplayOptions } from '../page/display-options.ts';
import type { Company } from '../state/company-store.ts';
import type { SavedDashboard } from '../state/dashboard-store.ts';
import { renderAdminPage } from './admin-page.ts';
import type { BackOfficeOptions } from './back-office.ts';
import { renderDashboards, renderEditor } from './dashboard-markup.ts';
import type { EditorStart, PreviewAnswer, RefusedAnswer, SavedAnswer } from './editor-wire.ts';

/** A dashboard with all its SQL. */
const MAX_BODY = 1024 * 1024;
/** PostgreSQL's largest integer. */
const id = z
  .int()
  .min(0)
  .max(2 ** 31 - 1);
const call = z.object({
  draft: z.unknown(),
  parameters: z.record(
    z.string().max(63),
    z
      .string()
      .max(8192)
      .regex(/^[^\0]*$/),
  ),
  companyId: id,
  version: id,
});
const sharing = z.object({ accessible: z.boolean() });
/** The way from the editor's page, in which the preview is a frame, to `{base_url}`. */
const PREVIEW_ROOT = '../../';

/** The list of dashboards, and the editor: its page, and what its script asks for. */
export function createDashboardPages(options: BackOfficeOptions): Hono {
  const { companies, connections, dashboards, sources, maxRows, assets } = options;
  const app = new Hono();

  const requireDashboard = async (context: Context): Promise<SavedDashboard> => {
    const guid = context.req.param('guid')!.toLowerCase();
    const dashboard = DASHBOARD_GUID.test(guid) ? await dashboards.find(guid) : null;
    if (!dashboard) throw new HTTPException(404);
    return dashboard;
  };

  const requireCompany = async (companyId: number): Promise<Company> => {
    const company = id.safeParse(companyId).success ? await companies.find(companyId) : null;
    if (!company) throw new HTTPException(404);
    return company;
  };

  const showEditor = async (
    context: Context,
    start: Omit<EditorStart, 'connections'>,
  ): Promise<Response> => {
    const connectionNames = await connections.names(start.company.id);
    return renderAdminPage(context, assets, {
      title: start.draft.title || 'New dashboard',
      section: 'dashboards',
      body: renderEditor({ ...start, connections: connectionNames }),
      own: { style: assets.editorStyle, script: assets.editorScript },
    });
  };

  const tryOut = (
    context: Context,
    companyId: number,
    { draft, parameters }: z.infer<typeof call>,
  ): Promise<TriedDraft> =>
    tryDraft(draft, {
      parameters,
      findSources: (dashboard) => findSources(dashboard, companyId, null, sources, connections),
      maxRows,
      signal: context.req.raw.signal,
    });

  const preview = async (
    context: Context,
    companyId: number,
    sent: z.infer<typeof call>,
  ): Promise<Response> => {
    const tried = await tryOut(context, companyId, sent);
    const { dashboard, results, problems, columns } = tried;
    const { parameters } = sent;
    if (!dashboard) return context.json({ problems, columns } satisfies PreviewAnswer);
    const display = parseDisplayOptions(new URLSearchParams());
    const content = { dashboard, parameters, results };
    const html = String(await renderDashboardPage(content, display, assets, PREVIEW_ROOT));
    return context.json({ html, problems, columns } satisfies PreviewAnswer);
  };

  app.get('/', async (context) => {
    const body = renderDashboards(await dashboards.list(), await companies.list());
    return renderAdminPage(context, assets, { title: 'Dashboards', section: 'dashboards', body });
  });

  app.post('/', async (context) => {
    const sent = await readJson(context, call);
    const company = await requireCompany(sent.companyId);
    const { dashboard, problems } = await tryOut(context, company.id, sent);
    if (!dashboard) return refuse(context, problems);
    const guid = randomUUID();
    await dashboards.create(company.id, { ...dashboard, guid, accessible: false });
    return context.json({ guid, version: 1 } satisfies SavedAnswer, 201);
  });

  app.get('/new', async (context) => {
    const [first] = await companies.list();
    const company = await requireCompany(Number(context.req.query('company') ?? first?.id));
    const start = { guid: null, version: 0, accessible: false, company, draft: EMPTY_DRAFT };
    return showEditor(context, start);
  });

  app.post('/new/preview', async (context) => {
    const sent = await readJson(context, call);
    return preview(context, (await requireCompany(sent.companyId)).id, sent);
  });

  app.get('/:guid', async (context) => {
    const dashboard = await requireDashboard(context);
    const { guid, version, accessible, companyId: company, companyName: name } = dashboard;
    const draft = toDraft(dashboard);
    return showEditor(context, {
      guid,
      version,
      accessible,
      company: { id: company, name },
      draft,
    });
  });

  app.post('/:guid/preview', async (context) => {
    const { companyId } = await requireDashboard(context);
    return preview(context, companyId, await readJson(context, call));
  });

  app.post('/:guid', async (context) => {
    const { guid, companyId } = await requireDashboard(context);
    const sent = await readJson(context, call);
    const { dashboard, problems } = await tryOut(context, companyId, sent);
    if (!dashboard) return refuse(context, problems);
    if (await dashboards.save(guid, sent.version, dashboard)) {
      return context.json({ guid, version: sent.version + 1 } satisfies SavedAnswer);
    }
    const { version } = await requireDashboard(context);
    return context.json({ error: CONFLICT, version } satisfies RefusedAnswer, 409);
  });

  app.post('/:guid/share', async (context) => {
    const { guid } = await requireDashboard(context);
    const { accessible } = await readJson(context, sharing);
    await dashboards.share(guid, accessible);
    return context.json({ accessible });
  });

  app.post('/:guid/remove', async (context) => {
    await dashboards.remove((await requireDashboard(context)).guid);
    return context.json({});
  });

  return app;
}

const CONFLICT = { code: 409, message: 'Somebody else has saved this dashboard meanwhile.' };

function refuse(context: Context, problems: TriedDraft['problems']): Response {
  const error = { code: 422, message: 'It was not saved: something is not right yet.' };
  return context.json({ error, problems } satisfies RefusedAnswer, 422);
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
