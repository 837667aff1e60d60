import type { Context } from 'hono';
import { html } from 'hono/html';
import { toDraft } from '../../dashboard/dashboard-draft.ts';
import type { Markup } from '../../page/page-shell.ts';
import type { SavedDashboard } from '../../state/dashboard-store.ts';
import type { ServiceParts } from '../../state/service-parts.ts';
import { renderAdminPage, toAdminRoot } from '../admin-page.ts';
import { requireDashboard } from '../require-found.ts';
import type { RouteHandlers } from '../routes.ts';
import type { ViewAnswer } from './editor-wire.ts';
import { renderTried } from './preview-calls.ts';
import { CALLS, readCall } from './read-call.ts';
import { type TrialParts, tryCall } from './try-call.ts';

type Parts = TrialParts & Pick<ServiceParts, 'dashboards' | 'assets' | 'locale'>;

/** Shows the published version of a dashboard to a visitor who may not edit it. */
export async function showView(context: Context, parts: Parts): Promise<Response> {
  const dashboard = await requireDashboard(context, parts.dashboards);
  return renderAdminPage(context, parts.assets, {
    title: dashboard.title,
    section: 'dashboards',
    body: renderView(dashboard, toAdminRoot(context)),
  });
}

/** Creates the call with which the page of the published version gets its content. */
export function createViewCalls(parts: Parts) {
  return {
    'POST /dashboards/:guid/view': async (context) => {
      const dashboard = await requireDashboard(context, parts.dashboards);
      const sent = await readCall(context, CALLS.view);
      const { companyId } = dashboard;
      const call = { ...sent, draft: toDraft(dashboard), companyId };
      const tried = await tryCall(context, parts, companyId, call);
      const page = await renderTried(tried, call, parts);
      const answer: ViewAnswer = { ...(page !== null && { html: page }), missing: tried.missing };
      return context.json(answer);
    },
  } satisfies Partial<RouteHandlers>;
}

function renderView(dashboard: SavedDashboard, root: string): Markup {
  const { guid, title, companyName, accessible, definition } = dashboard;
  const { requiredParameters = [] } = definition;
  const fields = requiredParameters.map(
    (name) =>
      html`<label
        >${name} <input name="${name.toLowerCase()}" required autocomplete="off"
      /></label>`,
  );
  return html`<main class="view" data-view="${root}dashboards/${guid}/view">
    <div class="title spread">
      <h1>${title || 'Untitled'} <span class="of">${companyName}</span></h1>
      ${accessible ? html`<a href="${root}dashboards/${guid}/api-code">API code</a>` : ''}
    </div>
    ${
      fields.length
        ? html`<form class="line">
            ${fields}
            <button>Show</button>
            <p class="hint">Applications set these values for their users.</p>
          </form>`
        : ''
    }
    <p role="status" class="problem"></p>
    <noscript><p class="problem">The dashboard needs JavaScript.</p></noscript>
    <iframe title="${title || 'Untitled'}" sandbox="allow-scripts allow-forms" hidden></iframe>
  </main>`;
}
