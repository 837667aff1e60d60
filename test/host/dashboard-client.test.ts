import { describe, expect, test } from 'vitest';
import { type TokenRequest } from 'embedded-dashboard/host';
import { GUID } from '../support/dashboard-calls.ts';
import { DashboardHostError } from '../../src/host/dashboard-host-error.ts';
import { TOKEN } from '../support/scripted-upstream.ts';
import { REQUEST, newClient, upstream, useUpstream } from './own-upstream.ts';

useUpstream();

const FIELDS = {
  ...{ connectionString: 'Server="a";\nPwd=ü', user: 'Ann\u0000\n' },
  ...{ organization: 'Org', customInfo: 'x' },
};
const ALL = { sqlParameters: { region: 'Île & Co', year: 2026 } };
const PARAMETERS = 'SQLparameters=region%3D%C3%8Ele%20%26%20Co%3Byear%3D2026';
const PATH = `/prefix/Api/GetToken/key-1/session-1/${GUID}`;
const QUERY = `/prefix/Api/GetToken?apiKey=key-1&sessionID=session-1&dashboardGuid=${GUID}`;
const NOTHING = { connectionString: null, user: null, signal: null } as unknown as TokenRequest;
const TEXT = { connectionString: 'Server=a;Pwd=ü', form: 'text' as const };
const POSTED = { accept: 'application/json, text/plain', 'content-length': expect.any(String) };

describe('the three forms of GetToken', () => {
  test.for<[string, Partial<TokenRequest>, url: string, type: string | undefined, body: string]>([
    [
      'json posts the token request object under a path with key, session and dashboard',
      ...([{ ...ALL, ...FIELDS }, `${PATH}?${PARAMETERS}`, 'application/json'] as const),
      JSON.stringify({ ...FIELDS, user: 'Ann' }),
    ],
    ['json sends an empty object if nothing is set', NOTHING, PATH, 'application/json', '{}'],
    [
      'text posts the connection string alone',
      ...([{ ...ALL, ...TEXT }, `${QUERY}&${PARAMETERS}`, 'text/plain'] as const),
      'Server=a;Pwd=ü',
    ],
    [
      'query sends a GET with everything in the query',
      ...([{ ...ALL, form: 'query' }, `${QUERY}&${PARAMETERS}`, undefined] as const),
      '',
    ],
  ])('%s', async ([, fields, url, type, body]) => {
    await newClient().getToken({ ...fields, ...REQUEST, organization: fields.organization });
    const [call] = upstream.calls;
    expect(call).toMatchObject({ method: type ? 'POST' : 'GET', url, body });
    expect(call!.headers).toMatchObject(type ? POSTED : {});
    expect(call!.headers['content-type']).toBe(type);
  });

  test('the key is percent-encoded in every address', async () => {
    const client = newClient({ apiKey: `k %2F&='(é)*!+~` });
    const key = 'k%20%252F%26%3D%27%28%C3%A9%29%2A%21%2B~';
    await client.getToken(REQUEST);
    await client.getToken({ ...REQUEST, form: 'query' });
    await client.logout({ sessionId: 'session-1' });
    expect(upstream.calls.map(({ url }) => url)).toEqual([
      expect.stringContaining(`/GetToken/${key}/session-1/`),
      expect.stringContaining(`?apiKey=${key}&sessionID=`),
      `/prefix/api/logout/${key}/session-1`,
    ]);
  });
});

test('logout sends a GET to the logout address with key and session', async () => {
  await newClient().logout({ sessionId: 'session-1' });
  const url = '/prefix/api/logout/key-1/session-1';
  expect(upstream.calls).toMatchObject([{ method: 'GET', url, body: '' }]);
});

test('displayUrl refuses filters that break a rule, without their values', () => {
  const call = () => newClient().displayUrl(TOKEN, { filters: { Region: 'secret;x' } });
  expect(call).toThrow(
    new DashboardHostError(
      'bad-request',
      'filters.Region must be without ; and =, in any spelling, and without control characters and lone surrogates.',
    ),
  );
});
