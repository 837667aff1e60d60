import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ServiceParts } from '../../state/service-parts.ts';
import { renderAdminPage, toAdminRoot } from '../admin-page.ts';
import { requireDashboard } from '../require-found.ts';
import { createApiCode, HIDDEN_API_KEY } from './api-code.ts';
import { renderApiCode, renderNoApiCode } from './api-code-markup.ts';

type Parts = Pick<ServiceParts, 'dashboards' | 'companies' | 'keys' | 'assets' | 'url'>;

/** Creates the pages with the API code of dashboards that are accessible in API. They reveal the key on request. */
export function createApiCodePages({ dashboards, companies, keys, assets, url }: Parts): Hono {
  const app = new Hono();

  app.get('/:guid/api-code', async (context) => {
    const dashboard = await requireDashboard(context, dashboards);
    const { guid, title, companyId, accessible } = dashboard;
    const root = toAdminRoot(context);
    const baseUrl = url();
    const tabs = createApiCode({ baseUrl, apiKey: HIDDEN_API_KEY, dashboardGuid: guid });
    const hasKey = (await companies.find(companyId))?.hasKey === true;
    const body =
      accessible && hasKey
        ? renderApiCode({ dashboard, baseUrl, tabs, root })
        : renderNoApiCode({ dashboard, hasKey, root });
    return renderAdminPage(context, assets, {
      title: `API code – ${title}`,
      section: 'dashboards',
      body,
    });
  });

  app.post('/:guid/api-code/reveal', async (context) => {
    const { guid, companyId, accessible } = await requireDashboard(context, dashboards);
    const apiKey = accessible ? await keys.reveal(companyId) : null;
    if (apiKey === null) throw new HTTPException(404);
    const tabs = createApiCode({ baseUrl: url(), apiKey, dashboardGuid: guid });
    return context.json({
      code: tabs.flatMap(({ blocks }) => blocks.map(({ code }) => code)),
    });
  });

  return app;
}
