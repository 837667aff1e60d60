import { describe, expect, test } from 'vitest';
import { type TokenRequest } from 'embedded-dashboard/host';
import { GUID } from '../support/dashboard-calls.ts';
import { REQUEST, newClient, upstream, useUpstream } from './own-upstream.ts';
import { TOKEN, answerWith } from '../support/scripted-upstream.ts';

useUpstream();

describe('the three forms of GetToken', () => {
  const all = { sqlParameters: { region: 'Île & Co', year: 2026 } };
  const query = 'SQLparameters=region%3D%C3%8Ele%20%26%20Co%3Byear%3D2026';

  test('json posts the token request object under a path with key, session and dashboard', async () => {
    const fields = {
      connectionString: 'Server="a";\nPwd=ü',
      user: 'Ann\u0000\n',
      organization: 'Org',
      customInfo: 'x',
    };
    await newClient().getToken({ ...REQUEST, ...all, ...fields });
    const [call] = upstream.calls;
    expect(call).toMatchObject({
      method: 'POST',
      url: `/prefix/Api/GetToken/key-1/session-1/${GUID}?${query}`,
      headers: {
        accept: 'application/json, text/plain',
        'content-type': 'application/json',
        'content-length': expect.any(String),
      },
    });
    expect(JSON.parse(call!.body)).toEqual({ ...fields, user: 'Ann' });
  });

  test('json sends an empty object if nothing is set', async () => {
    const nothing = { connectionString: null, user: null, signal: null } as unknown as TokenRequest;
    await newClient().getToken({ ...nothing, ...REQUEST, organization: undefined });
    expect(upstream.calls).toMatchObject([
      { url: `/prefix/Api/GetToken/key-1/session-1/${GUID}`, body: '{}' },
    ]);
  });

  test('text posts the connection string alone', async () => {
    await newClient().getToken({
      ...REQUEST,
      ...all,
      connectionString: 'Server=a;Pwd=ü',
      form: 'text',
    });
    expect(upstream.calls).toMatchObject([
      {
        method: 'POST',
        url: `/prefix/Api/GetToken?apiKey=key-1&sessionID=session-1&dashboardGuid=${GUID}&${query}`,
        headers: {
          'content-type': expect.stringMatching(/^text\/plain/),
          'content-length': expect.any(String),
        },
        body: 'Server=a;Pwd=ü',
      },
    ]);
  });

  test('query sends a GET with everything in the query', async () => {
    await newClient().getToken({ ...REQUEST, ...all, form: 'query' });
    expect(upstream.calls).toMatchObject([
      {
        method: 'GET',
        url: `/prefix/Api/GetToken?apiKey=key-1&sessionID=session-1&dashboardGuid=${GUID}&${query}`,
        body: '',
      },
    ]);
    expect(upstream.calls[0]!.headers).not.toHaveProperty('content-type');
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

describe('logout', () => {
  test('sends a GET to the logout address with key and session', async () => {
    await newClient().logout({ sessionId: 'session-1' });
    expect(upstream.calls).toMatchObject([
      { method: 'GET', url: '/prefix/api/logout/key-1/session-1', body: '' },
    ]);
  });

  test.for([200, 204, 404])('%i counts as a successful logout', async (status) => {
    upstream.script(answerWith('', { status }));
    await expect(newClient().logout({ sessionId: 'session-1' })).resolves.toBeUndefined();
  });

  test.for([
    [302, 'upstream-redirect'],
    [401, 'upstream-status'],
    [500, 'upstream-status'],
  ] as const)('%i counts as a failed logout', async ([status, code]) => {
    upstream.script(answerWith('', { status }));
    await expect(newClient().logout({ sessionId: 'session-1' })).rejects.toMatchObject({ code });
  });

  test.for([
    ['session id', { sessionId: '..' }],
    ['signal', { sessionId: 'session-1', signal: 7 }],
  ])('a bad %s is refused before any call', async ([, request]) => {
    const outcome = newClient().logout(request as { sessionId: string });
    await expect(outcome).rejects.toMatchObject({ code: 'config' });
    expect(upstream.calls).toEqual([]);
  });
});

describe('displayUrl', () => {
  test.for([
    [{}, ''],
    [
      { theme: 'dark', color: 'Red', backgroundColor: '#FC0' },
      '?theme=dark&color=red&background-color=$ffcc00',
    ],
    [{ backgroundColor: '$fc0' }, '?background-color=$fc0'],
    [{ theme: 'light', color: 'rgb(1,2,3)', backgroundColor: null }, ''],
  ] as const)('%j ends in %j', ([options, end]) => {
    expect(newClient().displayUrl(TOKEN, options)).toBe(
      `${upstream.baseUrl}/prefix/Tdb/${TOKEN}${end}`,
    );
  });

  test('refuses a malformed token', () => {
    expect(() => newClient().displayUrl('../evil-path')).toThrow(
      expect.objectContaining({ code: 'bad-request' }),
    );
  });
});
