import { getRequestListener } from '@hono/node-server';
import { createDashboardService, demoDashboards } from 'embedded-dashboard-service';
import type { DataSource } from '../../service/src/database/database.ts';
import { PgliteReaders } from '../../service/src/database/postgres/pglite-readers.ts';
import { serveMeasured } from '../measured-server.ts';
import { API_KEY, SECRET } from '../service/dashboards.ts';

/** The number of queries that run or wait, since when there is one, and how long there was one before. */
const queries = { count: 0, beganAt: 0, ms: 0 };

const read: DataSource['read'] = PgliteReaders.prototype.read;
PgliteReaders.prototype.read = async function (...query) {
  if (queries.count === 0) queries.beganAt = performance.now();
  queries.count += 1;
  try {
    return await read.apply(this, query);
  } finally {
    queries.count -= 1;
    if (queries.count === 0) queries.ms += performance.now() - queries.beganAt;
  }
};

const service = createDashboardService({
  database: 'memory:',
  secret: SECRET,
  apiKey: API_KEY,
  adminPassword: SECRET,
  dashboards: [...demoDashboards],
  // The bench measures queries, not kept results.
  cacheMs: 0,
});
// Make the service open its databases.
await service.query('SELECT 1');
serveMeasured(
  getRequestListener((request) =>
    request.url.endsWith('/queries') ? new Response(String(queries.ms)) : service.fetch(request),
  ),
);
