import type { DashboardServiceOptions } from 'embedded-dashboard-service';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { toSignInFailure } from '../../../../service/src/admin/oidc/sign-on-failure.ts';
import { ServiceLog } from '../../../../service/src/telemetry/service-log.ts';
import type { ServiceEvent } from '../../../../service/src/telemetry/events.ts';
import type { LogRecord } from '../../../../service/src/telemetry/log-record.ts';
import { CookieBrowser, type ShownPage } from '../../../support/cookie-browser.ts';
import { HostileProvider, type Mistake, send } from './hostile-provider.ts';
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

/** The beginning of the sentence that the person reads, by the code of the refusal. */
const SENTENCES: Record<string, string> = {
  state: 'The sign-in took too long',
  code: 'The sign-in took too long',
  'provider-away': 'The sign-in of your organization cannot be reached.',
  'provider-error': 'Your organization did not let you sign in.',
};
const OTHER_SENTENCE = 'The sign-in does not work now.';

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
const setMetadata = (changes: object): Attempt => ({
  metadata: (metadata) => ({ ...metadata, ...changes }),
});
const answerAt = (path: string, answer: NonNullable<Mistake['answers']>[string]): Attempt => ({
  answers: { [path]: answer },
});
const refuse = (error: string, status: number): Attempt =>
  answerAt('/token', (response) => send(response, { error }, status));
const redirect = (path: string): Attempt =>
  answerAt(path, (response) => {
    response.writeHead(302, { Location: `${elsewhere.url}${path}` }).end();
  });
const bringBack = (answer: Attempt['answer']): Attempt => ({ answer });
const bringError = (error: string): Attempt =>
  bringBack((query) => {
    query.delete('code');
    query.set('error', error);
  });
const unsign = (token: string): string =>
  `${btoa('{"alg":"none"}').replace(/=+$/, '')}.${token.split('.')[1]}.`;

type Refused = [name: string, attempt: Attempt, code: string, detail?: string];

const MISTAKES: Refused[] = [
  ['another issuer', setClaim('iss', 'https://evil.example'), 'token-claim', 'iss'],
  ['another audience', setClaim('aud', 'another-client'), 'token-claim', 'aud'],
  [
    'another party',
    { claims: (claims) => ({ ...claims, aud: [CLIENT_ID, 'another'], azp: 'another' }) },
    'token-claim',
    'azp',
  ],
  ['another nonce', setClaim('nonce', 'of-another-attempt'), 'token-claim', 'nonce'],
  ['no nonce', setClaim('nonce', undefined), 'token-claim', 'nonce'],
  ['no subject', setClaim('sub', undefined), 'token-claim', 'sub'],
  ['a long subject', setClaim('sub', 'x'.repeat(256)), 'token-claim', 'sub'],
  ['no end', setClaim('exp', undefined), 'token-claim', 'exp'],
  ['an expired token', setClaim('exp', 1_700_000_000), 'token-expired', 'exp'],
  ['a token of the future', setClaim('nbf', 9_700_000_000), 'token-expired', 'nbf'],
  ['a clock 5 minutes ahead', shiftBy(300), 'clock'],
  ['a clock 5 minutes behind', shiftBy(-299), 'clock'],
  [
    'a changed token',
    { token: (token) => token.replace(/\.[^.]+$/, `.${'A'.repeat(342)}`) },
    'token-key',
  ],
  ['a token without a signature', { token: unsign }, 'token-claim', 'alg'],
  ['no token', answerAt('/token', (response) => send(response, {})), 'provider-answer'],
  ['a text, not JSON', answerAt('/token', (response) => response.end('<html>')), 'provider-answer'],
  ['a redirect of the token elsewhere', redirect('/token'), 'provider-answer'],
  ['a used code', refuse('invalid_grant', 400), 'code'],
  ['another client secret', refuse('invalid_client', 401), 'client', 'invalid_client'],
  ['a provider that is busy', refuse('busy', 503), 'provider-away', '503'],
  [
    'a connection that ends',
    answerAt('/token', (response) => response.destroy()),
    'provider-away',
    'UND_ERR_SOCKET',
  ],
  ['another state', bringBack((query) => query.set('state', 'another')), 'state'],
  ['no state', bringBack((query) => query.delete('state')), 'state'],
  [
    'an answer of another provider',
    bringBack((query) => query.set('iss', 'https://evil.example')),
    'other-provider',
  ],
  ['a refusal', bringError('access_denied'), 'provider-error', 'access_denied'],
  ['a text of an attacker', bringError('your password is wrong\nline=2'), 'provider-error'],
];

it.each(MISTAKES)('refuses %s', async (_, attempt, code, detail) => {
  const page = await signIn(attempt);
  expect(page.url).toContain(`/admin/login?next=dashboards&sign-on=${code}`);
  expect(page.text).toContain(SENTENCES[code] ?? OTHER_SENTENCE);
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

it.each([60, -60])('accepts a clock that differs by %i seconds', async (seconds) => {
  expect((await signIn(shiftBy(seconds))).url).toBe(`${tested.url}/admin/dashboards`);
});

it('names the time limit of a provider that does not answer', () => {
  const cause = new DOMException('', 'TimeoutError');
  const error = Object.assign(new Error(''), { code: 'OAUTH_TIMEOUT', cause });
  expect(toSignInFailure(error).detail).toBe('OAUTH_TIMEOUT');
});

it('accepts a key that has just replaced the one before, and no other', async () => {
  const replaced = provider.key;
  provider.key = await createKey();
  expect((await signIn()).url).toBe(`${tested.url}/admin/dashboards`);
  for (const key of [replaced, { ...replaced, kid: provider.key.kid! }]) {
    expect((await signIn({ key })).url).toContain('&sign-on=token-key');
  }
});

it('refuses wrong metadata, and reads them again at the next sign-in', async () => {
  await tested.close();
  await start();
  const METADATA = '/.well-known/openid-configuration';
  const cases: Refused[] = [
    ['of another issuer', setMetadata({ issuer: 'https://evil.example' }), 'provider-metadata'],
    ['elsewhere', redirect(METADATA), 'provider-metadata'],
    [
      'with an address by http over the network',
      setMetadata({ token_endpoint: 'http://evil.example/token' }),
      'provider-metadata',
    ],
    [
      'with a page to sign in by http over the network',
      setMetadata({ authorization_endpoint: 'http://evil.example/authorize' }),
      'provider-metadata',
    ],
    [
      'of a provider that is away',
      answerAt(METADATA, (response) => response.writeHead(502).end()),
      'provider-away',
    ],
  ];
  for (const [name, attempt, code] of cases) {
    expect((await signIn(attempt)).url, name).toContain(`&sign-on=${code}`);
  }
  // A megabyte of claims, too: the address of the way out is one that each proxy accepts.
  const groups = Array.from({ length: 20_000 }, () => crypto.randomUUID());
  const browser = new CookieBrowser();
  const end = setMetadata({ end_session_endpoint: `${provider.url}/session/end` });
  const page = await signIn({ ...setClaim('groups', groups), ...end }, browser);
  expect(page.url).toBe(`${tested.url}/admin/dashboards`);
  await browser.post(`${tested.url}/admin/logout`);
  const [, left] = browser.visited.slice(-2).map((url) => new URL(url));
  expect(left!.pathname).toBe('/session/end');
  expect([...left!.searchParams.keys()].toSorted()).toEqual([
    'client_id',
    'post_logout_redirect_uri',
  ]);
});

it('starts while the provider is away, and lets the administrator of the settings in', async () => {
  await tested.close();
  const away = new HostileProvider();
  const oidcIssuer = await away.listen();
  await away.close();
  await start({ oidcIssuer });
  const browser = new CookieBrowser();
  const page = await browser.open(`${tested.url}/admin/single-sign-on`);
  expect(page.text).toContain(SENTENCES['provider-away']);
  const [outage, refusal] = toLines().filter(({ fields }) => fields.code);
  expect(outage!.fields).toEqual({ code: 'provider-away', reason: 'ECONNREFUSED' });
  expect(refusal!.fields).toEqual({ code: 'provider-away', detail: 'ECONNREFUSED' });
  await browser.post(`${tested.url}/admin/login`, { password: 'password of the tests' });
  expect((await browser.open(`${tested.url}/admin/dashboards`)).status).toBe(200);
});
