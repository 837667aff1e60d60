import type { DashboardHostOptions } from 'embedded-dashboard/host';
import { serveMeasured } from '../../measured-server.ts';

/** Serves the built host, as users get it. The first argument of the process is the service's address. */
export async function serveHost(options: Partial<DashboardHostOptions> = {}): Promise<void> {
  const { createDashboardHost, toNodeListener } = (await import(
    new URL('../../../dist/host.js', import.meta.url).href
  )) as typeof import('embedded-dashboard/host');
  const [baseUrl = ''] = process.argv.slice(2);
  let logins = 0;
  // Each call has a different user, because calls of the same user would share one call of the service.
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
