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
  'companies' | 'connections' | 'dashboards' | 'sources' | 'maxRows' | 'locale' | 'assets'
>;

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

  app.get('/', async (context) => {
    const body = renderDashboards(await dashboards.list(), await companies.list());
    return renderAdminPage(context, assets, { title: 'Dashboards', section: 'dashboards', body });
  });

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

  app.route('/', createDashboardCalls(parts));
  return app;
}
