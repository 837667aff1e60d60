import { describe, expect, test, vi } from 'vitest';
import { GUID, HOST, logoutCall, pageCall, tokenCall } from '../support/dashboard-calls.ts';
import { toRows } from '../support/to-rows.ts';
import { hostOf, newHost, upstream, USER, useUpstream } from './own-upstream.ts';
import { TOKEN } from '../support/scripted-upstream.ts';

useUpstream();

describe('the token route', () => {
  test('sends all fields of resolve to the service, and nothing of the caller’s body', async () => {
    const user = {
      ...USER,
      user: 'Ann',
      organization: 'Org',
      customInfo: 'x',
      connectionString: 'Server=a',
      sqlParameters: { region: 'EU' },
    };
    const body = JSON.stringify({
      dashboardGuid: GUID,
      sessionId: 'evil',
      user: 'evil',
      sqlParameters: { region: 'evil' },
    });
    expect((await hostOf(user).fetch(tokenCall({ body }))).status).toBe(200);
    const [call] = upstream.calls;
    expect(call!.url).toBe(`/Api/GetToken/key-1/session-1/${GUID}?SQLparameters=region%3DEU`);
    expect(JSON.parse(call!.body)).toEqual({
      user: 'Ann',
      organization: 'Org',
      customInfo: 'x',
      connectionString: 'Server=a',
    });
  });

  test('passes resolve the request, the dashboard and the unchanged context', async () => {
    const resolve = vi.fn(() => USER);
    const context = { db: {} };
    const request = tokenCall();
    await newHost<{ db: object }>({ resolve }).fetch(request, context);
    expect(resolve.mock.calls).toEqual([
      [request, { dashboardGuid: GUID, parameters: {}, context }],
    ]);
    expect((resolve.mock.calls as unknown[][])[0]![0]).toBe(request);
  });
});

test('the logout route ends the session that resolve returns without a dashboard, and is 204', async () => {
  const resolve = vi.fn(() => ({ sessionId: 'session-1', dashboards: [] }));
  const response = await newHost({ resolve }).fetch(logoutCall(), 'context');
  expect([response.status, await response.text()]).toEqual([204, '']);
  expect(resolve).toHaveBeenCalledWith(expect.any(Request), {
    dashboardGuid: null,
    parameters: null,
    context: 'context',
  });
  expect(upstream.calls).toMatchObject([{ method: 'GET', url: '/api/logout/key-1/session-1' }]);
});

/** Queries of a full page, each with the query of the dashboard. */
const QUERIES = `
  →
  ?theme=light&color=rgb(1,2,3)&background-color=red%26x%3Dy&connectionString=evil →
  ?theme=dark&color=%23FC0&background-color=Navy → ?theme=dark&color=$ffcc00&background-color=navy
  ?background-color=$11223344&color=%24fff → ?color=$fff&background-color=$11223344
`;

test.for(toRows(QUERIES))(
  'the full page passes on the query “%s” as “%s”',
  async ([query, expected]) => {
    const response = await newHost().fetch(pageCall(`${GUID}${query}`));
    expect(response.status).toBe(303);
    expect(response.headers.get('Location')).toBe(`${upstream.baseUrl}/Tdb/${TOKEN}${expected}`);
  },
);

/** Calls, each with its status. A base path is set in front of `|`. */
const ADDRESSES = `
  POST /dashboards/token/ · POST /dashboards/token?a=b · / | POST /token ·
  /api/bi | POST /api/bi/token · /api/bi// | POST /api/bi/token · /%C3%A9 | POST /%C3%A9/token → 200
  POST /dashboards/logout/ → 204
  GET /dashboards/${GUID}/ · GET /dashboards/${GUID.toUpperCase()} → 303
  POST /dashboards/token// · POST /dashboards/Token · POST /dashboards/%74oken ·
  POST /Dashboards/token · POST /dashboards//token · POST /x/dashboards/token ·
  POST /dashboardstoken · GET /dashboards · GET /dashboards/ · GET /dashboards/sales ·
  POST /dashboards/token/x · GET /dashboards/${GUID}/more · GET /dashboards/${GUID}0 · GET /dashboards/0${GUID} · GET / → 404
`;

test.for(toRows(ADDRESSES))('the address “%s” is %s', async ([row, status]) => {
  const [call = '', basePath] = row.split(' | ').toReversed();
  const [method, path] = call.split(' ');
  const request = tokenCall({ url: `${HOST}${path}`, method });
  const response = await newHost(basePath ? { basePath } : {}).fetch(request);
  expect(String(response.status)).toBe(status);
  const error = { code: 'not-found', message: 'No such address.' };
  if (status === '404') expect(await response.json()).toEqual({ error });
});
