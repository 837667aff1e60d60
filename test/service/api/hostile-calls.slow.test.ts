import { createDashboardService, type DashboardService } from 'embedded-dashboard-service';
import * as fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { hostileText, mostly } from '../../support/hostile-text.ts';
import { inputs } from '../../support/inputs.ts';
import { figuresDashboard } from '../../support/test-dashboard.ts';
import { testService } from '../../support/test-database.ts';

const apiKey = 'key-of-the-demo';
const dashboard = figuresDashboard(1, {
  one: `SELECT count(*) AS n FROM orders WHERE :Region::text IS NULL OR :Region <> ''`,
});
dashboard.definition.requiredParameters = [];
const CODES = [
  'bad-request',
  'unauthorized',
  'not-found',
  'method-not-allowed',
  'too-large',
  'connection-not-allowed',
];

let service: DashboardService;
let token: string;
const log = vi.spyOn(console, 'error');

beforeAll(async () => {
  service = createDashboardService({ ...(await testService()), apiKey, dashboards: [dashboard] });
  token = await getToken();
  // The first start of the databases may be slow, and says so.
  log.mockClear();
});

afterAll(() => service.close());

afterEach(() => {
  expect(log).not.toHaveBeenCalled();
});

/** Sends a call. Returns null for addresses and headers that clients refuse to send. */
async function call(path: string, init: RequestInit = {}): Promise<Response | null> {
  let request: Request;
  try {
    request = new Request(`http://service${path}`, init);
  } catch {
    return null;
  }
  return service.fetch(request);
}

async function getToken(query = ''): Promise<string> {
  return (await call(`/Api/GetToken/${apiKey}/anna/${dashboard.guid}?${query}`))!.text();
}

/** Expects success, or a refusal with a known code that does not repeat the input. */
async function check(response: Response | null, ...given: string[]): Promise<void> {
  if (!response || response.status < 300) return;
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(response.status).toBeLessThan(500);
  const { error } = (await response.json()) as { error: { code: string; message: string } };
  expect(CODES).toContain(error.code);
  const long = given.filter((text) => text.length > 12);
  for (const text of long) expect(error.message).not.toContain(text);
}

const encode = (text: string): string => encodeURIComponent(Buffer.from(text).toString());
const key = mostly(fc.constant(apiKey));
const session = mostly(fc.stringMatching(/^[\w-]{1,40}$/));
const guid = mostly(fc.constant(dashboard.guid));
const parameters = mostly(fc.constantFrom('', 'Region=North', 'Region=North;Year=2026'));
const connection = mostly(fc.constantFrom('', 'pglite:demo', 'postgres://a:b@10.0.0.1/c'));
const mediaType = mostly(fc.constantFrom('application/json', 'text/plain'));
const look = mostly(fc.constantFrom('dark', 'red', '$ff0000', '$fff', 'transparent'));
const value = hostileText.map((text) => text.replaceAll(/[;\0]/g, '').slice(0, 1000));
const method = fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH');
const start = fc.constantFrom('', 'Api', 'api/gettoken', 'tdb', 'assets', 'Api/Logout');
const field = fc.oneof(hostileText, fc.jsonValue());
const json = fc
  .record(
    { connectionString: field, user: field, Organization: field, customInfo: field },
    { requiredKeys: [] },
  )
  .map((fields) => JSON.stringify(fields));

it('GetToken answers any parameters in its path and query', async () => {
  await fc.assert(
    fc.asyncProperty(key, session, guid, parameters, async (...given) => {
      const [keyGiven, sessionId, dashboardGuid, text] = given.map(encode);
      const inPath = `${keyGiven}/${sessionId}/${dashboardGuid}?`;
      const inQuery = `?apiKey=${keyGiven}&sessionID=${sessionId}&dashboardGuid=${dashboardGuid}&`;
      await check(await call(`/Api/GetToken/${inPath}SQLparameters=${text}`), ...given);
      await check(await call(`/Api/GetToken${inQuery}SQLparameters=${text}`), ...given);
    }),
    inputs(150),
  );
});

it('GetToken answers any body of any type', async () => {
  const body = fc.oneof(json, connection, hostileText);
  await fc.assert(
    fc.asyncProperty(body, mediaType, async (text, type) => {
      const init = { method: 'POST', body: text, headers: { 'Content-Type': type } };
      await check(await call(`/Api/GetToken/${apiKey}/anna/${dashboard.guid}`, init), text);
    }),
    inputs(200),
  );
});

it('Logout answers any key and session', async () => {
  await fc.assert(
    fc.asyncProperty(key, session, async (...given) => {
      await check(await call(`/api/logout/${given.map(encode).join('/')}`), ...given);
    }),
    inputs(150),
  );
});

it('Tdb opens only for an issued token, with any display options and SQL parameters', async () => {
  await fc.assert(
    fc.asyncProperty(hostileText, look, look, value, async (other, theme, color, region) => {
      const refused = await call(`/Tdb/${encode(other)}`);
      expect([401, 404]).toContain(refused?.status ?? 404);
      const display = `theme=${encode(theme)}&color=${encode(color)}&background-color=${encode(color)}`;
      expect((await call(`/Tdb/${token}?${display}`))?.status).toBe(200);
      const issued = await getToken(`SQLparameters=${encode(`Region=${region}`)}`);
      const response = await call(`/Tdb/${issued}`);
      expect(response?.status).toBe(200);
      expect(await response!.text()).not.toContain('data-state="error"');
    }),
    inputs(100),
  );
});

it('any other address is answered with a code', async () => {
  await fc.assert(
    fc.asyncProperty(method, start, hostileText, async (verb, first, rest) => {
      const path = `/${first}/${encode(rest)}`;
      const response = await call(path, { method: verb });
      if (response && !path.startsWith('/tdb')) await check(response, rest);
    }),
    inputs(200),
  );
});
