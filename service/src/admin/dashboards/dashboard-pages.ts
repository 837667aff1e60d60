import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { EMPTY_DRAFT, toDraft } from '../../dashboard/dashboard-draft.ts';
import type { CompanyName } from '../../state/company-store.ts';
import type { DashboardQuestion } from '../../state/dashboard-list.ts';
import type { ServiceParts } from '../../state/service-parts.ts';
import { renderAdminPage } from '../admin-page.ts';
import { readListQuestion } from '../list-form.ts';
import { requireCompany, requireGuid } from '../require-found.ts';
import type { RouteHandlers } from '../routes.ts';
import { requireVisit } from '../visit.ts';
import { renderDashboards, renderEditor } from './dashboard-markup.ts';
import { createDraftCalls } from './draft-calls.ts';
import type { EditorStart } from './editor-wire.ts';
import { createPreviewCalls } from './preview-calls.ts';
import { createPublishCalls } from './publish-calls.ts';
import { toDay, toFirstDay } from '../statistics/statistics-filter.ts';
import { createThumbnailPages } from './thumbnails.ts';
import { createViewCalls, showView } from './view-pages.ts';

type Parts = Pick<
  ServiceParts,
  | 'audit'
  | 'companies'
  | 'connections'
  | 'dashboards'
  | 'dashboardList'
  | 'drafts'
  | 'statistics'
  | 'sources'
  | 'queries'
  | 'maxRows'
  | 'locale'
  | 'assets'
  | 'now'
>;

const MAX_TITLE = 200;

/** Creates the list of dashboards and the editor. */
export function createDashboardPages(parts: Parts) {
  return {
    'GET /dashboards': (context) => showList(context, parts),
    'GET /dashboards/new': (context) => beginDashboard(context, parts),
    'GET /dashboards/:guid': (context) => showDashboard(context, parts),
    'GET /dashboards/:guid/start': async (context) => context.json(await findStart(context, parts)),
    'POST /dashboards/:guid/duplicate': (context) => duplicate(context, parts),
    ...createPreviewCalls(parts),
    ...createDraftCalls(parts),
    ...createPublishCalls(parts),
    ...createThumbnailPages(parts),
    ...createViewCalls(parts),
  } satisfies Partial<RouteHandlers>;
}

/** Redirects to the editor with the guid of a new dashboard. Nothing is saved until the author changes something. */
async function beginDashboard(context: Context, { companies }: Parts): Promise<Response> {
  const { visitor, companyId } = requireVisit(context);
  const all = await companies.names(visitor.rights.companiesOf('author'));
  const company = context.req.query('company') ? all.find(({ id }) => id === companyId) : all[0];
  if (!company) throw new HTTPException(404);
  return context.redirect(`./${crypto.randomUUID()}?company=${company.id}`, 303);
}

/** Shows the editor to authors, and the published version to others. */
async function showDashboard(context: Context, parts: Parts): Promise<Response> {
  const { visitor, companyId } = requireVisit(context);
  const isAuthor = companyId === null || visitor.rights.has('author', companyId);
  return isAuthor ? showEditor(context, parts) : showView(context, parts);
}

async function showEditor(context: Context, parts: Parts): Promise<Response> {
  const { assets } = parts;
  const start = await findStart(context, parts);
  return renderAdminPage(context, assets, {
    title: start.draft.title || 'New dashboard',
    section: 'dashboards',
    body: renderEditor(start),
    own: { style: assets.editorStyle, script: assets.editorScript },
  });
}

/** Returns the draft, or else the published version. A new dashboard has neither; its address names the company. */
async function findStart(
  context: Context,
  { companies, connections, dashboards, drafts }: Parts,
): Promise<EditorStart> {
  const guid = requireGuid(context);
  const [found, saved] = await Promise.all([dashboards.find(guid), drafts.find(guid)]);
  const published = found && toDraft(found);
  const { id, name } = await requireCompany(context, companies);
  const { rights } = requireVisit(context).visitor;
  return {
    guid,
    company: { id, name },
    connections: await connections.names(id),
    draft: saved?.draft ?? published ?? EMPTY_DRAFT,
    draftVersion: saved?.version ?? 0,
    version: saved?.publishedVersion ?? found?.version ?? 0,
    accessible: found?.accessible ?? false,
    published,
    mayPublish: rights.has('publisher', id),
  };
}

async function showList(context: Context, parts: Parts): Promise<Response> {
  const { companies, dashboardList, statistics, assets, now } = parts;
  const { rights } = requireVisit(context).visitor;
  const seen = rights.companiesOf('reader');
  const all = await companies.names(seen);
  const edited = rights.companiesOf('author');
  const question = { ...readDashboardQuestion(context, all), seen, edited };
  const found = await dashboardList.find(question);
  const today = toDay(now());
  const week = { from: toFirstDay(today, 7), to: today };
  const openings = await statistics.countOpenings(found.items, week);
  const body = renderDashboards({ found, question, openings, companies: all, rights });
  return renderAdminPage(context, assets, { title: 'Dashboards', section: 'dashboards', body });
}

/** Returns the search of the list's address. A company that does not exist is left out. */
function readDashboardQuestion(context: Context, companies: CompanyName[]): DashboardQuestion {
  const company = companies.find(({ id }) => String(id) === context.req.query('company'));
  const sort = context.req.query('sort') === 'saved' ? 'saved' : 'title';
  return { ...readListQuestion(context), companyId: company?.id ?? null, sort };
}

/** Creates a draft with the same content, and opens it. */
async function duplicate(context: Context, { dashboards, drafts }: Parts): Promise<Response> {
  const from = requireGuid(context);
  const [found, saved] = await Promise.all([dashboards.find(from), drafts.find(from)]);
  const source = saved ?? found;
  if (!source) throw new HTTPException(404);
  const original = saved?.draft ?? toDraft(found!);
  const draft = { ...original, title: `Copy of ${original.title}`.slice(0, MAX_TITLE) };
  const guid = crypto.randomUUID();
  const place = { version: 0, publishedVersion: 0, editor: guid };
  await drafts.save({ guid, companyId: source.companyId, draft, ...place });
  return context.redirect(`../${guid}`, 303);
}
