import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDashboardClient } from 'embedded-dashboard/host';
import { GUID } from '../support/dashboard-calls.ts';
import { hasNginx, startNginx } from '../support/nginx.ts';
import { send } from '../support/node-server.ts';
import { findSecrets, SECRETS } from './secret-scan.ts';
import { startUpstream } from '../support/scripted-upstream.ts';

const { token, filters } = SECRETS;
const AGENT = 'a-user-agent';
/** The query of a frame. */
const QUERY = `?theme=dark&filter.Region=${filters.Region}`;

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(`${tmpdir()}/nginx-`);
});

afterEach(() => rm(folder, { recursive: true }));

/** Returns all that nginx logs of service calls, including calls that the service does not answer. */
async function logOf(http: string, server: string): Promise<string> {
  const socket = `${folder}/socket`;
  const nginx = await startNginx(
    folder,
    `${http}
     server { listen unix:${socket}; location / { proxy_pass http://127.0.0.1:1; } ${server} }`.replaceAll(
      '/var/log/nginx',
      folder,
    ),
  );
  const visit = (path: string, Referer = '') =>
    send({ socketPath: socket, path, headers: { Referer, 'User-Agent': AGENT } });
  await visit('/');
  for (const path of await servicePaths()) {
    for (const spelling of [path, path.toLowerCase(), `/prefix${path}`]) await visit(spelling);
  }
  await visit('/chart.js', `https://bi.example.com/Tdb/${token}${QUERY}`);
  await nginx[Symbol.asyncDispose]();
  const logs = await Promise.all(
    ['access', 'error', 'start'].map((name) => readFile(`${folder}/${name}.log`, 'utf8')),
  );
  return logs.join('\n');
}

/** Returns the addresses that the host calls, and the address of a frame. */
async function servicePaths(): Promise<string[]> {
  await using upstream = await startUpstream();
  const { apiKey } = SECRETS;
  const client = createDashboardClient({ baseUrl: upstream.baseUrl, apiKey });
  const request = { ...SECRETS, dashboardGuid: GUID, connectionString: null };
  await client.getToken(request);
  await client.getToken({ ...request, form: 'query' });
  await client.logout(SECRETS);
  const frame = new URL(client.displayUrl(token, { theme: 'dark', filters }));
  expect(frame.search).toBe(QUERY);
  return [...upstream.calls.map(({ url }) => url), frame.pathname + frame.search];
}

test.skipIf(!hasNginx)('with the recipe, nginx logs all calls, and no secrets', async () => {
  const recipe = await readFile('docs/recipes/nginx.conf', 'utf8');
  const [http = '', server] = recipe.split(/^(?=# In the service's)/m);
  const log = await logOf(http, server!);
  expect(log.match(new RegExp(AGENT, 'g'))).toHaveLength(14);
  expect(log).toContain('"GET /prefix/api/logout/[redacted] HTTP/1.1" 502');
  expect(log).toContain('"GET /chart.js HTTP/1.1" 502');
  expect(log).toContain('"https://bi.example.com/Tdb/[redacted]"');
  expect(findSecrets(log)).toEqual([]);
  expect(log).not.toContain('filter');
});
