import { createDashboardService, type DashboardService } from 'embedded-dashboard-service';
import * as fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { hostileText, mostly } from '../../support/hostile-text.ts';
import { inputs } from '../../support/inputs.ts';
import { testService } from '../../support/test-database.ts';

const apiKey = 'key-of-the-demo';
const CODES = [
  'bad-request',
  'unauthorized',
  'not-found',
  'method-not-allowed',
  'too-large',
  'connection-not-allowed',
];

let service: DashboardService;
let guid: string;
const log = vi.spyOn(console, 'error');

beforeAll(async () => {
  service = createDashboardService({ ...(await testService()), apiKey });
  guid = service.dashboards[0]!.guid;
  // Open the service before the tests count errors.
  await service.fetch(new Request('http://service/'));
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
const dashboard = mostly(fc.constantFrom(...demoGuids()));
const parameters = mostly(fc.constantFrom('', 'Region=North', 'Region=North;Year=2026'));
const connection = mostly(fc.constantFrom('', 'pglite:demo', 'postgres://a:b@10.0.0.1/c'));
const mediaType = mostly(fc.constantFrom('application/json', 'text/plain'));

function demoGuids(): string[] {
  return createDashboardService().dashboards.map((saved) => saved.guid);
}

describe('GetToken', () => {
  it('answers any parameters in its path and query', async () => {
    await fc.assert(
      fc.asyncProperty(key, session, dashboard, parameters, async (...given) => {
        const [apiKeyGiven, sessionId, dashboardGuid, text] = given.map(encode) as [
          string,
          string,
          string,
          string,
        ];
        const path = `${apiKeyGiven}/${sessionId}/${dashboardGuid}?SQLparameters=${text}`;
        const query = `apiKey=${apiKeyGiven}&sessionID=${sessionId}&dashboardGuid=${dashboardGuid}&SQLparameters=${text}`;
        await check(await call(`/Api/GetToken/${path}`), ...given);
        await check(await call(`/Api/GetToken?${query}`), ...given);
      }),
      inputs(150),
    );
  });

  it('answers any body of any type', async () => {
    const field = fc.oneof(hostileText, fc.jsonValue());
    const json = fc
      .record(
        { connectionString: field, user: field, Organization: field, customInfo: field },
        { requiredKeys: [] },
      )
      .map((fields) => JSON.stringify(fields));
    const body = fc.oneof(json, connection, hostileText);
    await fc.assert(
      fc.asyncProperty(body, mediaType, async (text, type) => {
        const init = { method: 'POST', body: text, headers: { 'Content-Type': type } };
        await check(await call(`/Api/GetToken/${apiKey}/anna/${guid}`, init), text);
      }),
      inputs(200),
    );
  });
});

describe('Logout', () => {
  it('answers any key and session', async () => {
    await fc.assert(
      fc.asyncProperty(key, session, async (...given) => {
        const [apiKeyGiven, sessionId] = given.map(encode);
        await check(await call(`/api/logout/${apiKeyGiven}/${sessionId}`), ...given);
      }),
      inputs(150),
    );
  });
});

describe('Tdb', () => {
  const look = mostly(fc.constantFrom('dark', 'red', '$ff0000', '$fff', 'transparent'));

  it('opens only for an issued token', async () => {
    await fc.assert(
      fc.asyncProperty(hostileText, async (token) => {
        const response = await call(`/Tdb/${encode(token)}`);
        expect([401, 404]).toContain(response?.status ?? 404);
      }),
      inputs(150),
    );
  });

  it('shows the dashboard with any display options', async () => {
    const issued = await call(`/Api/GetToken/${apiKey}/anna/${guid}`);
    const token = await issued!.text();
    await fc.assert(
      fc.asyncProperty(look, look, look, async (...given) => {
        const [theme, color, background] = given.map(encode);
        const query = `theme=${theme}&color=${color}&background-color=${background}`;
        const response = await call(`/Tdb/${token}?${query}`);
        expect(response?.status).toBe(200);
      }),
      inputs(10),
    );
  });

  it('shows the dashboard with any SQL parameters', async () => {
    const value = hostileText.map((text) => text.replaceAll(/[;\0]/g, '').slice(0, 1000));
    await fc.assert(
      fc.asyncProperty(value, async (region) => {
        const query = `SQLparameters=${encode(`Region=${region}`)}`;
        const issued = await call(`/Api/GetToken/${apiKey}/anna/${guid}?${query}`);
        const response = await call(`/Tdb/${await issued!.text()}`);
        expect(response?.status).toBe(200);
        expect(await response!.text()).not.toContain('data-state="error"');
      }),
      inputs(10),
    );
  });
});

describe('any other address', () => {
  it('is answered with a code', async () => {
    const method = fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH');
    const start = fc.constantFrom('', 'Api', 'api/gettoken', 'tdb', 'assets', 'Api/Logout');
    await fc.assert(
      fc.asyncProperty(method, start, hostileText, async (verb, first, rest) => {
        const path = `/${first}/${encode(rest)}`;
        const response = await call(path, { method: verb });
        if (response && !path.startsWith('/tdb')) await check(response, rest);
      }),
      inputs(200),
    );
  });
});
