import { getRequestListener } from '@hono/node-server';
import { createDashboardService } from 'embedded-dashboard-service';
import { serveMeasured } from '../measured-server.ts';
import { API_KEY, SECRET } from '../service/dashboards.ts';
import { DASHBOARD } from './dashboard.ts';

const [database = '', dataHost = ''] = process.argv.slice(2);

const service = createDashboardService({
  database,
  secret: SECRET,
  apiKey: API_KEY,
  adminPassword: SECRET,
  dashboards: [DASHBOARD],
  connectionHosts: [dataHost],
});
// Make the service open its databases.
await service.query('SELECT 1');
serveMeasured(getRequestListener((request) => service.fetch(request)));
