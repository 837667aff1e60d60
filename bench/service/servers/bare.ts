import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { toNumberedSql } from '../../../service/src/database/postgres/named-parameters.ts';
import { openDatabases } from '../../../service/src/start/open-databases.ts';
import { parseDatabaseUrl } from '../../../service/src/start/database-url.ts';
import { SecretBox } from '../../../service/src/secrets/secret-box.ts';
import { CompanyStore } from '../../../service/src/state/company-store.ts';
import { TokenStore } from '../../../service/src/state/token-store.ts';
import { serveMeasured } from '../../measured-server.ts';
import { API_KEY, DASHBOARD, HEAVY_DASHBOARD, SECRET } from '../dashboards.ts';

const [databaseUrl = ''] = process.argv.slice(2);

const { state, data } = await openDatabases(parseDatabaseUrl(databaseUrl), 10_000);
const box = new SecretBox(SECRET);
await new CompanyStore(state, box).keepDemoCompany('Bench', API_KEY, [DASHBOARD, HEAVY_DASHBOARD]);
const tokens = new TokenStore(state, box, () => 7_200, Date.now);
const queries = Object.values(DASHBOARD.definition.datasets).map(({ sql }) => toNumberedSql(sql));

/** Runs the service's SQL through the service's own database code, and nothing else. */
const app = new Hono();
app.post('/Api/GetToken/:apiKey/:sessionId/:dashboardGuid', async (context) => {
  const { apiKey, sessionId, dashboardGuid } = context.req.param();
  const { user } = await context.req.json<{ user: string }>();
  const issued = await tokens.issue({
    apiKey,
    sessionId,
    dashboardGuid,
    sqlParameters: {},
    connectionString: null,
    user,
    organization: null,
    customInfo: null,
  });
  if (typeof issued === 'string' || 'missing' in issued) return context.body(null, 403);
  return context.text(issued.token);
});
/** Answers with the milliseconds that the dashboard's queries took. */
app.get('/Tdb/:token', async (context) => {
  const begunAt = performance.now();
  await Promise.all(
    queries.map(({ sql, names }) =>
      data.read(
        sql,
        names.map(() => null),
        { maxRows: 1_000 },
      ),
    ),
  );
  return context.text(String(performance.now() - begunAt));
});
serveMeasured(getRequestListener(app.fetch));
