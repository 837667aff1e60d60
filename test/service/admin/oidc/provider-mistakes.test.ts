import type { DashboardServiceOptions } from 'embedded-dashboard-service';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ServiceLog } from '../../../../service/src/telemetry/service-log.ts';
import type { ServiceEvent } from '../../../../service/src/telemetry/events.ts';
import type { LogRecord } from '../../../../service/src/telemetry/log-record.ts';
import { CookieBrowser, type ShownPage } from '../../../support/cookie-browser.ts';
import { HostileProvider, type Mistake, send } from '../../../support/hostile-provider.ts';
import { CLIENT_ID, CLIENT_SECRET, createKey } from '../../../support/identity-provider.ts';
import { TestedService } from '../../tested-service.ts';

const provider = new HostileProvider();
const elsewhere = new HostileProvider();
let tested: TestedService;
let events: ServiceEvent[] = [];

/** Starts a service that has not asked the provider for its metadata yet. */
async function start(options: DashboardServiceOptions = {}): Promise<void> {
  tested = new TestedService();
  await tested.start({
    oidcIssuer: provider.url,
    oidcClientId: CLIENT_ID,
    oidcClientSecret: CLIENT_SECRET,
    onEvent: (event) => events.push(event),
    ...options,
  });
}

beforeAll(async () => {
  await Promise.all([provider.listen(), elsewhere.listen()]);
  await start();
});

afterAll(() => Promise.all([tested.close(), provider.close(), elsewhere.close()]));

beforeEach(() => {
  provider.mistake = {};
  events = [];
});

interface Attempt extends Mistake {
  /** Changes the answer that the browser brings from the provider. */
  answer?: (query: URLSearchParams) => void;
}

/** Signs in as the browser of a person, and returns the page that the person sees at the end. */
async function signIn(
  { answer, ...mistake }: Attempt = {},
  browser: CookieBrowser = new CookieBrowser(),
): Promise<ShownPage> {
  provider.mistake = mistake;
  const begun = await browser.open(
    `${tested.url}/admin/single-sign-on`,
    `${provider.url}/authorize`,
  );
  if (!begun.url.startsWith(provider.url)) return begun;
  const { searchParams: asked } = new URL(begun.url);
  provider.nonce = asked.get('nonce')!;
  const query = new URLSearchParams({ code: 'the-code-of-anna', state: asked.get('state')! });
  answer?.(query);
  const page = await browser.open(`${tested.url}/admin/single-sign-on/callback?${query}`);
  const isSignedIn = browser.cookie(tested.url, 'back-office') !== undefined;
  expect(isSignedIn).toBe(page.url.endsWith('/admin/dashboards'));
  return page;
}

/** Returns the lines of the log. */
function toLines(): LogRecord[] {
  const lines: LogRecord[] = [];
  const log = new ServiceLog((line) => lines.push(line), 2000);
  for (const event of events) log.report(event);
  return lines;
}

const SETUP =
  'The sign-in does not work now. An administrator finds the reason in the log of the service.';
const AGAIN = 'The sign-in took too long, or another one has begun in this browser. Try again.';
const AWAY = 'The sign-in of your organization cannot be reached. Try again in a minute.';
const DENIED = 'Your organization did not let you sign in. Ask an administrator.';

const setClaim = (name: string, value: unknown): Attempt => ({
  claims: (claims) => ({ ...claims, [name]: value }),
});
const shiftBy = (seconds: number): Attempt => ({
  claims: ({ iat, exp, ...claims }) => ({
    ...claims,
    iat: Number(iat) + seconds,
    exp: Number(exp) + seconds,
  }),
});
const withEndSession: Attempt['metadata'] = (metadata) => ({
  ...metadata,
  end_session_endpoint: `${provider.url}/session/end`,
});
const answerToken = (answers: NonNullable<Mistake['answers']>[string]): Attempt => ({
  answers: { '/token': answers },
});

const redirect =
  (path: string): NonNullable<Mistake['answers']>[string] =>
  (response) => {
    response.writeHead(302, { Location: `${elsewhere.url}${path}` }).end();
  };

const MISTAKES: [
  name: string,
  attempt: Attempt,
  code: string,
  detail: string | null,
  text: string,
][] = [
  ['another issuer', setClaim('iss', 'https://evil.example'), 'token-claim', 'iss', SETUP],
  ['another audience', setClaim('aud', 'another-client'), 'token-claim', 'aud', SETUP],
  [
    'another party',
    { claims: (claims) => ({ ...claims, aud: [CLIENT_ID, 'another'], azp: 'another' }) },
    'token-claim',
    'azp',
    SETUP,
  ],
  ['another nonce', setClaim('nonce', 'of-another-attempt'), 'token-claim', 'nonce', SETUP],
  ['no nonce', setClaim('nonce', undefined), 'token-claim', 'nonce', SETUP],
  ['no subject', setClaim('sub', undefined), 'token-claim', 'sub', SETUP],
  ['a long subject', setClaim('sub', 'x'.repeat(256)), 'token-claim', 'sub', SETUP],
  ['no time of issue', setClaim('iat', undefined), 'token-claim', 'iat', SETUP],
  ['no end', setClaim('exp', undefined), 'token-claim', 'exp', SETUP],
  ['an expired token', setClaim('exp', 1_700_000_000), 'token-expired', 'exp', SETUP],
  ['a token of the future', setClaim('nbf', 9_700_000_000), 'token-expired', 'nbf', SETUP],
  ['a clock 5 minutes ahead', shiftBy(300), 'clock', null, SETUP],
  ['a clock 5 minutes behind', { ...shiftBy(-299) }, 'clock', null, SETUP],
  [
    'a changed token',
    { token: (token) => token.replace(/\.[^.]+$/, `.${'A'.repeat(342)}`) },
    'token-key',
    null,
    SETUP,
  ],
  [
    'a token without a signature',
    { token: (token) => `${btoa('{"alg":"none"}').replace(/=+$/, '')}.${token.split('.')[1]}.` },
    'token-claim',
    'alg',
    SETUP,
  ],
  ['no token', answerToken((response) => send(response, {})), 'provider-answer', null, SETUP],
  [
    'a text in place of JSON',
    answerToken((response) => response.end('<html>')),
    'provider-answer',
    null,
    SETUP,
  ],
  [
    'a redirect of the token elsewhere',
    answerToken(redirect('/token')),
    'provider-answer',
    null,
    SETUP,
  ],
  [
    'a used code',
    answerToken((response) => send(response, { error: 'invalid_grant' }, 400)),
    'code',
    null,
    AGAIN,
  ],
  [
    'another client secret',
    answerToken((response) => send(response, { error: 'invalid_client' }, 401)),
    'client',
    'invalid_client',
    SETUP,
  ],
  [
    'a provider that is busy',
    answerToken((response) => response.writeHead(503).end()),
    'provider-away',
    null,
    AWAY,
  ],
  [
    'a connection that ends',
    answerToken((response) => response.destroy()),
    'provider-away',
    null,
    AWAY,
  ],
  ['another state', { answer: (query) => query.set('state', 'another') }, 'state', null, AGAIN],
  ['no state', { answer: (query) => query.delete('state') }, 'state', null, AGAIN],
  [
    'an answer of another provider',
    { answer: (query) => query.set('iss', 'https://evil.example') },
    'other-provider',
    null,
    SETUP,
  ],
  [
    'a refusal',
    {
      answer: (query) => {
        query.delete('code');
        query.set('error', 'access_denied');
      },
    },
    'provider-error',
    'access_denied',
    DENIED,
  ],
  [
    'a refusal with a text of an attacker',
    {
      answer: (query) => {
        query.delete('code');
        query.set('error', 'your password is wrong\nline=2');
      },
    },
    'provider-error',
    null,
    DENIED,
  ],
];

it.each(MISTAKES)('refuses %s', async (_, attempt, code, detail, text) => {
  const page = await signIn(attempt);
  expect(page.url).toContain(`/admin/login?next=dashboards&sign-on=${code}`);
  expect(page.text).toContain(text);
  const [line, ...others] = toLines().filter(({ fields }) => fields.code);
  expect(others.filter(({ fields }) => fields.code !== 'provider-away')).toEqual([]);
  const [last = line!] = others;
  expect(last.level).toBe('warn');
  expect(last.fields).toMatchObject({ code, ...(detail && { detail }) });
  expect(last.text).toMatch(/^A sign-in at the identity provider was refused: [^\n]+\.$/);
  expect(JSON.stringify([events, page.text])).not.toMatch(
    /eyJ|the-code-of|-of-the-provider|password is/,
  );
});

it('lets a person in if the provider makes no mistake', async () => {
  expect((await signIn()).url).toBe(`${tested.url}/admin/dashboards`);
});

it.each([60, -60])('accepts a clock that differs by %i seconds', async (seconds) => {
  expect((await signIn(shiftBy(seconds))).url).toBe(`${tested.url}/admin/dashboards`);
});

describe('a key', () => {
  it('that the provider does not publish is refused', async () => {
    const page = await signIn({ key: await createKey() });
    expect(page.text).toContain(SETUP);
    expect(events).toContainEqual({ kind: 'sign-on', outcome: 'refused', code: 'token-key' });
  });

  it('that has just replaced the one before is accepted', async () => {
    await signIn();
    provider.key = await createKey();
    expect((await signIn()).url).toBe(`${tested.url}/admin/dashboards`);
  });

  it('with the id of a published one is refused', async () => {
    const page = await signIn({ key: await createKey(provider.key.kid) });
    expect(page.text).toContain(SETUP);
    expect(events).toContainEqual({ kind: 'sign-on', outcome: 'refused', code: 'token-key' });
  });
});

describe('the metadata', () => {
  const METADATA = '/.well-known/openid-configuration';
  const change = (changes: object): Attempt => ({
    metadata: (metadata) => ({ ...metadata, ...changes }),
  });
  const cases: [string, Attempt, string, string][] = [
    ['of another issuer', change({ issuer: 'https://evil.example' }), 'provider-metadata', SETUP],
    ['elsewhere', { answers: { [METADATA]: redirect(METADATA) } }, 'provider-metadata', SETUP],
    [
      'with an address by http over the network',
      change({ token_endpoint: 'http://evil.example/token' }),
      'provider-metadata',
      SETUP,
    ],
    [
      'with a page to sign in by http over the network',
      change({ authorization_endpoint: 'http://evil.example/authorize' }),
      'provider-metadata',
      SETUP,
    ],
    [
      'of a provider that is away',
      { answers: { [METADATA]: (response) => response.writeHead(502).end() } },
      'provider-away',
      AWAY,
    ],
  ];

  it.each(cases)(
    '%s is refused, and read again at the next sign-in',
    async (_, attempt, code, text) => {
      await tested.close();
      await start();
      const page = await signIn(attempt);
      expect(page.text).toContain(text);
      expect(events).toContainEqual(
        expect.objectContaining({ kind: 'sign-on', outcome: 'refused', code }),
      );
      expect((await signIn()).url).toBe(`${tested.url}/admin/dashboards`);
    },
  );
});

describe('a megabyte of claims', () => {
  it('lets the person in, and out by an address that each proxy accepts', async () => {
    await tested.close();
    await start();
    const groups = Array.from({ length: 20_000 }, () => crypto.randomUUID());
    const browser = new CookieBrowser();
    const page = await signIn({ ...setClaim('groups', groups), metadata: withEndSession }, browser);
    expect(page.url).toBe(`${tested.url}/admin/dashboards`);
    await browser.post(`${tested.url}/admin/logout`);
    const [, left] = browser.visited.slice(-2).map((url) => new URL(url));
    expect(left!.pathname).toBe('/session/end');
    expect([...left!.searchParams.keys()].toSorted()).toEqual([
      'client_id',
      'post_logout_redirect_uri',
    ]);
  });
});

describe('a provider that is away at the start', () => {
  it('does not stop the start, nor the administrator of the settings', async () => {
    await tested.close();
    const away = new HostileProvider();
    const oidcIssuer = await away.listen();
    await away.close();
    await start({ oidcIssuer });
    const browser = new CookieBrowser();
    const page = await browser.open(`${tested.url}/admin/single-sign-on`);
    expect(page.text).toContain(AWAY);
    await browser.post(`${tested.url}/admin/login`, { password: 'password of the tests' });
    expect((await browser.open(`${tested.url}/admin/dashboards`)).status).toBe(200);
  });
});
