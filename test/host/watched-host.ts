// A host application whose user opens a dashboard in a page and as a full page, and signs out.
// `LOGGER` names the module of its logger, if any. It ends with an uncaught error of the host.
import type { RequestListener } from 'node:http';
import { createDashboardHost, toNodeListener } from 'embedded-dashboard/host';
import type { Logger } from 'pino';
import { pinoHttp } from 'pino-http';
import { GUID, OWN_HEADERS } from '../support/dashboard-calls.ts';
import { send, serve } from '../support/node-server.ts';
import { SECRETS } from './secret-scan.ts';

const { DASHBOARD_URL: baseUrl = '', DASHBOARD_API_KEY: apiKey, LOGGER, WEATHER_URL } = process.env;
const { sessionId, connectionString, sqlParameters, token, filters } = SECRETS;
const logger = LOGGER ? ((await import(LOGGER)) as { logger: Logger }).logger : null;
const dashboards = createDashboardHost({
  baseUrl,
  apiKey,
  resolve: () => ({ sessionId, connectionString, sqlParameters, dashboards: [GUID] }),
});
const serveDashboards = toNodeListener(dashboards);
const logRequest: RequestListener = logger ? pinoHttp({ logger }) : () => {};
{
  await using server = await serve((req, res) => {
    logRequest(req, res);
    void serveDashboards(req, res);
  });
  const body = JSON.stringify({ dashboardGuid: GUID });
  const post = { port: server.port, method: 'POST', headers: OWN_HEADERS };
  await send({ ...post, path: '/dashboards/token', body });
  await send({ port: server.port, path: `/dashboards/${GUID}` });
  await send({ ...post, path: '/dashboards/logout', body: '{}' });
}
// A call of another service.
await fetch(WEATHER_URL!);
// Logs addresses as a log of outgoing calls would, and as a log of shown dashboards would.
const key = encodeURIComponent(apiKey!);
const called = `${baseUrl}/api/logout/${key}/${sessionId}`;
logger?.info({ called, shown: dashboards.client.displayUrl(token, { filters }) });
logger?.info(`GET ${baseUrl}/Api/GetToken?dashboardGuid=${GUID}&apiKey=${key}`);
// The service accepts the other forms of the call, and fails for this one.
const request = { ...SECRETS, connectionString: null, dashboardGuid: GUID };
await dashboards.client.getToken({ ...request, form: 'query' }).catch((error: unknown) => {
  logger?.error(error);
  throw error;
});
