import { getRequestListener } from '@hono/node-server';
import { createDashboardService } from 'embedded-dashboard-service';
import { serveMeasured } from '../measured-server.ts';
import { API_KEY, SECRET } from '../service/dashboards.ts';
import { DASHBOARDS } from './dashboards.ts';

const [database] = process.argv.slice(2);

const service = createDashboardService({
  database,
  secret: SECRET,
  apiKey: API_KEY,
  adminPassword: SECRET,
  dashboards: Object.values(DASHBOARDS),
  // The bench measures queries, not kept results.
  cacheMs: 0,
});
// Make the service open its databases.
await service.query('SELECT 1');
serveMeasured(getRequestListener((request) => service.fetch(request)));
