import { getRequestListener } from '@hono/node-server';
import { createDashboardService } from 'embedded-dashboard-service';
import { parseDatabaseUrl } from '../../service/src/start/database-url.ts';
import { openDatabases } from '../../service/src/start/open-databases.ts';
import { removeOldStatistics } from '../../service/src/state/old-statistics.ts';
import { serveMeasured } from '../measured-server.ts';
import { API_KEY, DASHBOARD, SECRET } from '../service/dashboards.ts';

const [database = ''] = process.argv.slice(2);
/** The old rows are older than these days. */
const KEPT_DAYS = 400;

const service = createDashboardService({
  database,
  secret: SECRET,
  apiKey: API_KEY,
  adminPassword: SECRET,
  dashboards: [DASHBOARD],
  // The bench measures queries, not kept results.
  cacheMs: 0,
});
// Make the service open its databases.
await service.query('SELECT 1');
// The service cleans up every ten minutes. The bench says when.
const { state } = await openDatabases(parseDatabaseUrl(database), 10_000, { connections: 2 });

/** Removes old statistics as the service does, next to its calls. */
async function cleanUp(): Promise<Response> {
  await removeOldStatistics(state, KEPT_DAYS, Date.now());
  return new Response();
}

serveMeasured(
  getRequestListener((request) =>
    new URL(request.url).pathname === '/clean-up' ? cleanUp() : service.fetch(request),
  ),
);
