import type { APIContext, APIRoute } from 'astro';
import { createDashboardHost, type DashboardHost } from 'embedded-dashboard/host';
import { getSecret } from 'astro:env/server';

export const prerender = false;

let dashboards: DashboardHost<APIContext> | undefined;

/** Creates the host on the first request: the build also imports this file, and has no API key. */
export const ALL: APIRoute = (context) => {
  dashboards ??= createDashboardHost({
    baseUrl: getSecret('DASHBOARD_URL')!,
    apiKey: getSecret('DASHBOARD_API_KEY'),
    // Replace this with a check of your own session. Here, everybody is the same user.
    resolve: () => ({
      sessionId: 'demo',
      dashboards: ['6f1c5a0e-3b7d-4c52-9a84-1d2e8f60b7c1'],
    }),
  });
  return dashboards.fetch(context.request, context);
};
