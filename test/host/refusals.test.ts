import { inspect } from 'node:util';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createDashboardClient, createDashboardHost } from 'embedded-dashboard/host';
import { GUID, pageCall, tokenCall } from '../support/dashboard-calls.ts';
import { TOKEN } from '../support/scripted-upstream.ts';
import { endOf, newClient, newHost, REQUEST, upstream, USER, useUpstream } from './own-upstream.ts';
import { everythingOf, findSecrets, SECRETS } from './secret-scan.ts';

useUpstream();

const CONSOLE = ['log', 'info', 'warn', 'error', 'debug'] as const;
const { apiKey: KEY, connectionString: CONNECTION, sessionId: SESSION } = SECRETS;

let lines: unknown[][];
/** All other output. */
let written: unknown[][][];

beforeEach(() => {
  const hush = (method: (typeof CONSOLE)[number]) =>
    vi.spyOn(console, method).mockImplementation(() => {}).mock.calls;
  lines = hush('error');
  written = [process.stdout, process.stderr].map(
    (stream) => vi.spyOn(stream, 'write').mockReturnValue(true).mock.calls,
  );
  written.push(...CONSOLE.filter((method) => method !== 'error').map(hush));
});

/** Returns the error that a call throws, or with which it rejects. It must have no secret. */
async function errorOf(call: () => unknown): Promise<unknown> {
  const error = await Promise.resolve()
    .then(call)
    .then(
      () => null,
      (reason: unknown) => reason,
    );
  expect(error).toMatchObject({ name: 'DashboardHostError' });
  expect(findSecrets(everythingOf(error))).toEqual([]);
  expect(upstream.calls).toEqual([]);
  return error;
}

const config = (start: string) => ({
  code: 'config',
  status: 500,
  message: expect.stringMatching(new RegExp(`^${start}`)),
});

/** The rows of a table that has the refused values by the beginning of their error, which begins with their name. */
const toCases = (table: Record<string, unknown[]>): Case[] =>
  Object.entries(table).flatMap(([start, values]) => {
    const [name = ''] = start.split(/[ .:]/);
    return values.map((value) => toCase(start, { [name]: value }));
  });

type Case = [start: string, shown: string, fields: object];
const toCase = (start: string, fields: object): Case => [
  start,
  inspect(fields).slice(0, 60),
  fields,
];

const words = (text: string): string[] => text.split(' ');
const KEY_RULE = 'apiKey must be text other than "." and "..", without controls';

/** The refused settings. Those with the word CANARY are secret. */
const SETTINGS: Record<string, unknown[]> = {
  'baseUrl must': [
    ...words(`/${SESSION} ${SESSION}.example ftp://${SESSION} https://a/?key=${SESSION}`),
    ...words(`https://${SESSION}:${SESSION}@host https://a/#${SESSION} https://${SESSION}:99999`),
    7,
  ],
  'baseUrl is missing: set it to the address of the dashboard service.': ['', undefined, null],
  'baseUrl must be shorter': [`https://bi.example.com/${'x'.repeat(2_000)}`],
  [KEY_RULE]: [...words('. .. a/b a\\b a?b a#b a\nb a\u0085b \ud800'), `${KEY}/`, 7],
  'apiKey is missing: set it to the account’s key.': ['', undefined, null],
  'apiKey must be shorter': ['k'.repeat(3_000), 'é'.repeat(400), KEY.repeat(300)],
};

/** The refused settings of a host alone. */
const HOST_SETTINGS: Record<string, unknown[]> = {
  'basePath must': [
    ...words(`${SESSION} //evil.example /a/../b /a?b /a#b /\\[ /\\x:y`),
    ...['/a b', 7, ['/dashboards']],
  ],
  'origins must': [
    'https://app.example.com',
    ...words('* null https://a.example/ https://A.example https://*.a.example file:///a').map(
      (origin) => [origin],
    ),
    ...[[SESSION], [Symbol('https://app.example.com')]],
  ],
  'resolve must': [undefined, USER],
  'observe must be a function.': ['log'],
  'loginUrl must be a path such as /login': [
    ...words(`login //evil.example javascript:alert(1) https://ann:${SESSION}@id.example/`),
    ...words('https://ann@id.example/ https://:password@id.example'),
    ...['/a b', '', 7],
  ],
};

describe('settings are refused at start:', () => {
  test.for([...toCases(SETTINGS), ...toCases(HOST_SETTINGS)])(
    '%s: %s',
    async ([start, , fields]) => {
      const settings = { baseUrl: upstream.baseUrl, apiKey: 'key-1', ...fields };
      const create = () => createDashboardHost({ resolve: () => USER, ...settings });
      expect(await errorOf(create)).toMatchObject(config(start));
      if (!(start in SETTINGS)) return;
      expect(await errorOf(() => createDashboardClient(settings))).toMatchObject(config(start));
    },
  );

  test.for([
    ['apikey', 'apiKey'],
    ['origin', 'origins'],
    ['path', 'basePath'],
    ['observer', 'observe'],
    [`apikey${'x'.repeat(58)}`, 'apiKey'],
  ])('the unknown option %s, with the hint %s', async ([name, closest]) => {
    const message = `The option "${name}" is unknown: did you mean ${closest}?`;
    const create = () => newHost({ [name!]: 'x' });
    expect(await errorOf(create)).toMatchObject({ code: 'config', message });
    if (name!.length < 64) return;
    // A longer name is cut.
    expect(await errorOf(() => newHost({ [`${name}x`]: 'x' }))).toMatchObject({ message });
  });
});

describe('addresses that would be too long', () => {
  const longest = { sessionId: 'x'.repeat(128), dashboardGuid: GUID, form: 'query' as const };
  const around = `/Api/GetToken?apiKey=&sessionID=${longest.sessionId}&dashboardGuid=${GUID}`;
  const longestKey = () => 2_000 - `${upstream.baseUrl}/prefix${around}`.length;

  test('the longest valid key works in every call, and a longer one is refused at start', async () => {
    const create = () => newClient({ apiKey: 'k'.repeat(longestKey() + 1) });
    expect(await errorOf(create)).toMatchObject(config('apiKey must be shorter'));
    const client = newClient({ apiKey: 'k'.repeat(longestKey()) });
    const tooLong = () => client.getToken({ ...longest, sqlParameters: { a: 1 } });
    expect(await errorOf(tooLong)).toMatchObject(config('sqlParameters are too long'));
    await client.getToken(longest);
    await client.getToken({ ...longest, form: 'json' });
    await client.logout(longest);
    expect(upstream.calls).toHaveLength(3);
  });
});

const many = (count: number, value: string): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, number) => [`p${number}`, value]));

/** The refused fields of a user. */
const FIELDS: Record<string, unknown[]> = {
  'sessionId must': ['..', 'a/b', '%2e%2e', 'a\n', '', 'x'.repeat(129), undefined, `${SESSION}/..`],
  connectionString: ['', 'x'.repeat(4097), '\ud800', 7, [CONNECTION], CONNECTION.repeat(1000)],
  'user must': ['x'.repeat(257), 7, { name: SESSION }, KEY.repeat(100)],
  'organization must': [{}],
  'sqlParameters must': [''],
  'sqlParameters: an entry must': [{ [KEY]: 1 }],
  'sqlParameters.a must': [{ a: 'b;c=d' }, { a: `${KEY};` }],
  'sqlParameters are too long': [many(9, 'é'.repeat(99)), many(10, SESSION.repeat(15))],
};

/** The refused fields of a call. */
const CALLS = [
  toCase('connectionString', { connectionString: CONNECTION, form: 'query' }),
  toCase('connectionString', { form: 'text' }),
  toCase('user', { user: 'Ann', form: 'query' }),
  toCase('customInfo', { customInfo: 'x', connectionString: 'x', form: 'text' }),
  ...toCases({ form: ['xml', 'constructor', ['json'], KEY], signal: [7, {}] }),
];

describe('the error names a field of a call, and nothing is sent:', () => {
  test.for([...toCases(FIELDS), ...CALLS])('%s: %s', async ([start, , fields]) => {
    const request = { ...REQUEST, ...fields };
    expect(await errorOf(() => newClient().getToken(request))).toMatchObject(config(start));
  });

  test.for(['sales', undefined, [GUID], SESSION])('%j is not a dashboard', async (guid) => {
    const request = { ...REQUEST, dashboardGuid: guid as string };
    expect(await errorOf(() => newClient().getToken(request))).toMatchObject({
      ...{ code: 'bad-request', status: 400, message: 'dashboardGuid must be a GUID.' },
    });
  });

  test.for([{ sessionId: `${SESSION}?` }, { sessionId: 'session-1', signal: 7 }])(
    'the logout %j',
    async (request) => {
      const error = await errorOf(() => newClient().logout(request as { sessionId: string }));
      expect(error).toMatchObject(config('(sessionId|signal) must'));
    },
  );

  test('a token that cannot be displayed', async () => {
    const display = () => newClient().displayUrl(`${SECRETS.token}/..`);
    expect(await errorOf(display)).toMatchObject({ code: 'bad-request' });
  });

  test('a getter that throws', async () => {
    const get = () => {
      throw new Error(SESSION);
    };
    const request = Object.defineProperty({ ...REQUEST }, 'user', { get });
    const message = 'A field of the request cannot be read.';
    const error = await errorOf(() => newClient().getToken(request));
    expect(error).toMatchObject({ code: 'config', message });
  });

  test.for([null, undefined, 'session-1'])('the call that gets %s, no object', async (value) => {
    const client = newClient();
    for (const name of ['getToken', 'logout'] as const) {
      const error = await errorOf(() => client[name](value as never));
      expect(error).toMatchObject(config(`${name} needs an object`));
    }
    for (const create of [createDashboardClient, createDashboardHost]) {
      const message = 'The options must be an object with baseUrl and apiKey.';
      const error = await errorOf(() => create(value as never));
      expect(error).toMatchObject({ code: 'config', message });
    }
  });
});

describe('a user of resolve that cannot be used is 500, without values, and has a line in the log:', () => {
  const failing = () => {
    throw new Error(CONNECTION, { cause: SECRETS });
  };
  const { sqlParameters } = SECRETS;
  const user = (fields: object) => () => ({
    ...{ sqlParameters, connectionString: CONNECTION, ...USER, ...fields },
  });

  async function expectRefusal(resolve: () => unknown, start: string): Promise<void> {
    const faulty = newHost({ apiKey: KEY, resolve: resolve as () => typeof USER });
    const answer = await faulty.fetch(tokenCall());
    expect(answer.status).toBe(500);
    const text = await answer.text();
    const { code, message } = config(start);
    expect(JSON.parse(text)).toEqual({ error: { code, message } });
    const line = expect.stringMatching(new RegExp(`^embedded-dashboard: config: ${start}`));
    expect(lines).toEqual([[line]]);
    expect(findSecrets(`${text} ${everythingOf([answer, lines, written])}`)).toEqual([]);
    expect(upstream.calls).toEqual([]);
  }

  test.for([
    ...toCases(FIELDS),
    ...toCases({
      'dashboards must be a list of GUIDs, or a function\\.$': [undefined, KEY, [GUID, KEY], [KEY]],
    }),
  ])('%s: %s', ([start, , fields]) => expectRefusal(user(fields), start));

  test.for<[string, () => unknown]>([
    ['a text', () => 'Ann'],
    ['true', () => true],
    ['an exception', failing],
    ['a rejection', async () => failing()],
    ['a rejection with an object', () => Promise.reject(SECRETS)],
    ['a rejection with a text', () => Promise.reject(KEY)],
    [
      'a getter that throws',
      () => Object.defineProperty(user({})(), 'sessionId', { get: failing }),
    ],
    ['dashboards that throw', user({ dashboards: failing })],
  ])('%s', ([, resolve]) => expectRefusal(resolve, ''));

  test.for([
    ['sqlParameter', 'sqlParameters'],
    ['SqlParameters', 'sqlParameters'],
    ['dashboard', 'dashboards'],
    ['sessionID', 'sessionId'],
  ])('the unknown key %s, with the hint %s in the log only', async ([name, closest]) => {
    const answer = newHost({ resolve: () => ({ ...USER, [name!]: KEY }) }).fetch(pageCall(GUID));
    const message = 'The answer of resolve has an unknown key: see the log.';
    expect(await (await answer).json()).toEqual({ error: { code: 'config', message } });
    expect(await endOf(newHost({ resolve: () => USER }).fetch(pageCall(GUID)))).toBe('303');
    const hint = `"${name}" is unknown: did you mean ${closest}?`;
    expect(lines).toEqual([[`embedded-dashboard: config: ${message} ${hint}`]]);
    expect(findSecrets(everythingOf([lines, written]))).toEqual([]);
  });
});

test('a host and its client show no key', () => {
  const host = newHost({ apiKey: KEY });
  expect(findSecrets(everythingOf(host) + everythingOf(host.client))).toEqual([]);
  expect(host.client.displayUrl(TOKEN)).toContain(TOKEN);
});
