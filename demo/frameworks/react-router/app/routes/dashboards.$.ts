import { createDashboardHost, type DashboardHost } from 'embedded-dashboard/host';
import type { LoaderFunctionArgs } from 'react-router';

let dashboards: DashboardHost<LoaderFunctionArgs['context']> | undefined;

/** Creates the host on the first request: the build also imports this file, and has no API key. */
function answer({ request, context }: LoaderFunctionArgs): Promise<Response> {
  dashboards ??= createDashboardHost({
    baseUrl: process.env.DASHBOARD_URL!,
    apiKey: process.env.DASHBOARD_API_KEY,
    // Replace this with a check of your own session. Here, everybody is the same user.
    resolve: () => ({
      sessionId: 'demo',
      dashboards: ['6f1c5a0e-3b7d-4c52-9a84-1d2e8f60b7c1'],
    }),
  });
  return dashboards.fetch(request, context);
}

export { answer as loader, answer as action };
