import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { EMPTY_DRAFT, toDraft } from '../../dashboard/dashboard-draft.ts';
import type { ServiceParts } from '../../state/service-parts.ts';
import { renderAdminPage } from '../admin-page.ts';
import { createDashboardCalls } from './dashboard-calls.ts';
import { renderDashboards, renderEditor } from './dashboard-markup.ts';
import type { EditorStart } from './editor-wire.ts';
import { requireCompany, requireDashboard } from '../require-found.ts';

type Parts = Pick<
  ServiceParts,
  | 'companies'
  | 'connections'
  | 'dashboards'
  | 'statistics'
  | 'sources'
  | 'maxRows'
  | 'locale'
  | 'assets'
  | 'now'
>;

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
const MAX_TITLE = 200;

/** The list of dashboards and the editor. */
export function createDashboardPages(parts: Parts): Hono {
  const { companies, connections, dashboards, assets } = parts;
  const app = new Hono();

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

  app.get('/', (context) => showList(context, parts));

  app.get('/new', async (context) => {
    const [first] = await companies.list();
    const id = Number(context.req.query('company') ?? first?.id);
    const company = await requireCompany(id, companies);
    const start = { guid: null, version: 0, accessible: false, company, draft: EMPTY_DRAFT };
    return showEditor(context, start);
  });

  app.get('/:guid', async (context) => {
    const dashboard = await requireDashboard(context, dashboards);
    const { guid, version, accessible, companyId: id, companyName: name } = dashboard;
    const draft = toDraft(dashboard);
    return showEditor(context, { guid, version, accessible, company: { id, name }, draft });
  });

  app.post('/:guid/duplicate', (context) => duplicate(context, parts));
  app.route('/', createDashboardCalls(parts));
  return app;
}

async function showList(
  context: Context,
  { companies, dashboards, statistics, assets, now }: Parts,
): Promise<Response> {
  const [list, openings, all] = await Promise.all([
    dashboards.list(),
    statistics.countOpenings(new Date(now() - WEEK_MS)),
    companies.list(),
  ]);
  const body = renderDashboards(list, openings, all);
  return renderAdminPage(context, assets, { title: 'Dashboards', section: 'dashboards', body });
}

/** Saves a copy, which is not accessible, and opens it. */
async function duplicate(context: Context, { dashboards }: Parts): Promise<Response> {
  const { companyId, title, definition } = await requireDashboard(context, dashboards);
  const guid = randomUUID();
  const copy = { guid, title: `Copy of ${title}`.slice(0, MAX_TITLE), definition };
  await dashboards.create(companyId, { ...copy, accessible: false });
  return context.redirect(`../${guid}`, 303);
}
