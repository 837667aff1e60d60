import { describe, expect, test } from 'vitest';
import { createDashboardClient } from 'embedded-dashboard/host';
import { GUID } from '../support/dashboard-calls.ts';
import { REQUEST, newClient, upstream, useUpstream } from './own-upstream.ts';

useUpstream();

describe('settings', () => {
  test.for([
    '/relative',
    'bi.example.com',
    'ftp://bi.example.com',
    'https://user:pass@bi.example.com',
    'https://bi.example.com/?a=1',
    'https://bi.example.com/#a',
    'https://bi.example.com:99999',
    7,
  ])('refuses the base address %j and does not repeat it', (baseUrl) => {
    const create = () => createDashboardClient({ baseUrl: baseUrl as string, apiKey: 'key-1' });
    expect(create).toThrow(
      expect.objectContaining({
        code: 'config',
        message: expect.stringMatching(/^baseUrl must/),
      }),
    );
    expect(create).not.toThrow(String(baseUrl));
  });

  test.for(['', undefined, null])('reports a missing base address: %j', (baseUrl) => {
    const create = () => createDashboardClient({ baseUrl: baseUrl as string, apiKey: 'key-1' });
    const message = 'baseUrl is missing: set it to the address of the dashboard service.';
    expect(create).toThrow(expect.objectContaining({ code: 'config', message }));
  });

  test.for<[unknown, string]>([
    ...['.', '..', 'a/b', 'a\\b', 'a?b', 'a#b', 'a\nb', 'a\u0085b', '\ud800', 7].map(
      (key): [unknown, string] => [
        key,
        'apiKey must be text other than "." and "..", without controls, /, \\, ? and #.',
      ],
    ),
    ...['', undefined, null].map((key): [unknown, string] => [
      key,
      'apiKey is missing: set it to the account’s key.',
    ]),
  ])('refuses the API key %j', ([apiKey, message]) => {
    const create = () =>
      createDashboardClient({ baseUrl: upstream.baseUrl, apiKey: apiKey as string });
    expect(create).toThrow(expect.objectContaining({ code: 'config', message }));
  });
});

describe('addresses that would be too long', () => {
  const room = () => 2_000 - `${upstream.baseUrl}/prefix`.length;
  const longest = {
    sessionId: 'x'.repeat(128),
    dashboardGuid: GUID,
    form: 'query' as const,
  };
  const around = `/Api/GetToken?apiKey=&sessionID=${longest.sessionId}&dashboardGuid=${GUID}`;

  test('a key that is too long for any call is refused at start', () => {
    const rule = expect.stringMatching(/^apiKey must be shorter/);
    for (const key of [
      'k'.repeat(3_000),
      'é'.repeat(400),
      'k'.repeat(room() - around.length + 1),
    ]) {
      expect(() => newClient({ apiKey: key })).toThrow(
        expect.objectContaining({ code: 'config', message: rule }),
      );
    }
  });

  test('the error names a base address that is too long, not the key', () => {
    const baseUrl = `https://bi.example.com/${'x'.repeat(2_000)}`;
    expect(() => createDashboardClient({ baseUrl, apiKey: 'key-1' })).toThrow(
      expect.objectContaining({ message: expect.stringMatching(/^baseUrl must be shorter/) }),
    );
  });

  test('the longest valid key works in every call', async () => {
    const client = newClient({ apiKey: 'k'.repeat(room() - around.length) });
    await client.getToken(longest);
    await client.getToken({ ...longest, form: 'json' });
    await client.logout(longest);
    expect(upstream.calls).toHaveLength(3);
    await expect(client.getToken({ ...longest, sqlParameters: { a: 1 } })).rejects.toMatchObject({
      code: 'config',
      message: expect.stringMatching(/^sqlParameters are too long/),
    });
  });
});

describe('calls without an object', () => {
  test.for([null, undefined, 'session-1'])(
    'the error names the call that gets %s instead of an object',
    async (value) => {
      const client = newClient();
      const named = (name: string) => ({
        code: 'config',
        message: expect.stringMatching(new RegExp(`^${name} needs an object`)),
      });
      await expect(client.getToken(value as never)).rejects.toMatchObject(named('getToken'));
      await expect(client.logout(value as never)).rejects.toMatchObject(named('logout'));
      expect(() => createDashboardClient(value as never)).toThrow(
        expect.objectContaining({ code: 'config' }),
      );
      expect(upstream.calls).toEqual([]);
    },
  );
});

describe('fields', () => {
  test.for<[string, object]>([
    ['sessionId', { sessionId: '..' }],
    ['sessionId', { sessionId: 'a/b' }],
    ['sessionId', { sessionId: '%2e%2e' }],
    ['sessionId', { sessionId: 'a\n' }],
    ['sessionId', { sessionId: '' }],
    ['sessionId', { sessionId: 'x'.repeat(129) }],
    ['sessionId', { sessionId: undefined }],
    ['connectionString', { connectionString: '' }],
    ['connectionString', { connectionString: 'x'.repeat(4097) }],
    ['connectionString', { connectionString: '\ud800' }],
    ['connectionString', { connectionString: 7 }],
    ['connectionString', { connectionString: 'x', form: 'query' }],
    ['connectionString', { form: 'text' }],
    ['user', { user: 'x'.repeat(257) }],
    ['user', { user: 7 }],
    ['user', { user: 'Ann', form: 'query' }],
    ['organization', { organization: {} }],
    ['customInfo', { customInfo: 'x', connectionString: 'x', form: 'text' }],
    ['form', { form: 'xml' }],
    ['form', { form: 'constructor' }],
    ['form', { form: ['json'] }],
    ['signal', { signal: 7 }],
    ['signal', { signal: {} }],
    ['sqlParameters', { sqlParameters: { a: 'b;c=d' } }],
    ['sqlParameters', { sqlParameters: '' }],
    [
      'sqlParameters',
      {
        sqlParameters: Object.fromEntries(
          Array.from({ length: 9 }, (_, n) => [`p${n}`, 'é'.repeat(99)]),
        ),
      },
    ],
  ])('the error names %s, and nothing is sent for %j', async ([name, fields]) => {
    await expect(newClient().getToken({ ...REQUEST, ...fields })).rejects.toMatchObject({
      code: 'config',
      status: 500,
      message: expect.stringMatching(new RegExp(`^${name}[ .]`)),
    });
    expect(upstream.calls).toEqual([]);
  });
});

test.for(['sales', undefined, [GUID]])(
  '%j is not a dashboard, and nothing is sent',
  async (value) => {
    const outcome = newClient().getToken({ ...REQUEST, dashboardGuid: value as string });
    await expect(outcome).rejects.toMatchObject({
      code: 'bad-request',
      message: 'dashboardGuid must be a GUID.',
    });
    expect(upstream.calls).toEqual([]);
  },
);

test('the error that a getter throws is dropped', async () => {
  const request = Object.defineProperty({ ...REQUEST }, 'user', {
    get: () => {
      throw new Error('secret');
    },
  });
  await expect(newClient().getToken(request)).rejects.toMatchObject({
    code: 'config',
    message: 'A field of the request cannot be read.',
  });
  expect(upstream.calls).toEqual([]);
});
