import { serveMeasured } from '../../measured-server.ts';

// The built file, as users get it.
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
});

const listener = toNodeListener(dashboards);
serveMeasured((request, response) => void listener(request, response));
