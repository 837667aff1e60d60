import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { SavedDashboard } from '../../state/dashboard-store.ts';
import type { ServiceParts } from '../../state/service-parts.ts';
import { renderAdminPage, toAdminRoot } from '../admin-page.ts';
import { requireDashboard } from '../require-found.ts';
import type { RouteHandlers } from '../routes.ts';
import { noteVisit } from '../visit-note.ts';
import { requireVisit } from '../visit.ts';
import { createApiCode, HIDDEN_API_KEY } from './api-code.ts';
import type { ApiCodeValues } from './code-block.ts';
import { renderApiCode, renderNoApiCode } from './api-code-markup.ts';

type Parts = Pick<ServiceParts, 'audit' | 'dashboards' | 'companies' | 'keys' | 'assets' | 'url'>;

/** Creates the pages with the API code of dashboards that are accessible in API. They reveal the key to administrators on request. */
export function createApiCodePages(parts: Parts) {
  return {
    'GET /dashboards/:guid/api-code': (context) => showApiCode(context, parts),
    'POST /dashboards/:guid/api-code/reveal': (context) => revealCode(context, parts),
  } satisfies Partial<RouteHandlers>;
}

async function showApiCode(
  context: Context,
  { dashboards, companies, assets, url }: Parts,
): Promise<Response> {
  const dashboard = await requireDashboard(context, dashboards);
  const { title, companyId, accessible } = dashboard;
  const root = toAdminRoot(context);
  const baseUrl = url();
  const tabs = createApiCode(toValues(dashboard, baseUrl, HIDDEN_API_KEY));
  const hasKey = (await companies.find(companyId))?.hasKey === true;
  const { rights } = requireVisit(context).visitor;
  const seesKey = rights.has('administrator', companyId);
  const body =
    accessible && hasKey
      ? renderApiCode({ dashboard, baseUrl, tabs, root, seesKey })
      : renderNoApiCode({ dashboard, hasKey, root, seesKey });
  return renderAdminPage(context, assets, {
    title: `API code – ${title}`,
    section: 'dashboards',
    body,
  });
}

async function revealCode(context: Context, parts: Parts): Promise<Response> {
  const { dashboards, keys, url } = parts;
  const dashboard = await requireDashboard(context, dashboards);
  const apiKey = dashboard.accessible ? await keys.reveal(dashboard.companyId) : null;
  if (apiKey === null) throw new HTTPException(404);
  await noteVisit(context, parts, { action: 'reveal-key' });
  const tabs = createApiCode(toValues(dashboard, url(), apiKey));
  return context.json({
    code: tabs.flatMap(({ blocks }) => blocks.map(({ code }) => code)),
  });
}

function toValues(
  { guid, definition }: SavedDashboard,
  baseUrl: string,
  apiKey: string,
): ApiCodeValues {
  const { requiredParameters = [] } = definition;
  return { baseUrl, apiKey, dashboardGuid: guid, requiredParameters };
}
