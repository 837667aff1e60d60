import { createDashboardHost, type DashboardHost } from 'embedded-dashboard/host';
import { env } from '$env/dynamic/private';
import type { RequestEvent, RequestHandler } from './$types';

let dashboards: DashboardHost<RequestEvent> | undefined;

/** Makes the host at the first request: the build imports this file too, and knows no API key. */
export const fallback: RequestHandler = (event) => {
  dashboards ??= createDashboardHost({
    baseUrl: env.DASHBOARD_URL!,
    apiKey: env.DASHBOARD_API_KEY,
    resolve: () => ({
      sessionId: 'demo',
      dashboards: ['6f1c5a0e-3b7d-4c52-9a84-1d2e8f60b7c1'],
    }),
  });
  return dashboards.fetch(event.request, event);
};
