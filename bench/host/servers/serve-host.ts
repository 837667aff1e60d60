import type { DashboardHostOptions } from 'embedded-dashboard/host';
import { serveMeasured } from '../../measured-server.ts';

/** Serves the built host, as users get it, before the service in the first argument. */
export async function serveHost(options: Partial<DashboardHostOptions> = {}): Promise<void> {
  const { createDashboardHost, toNodeListener } = (await import(
    new URL('../../../dist/host.js', import.meta.url).href
  )) as typeof import('embedded-dashboard/host');
  const [baseUrl = ''] = process.argv.slice(2);
  let logins = 0;
  // Each call is another user's, as equal ones would share one call of the service.
  const dashboards = createDashboardHost({
    baseUrl,
    apiKey: 'key-of-the-bench',
    resolve: (_request, { dashboardGuid }) => ({
      sessionId: `session-${(logins += 1)}`,
      dashboards: [dashboardGuid ?? ''],
      user: 'somebody',
    }),
    ...options,
  });
  const listener = toNodeListener(dashboards);
  serveMeasured((request, response) => void listener(request, response));
}
