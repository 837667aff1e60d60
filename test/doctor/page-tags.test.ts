import { describe, expect, it } from 'vitest';
import type { PageAddress } from '../../command/src/doctor/page-evidence.ts';
import { findIntended } from '../../command/src/doctor/tag-attributes.ts';
import { GUID } from '../support/dashboard-calls.ts';
import { toRows } from '../support/to-rows.ts';
import { ATTRIBUTES, SCRIPT, TAG, toTag, usePage } from './page-under-test.ts';
import { expectVerdict } from './verdict.ts';

const page = usePage();

const OTHER_GUID = '00000000-0000-4000-8000-0000000000ff';
const SCRIPTED = `${SCRIPT}<script src="/app.js"></script>`;

const ofGuid = (guid: string): string => toTag(`token-url="/t" dashboard-guid="${guid}"`);
const ofTokenUrl = (url: string): string => toTag(`token-url="${url}" dashboard-guid="${GUID}"`);

/** Attributes next to those of a good tag, each with its verdict. */
const MORE_ATTRIBUTES = `
  class="a" id="b" style="c" title="d" lang="de" slot="e" →
  label="Sales" allow="fullscreen" referrerpolicy="origin" →
  theme="Dark" loading="EAGER" credentials="Include" →
  theme="" loading="lazy" credentials="same-origin" →
  sandbox="allow-scripts allow-same-origin allow-top-navigation-by-user-activation" →
  logout-url="/out" login-url="https://login.example/" →
  parameters='{"Region":"North","Year":2026,"All":true}' →
  theme="light" loading="" credentials="omit" · theme="auto" credentials="" · refresh-every="30" ·
  sandbox="" · sandbox="Allow-Scripts Allow-Same-Origin" · base-url="https://bi.example/bi" ·
  base-url="" · parameters="" · keyboard="x" monkey="x" · logout-url="/out?monkey=x" →
  theme="black" → words: theme has another value…"dark"
  loading="late" · credentials="none" · a:b="" dev-x="" theme="black" → words
  refresh="300" → attribute-names: refresh: did you mean refresh-every?
  refresh-every="29" → refresh-every: 30 or more
  refresh-every="" · refresh-every="often" → refresh-every
  sandbox="allow-scripts" → sandbox-scripts: Keep allow-scripts and allow-same-origin
  sandbox="allow-same-origin" → sandbox-scripts
  sandbox="allow-scripts allow-same-origin ALLOW-TOP-NAVIGATION" → sandbox-navigation: Remove allow-top-navigation
  base-url="bi.example" → base-url
  base-url="https://bi.example/?a=1" → base-url: without a query
  logout-url="ftp://a.example/" → host-addresses: addresses of http or https
  login-url="javascript:alert(1)" · login-url="a-http:/x" · login-url="httpsx://x" ·
  logout-url="http://" → host-addresses
  parameters="{'Region':'North'}" → parameters: JSON object in single quotes
  parameters='["North"]' · parameters='{"1st":"x"}' → parameters
  parameters='{"Region":"North;SECRET"}' → parameters: Region
  api-key="SECRET" → no-secret: api-key…make a new key
  api_key="SECRET" · data-api-key="SECRET" · key="SECRET" · connection-string="SECRET" ·
  session-id="SECRET" · sqlparameters="SECRET" · secret="SECRET" · password="SECRET" ·
  data-token="SECRET" · logout-url="/out?api_key=SECRET" · logout-url="/out?password=SECRET" ·
  logout-url="/out?secret=SECRET" · logout-url="/out?key=SECRET" → no-secret
  logout-url="/out?a=1&Token=SECRET" → no-secret: in logout-url…make a new key
`;

/** The tags of a page, each with its verdict. */
const TAGS = `
  ${toTag(`dashboard-guid="${GUID}"`)} → token-url: Add token-url=
  ${ofTokenUrl('file:///token')} → host-addresses
  ${ofGuid('sales')} → dashboard-guid: 8-4-4-4-12
  ${toTag(`a'b ${ATTRIBUTES}`)} · ${toTag(`a<b ${ATTRIBUTES}`)} · ${toTag(`=a ${ATTRIBUTES}`)} → attribute-names
  ${toTag(`tokenUrl="/token" ${ATTRIBUTES}`)} → attribute-names: tokenurl: did you mean token-url?
  ${toTag('theme="dark"')} → token-url, dashboard-guid
  ${toTag('')}${toTag('theme="black"')} → token-url, dashboard-guid, words
  ${SCRIPTED}${toTag('theme="dark"')} →
  ${SCRIPTED}${toTag('dashboard-guid="sales"')} → dashboard-guid
`;

const BINDINGS = '@a :a #a *ngIf .a [a] (a) v-bind:a x-bind:a ng-if data-bind-a'.split(' ');

describe('a tag is judged', () => {
  it.each(toRows(MORE_ATTRIBUTES))('with %s', async (attributes, verdict) => {
    expectVerdict(
      await page.check({ html: SCRIPT + toTag(`${ATTRIBUTES} ${attributes}`) }),
      verdict,
    );
  });

  it.each(toRows(TAGS))('%s', async (tags, verdict) => {
    expectVerdict(await page.check({ html: SCRIPT + tags }), verdict);
  });

  it.each(BINDINGS)('not if a script sets it: %s', async (name) => {
    expectVerdict(await page.check({ html: SCRIPT + toTag(`${name}="b" theme="black"`) }), '');
  });
});

/** Names, each with the attribute that is meant. */
const CORRECTED = `
  dashboardguid · dashboard_guid · guid · dashboard · dashboard-id → dashboard-guid
  token · token-endpoint → token-url
  logout → logout-url
  login → login-url
  src · url · service-url → base-url
  background · bgcolor → background-color
  params → parameters
  refreshEvery · refresh-evry → refresh-every
  backgroud-color → background-color
  logout-ulr → logout-url
  dashbord-guid · dahsboard-guid → dashboard-guid
  lable → label
  themes → theme
  collor → color
  laoding → loading
  paramters → parameters
`;

/** Names of HTML's global attributes, and of frameworks. */
const LEGITIMATE =
  'accesskey align autocapitalize autocorrect autofocus class contenteditable dir draggable enterkeyhint exportparts height hidden id inert inputmode is itemid itemprop itemref itemscope itemtype lang name nonce part popover role slot spellcheck style tabindex title translate width writingsuggestions xmlns ' +
  'aria-label aria-labelledby aria-busy aria-description aria-hidden data-label data-theme data-color data-testid data-dashboard-guid data-token-url data-v-7ba5bd90 data-astro-cid-1 data-reactroot ' +
  'allowfullscreen frameborder scrolling onload onerror onclick ref _ngcontent-abc-1 ng-version ng-reflect-label hx-get hx-params hx-swap xml:lang color-scheme size';

it('no legitimate attribute is corrected', () => {
  const corrected = LEGITIMATE.split(' ').filter(findIntended);
  expect(corrected).toEqual([]);
});

it.each(toRows(CORRECTED))('the name %s is corrected: %s', async (name, intended) => {
  const { findings } = await page.check({ html: SCRIPT + toTag(`${ATTRIBUTES} ${name}="x"`) });
  const { fix } = findings.find(({ check }) => check === 'page/attribute-names')!;
  expect(fix).toMatch(`${name.toLowerCase()}: did you mean ${intended}?`);
});

const MISSPELLED =
  'embed-dashboard embbeded-dashboard embedded-dashbord embedded-dashboards embedded-dasboard embedded-dshboard embedded-dashoard ebedded-dashboard embdded-dashboard embeddeddashboard dashboard-embed';
const OTHER_TAGS =
  'embedded-report my-embedded-dashboard embedded-dashboard-list dashboard-embedder';

it.each([
  ...MISSPELLED.split(' ').map((name) => [name, 'tag-name'] as const),
  ...OTHER_TAGS.split(' ').map((name) => [name, ''] as const),
])('the tag %s is judged: %s', async (name, verdict) => {
  expectVerdict(await page.check({ html: `${SCRIPT}<${name}></${name}>` }), verdict);
});

describe('a tag is compared with the other parts of a run:', () => {
  const service = { serviceUrl: 'https://bi.example/bi' };
  const other = { dashboardGuid: OTHER_GUID };

  it.each<[title: string, tags: string, changes: Partial<PageAddress>, verdict: string]>([
    ['its dashboard', TAG, { dashboardGuid: GUID.toUpperCase() }, ''],
    ['another dashboard', TAG, other, 'dashboard-of-run'],
    ['one of two dashboards', TAG + ofGuid(`${OTHER_GUID}" label="Costs`), other, ''],
    ['no dashboard', toTag('token-url="/t"'), other, 'dashboard-guid'],
    ['a wrong dashboard', ofGuid('x'), other, 'dashboard-guid'],
    ['its service', toTag(`${ATTRIBUTES} base-url="https://bi.example/bi/"`), service, ''],
    [
      'another service',
      toTag(`${ATTRIBUTES} base-url="https://bi.example/x"`),
      service,
      'base-url-of-service',
    ],
    ['no service', TAG, service, ''],
  ])('%s', async (_, tags, changes, verdict) => {
    expectVerdict(await page.check({ html: SCRIPT + tags }, changes), verdict);
  });

  it.each([
    ['/dashboards/token', ''],
    ['/dashboards/token/', ''],
    ['/dashboards/token?a=1', ''],
    ['dashboards/token', ''],
    ['/dashboard/token', 'token-url-of-host'],
    ['/dashboards/token/x', 'token-url-of-host'],
    ['https://other.example/dashboards/token', 'token-url-of-host'],
  ])('the token address %s', async (tokenUrl, verdict) => {
    const hostUrl = `${page.url}/dashboards`;
    expectVerdict(await page.check({ html: SCRIPT + ofTokenUrl(tokenUrl) }, { hostUrl }), verdict);
  });
});

/** Tags of an https page, each with its verdict. Loopback is secure. */
const SECURE = `
  ${toTag(`${ATTRIBUTES} base-url="http://localhost:1/"`)} →
  ${toTag(`${ATTRIBUTES} base-url="http://127.1.2.3"`)} →
  ${toTag(`${ATTRIBUTES} base-url="http://[::1]:8080"`)} →
  ${toTag(`${ATTRIBUTES} base-url="http://a.localhost"`)} →
  ${toTag(`${ATTRIBUTES} login-url="http://login.example/"`)} →
  ${TAG} →
  ${toTag(`${ATTRIBUTES} base-url="http://bi.example"`)} → mixed-content
  ${toTag(`${ATTRIBUTES} logout-url="http://bi.example/"`)} → mixed-content
  ${toTag(`${ATTRIBUTES} base-url="http://localhost.example"`)} → mixed-content
  ${toTag(`${ATTRIBUTES} base-url="http://127.example"`)} → mixed-content
  ${ofTokenUrl('http://a.example/')} → mixed-content
`;

it.each(toRows(SECURE))('an https page is judged: %s', async (tag, verdict) => {
  expectVerdict(await page.checkAt({ html: SCRIPT + tag }, 'https://app.example/'), verdict);
});

describe('the policy of a page is compared', () => {
  const HOSTED = ofTokenUrl('https://host.example/token').replace(
    'dashboard-guid',
    'logout-url="https://out.example/" dashboard-guid',
  );
  const toService = (url: string): string => toTag(`${ATTRIBUTES} base-url="${url}"`);
  const BI = 'https://bi.example';
  const OTHER = 'https://other.example';

  it.each<[policy: string, tag: string, changes: Partial<PageAddress>, verdict: string]>([
    ['connect-src https://host.example https://out.example', HOSTED, {}, ''],
    ['connect-src https://host.example', HOSTED, {}, 'csp-connect-src'],
    ['connect-src https://out.example', HOSTED, {}, 'csp-connect-src'],
    ["frame-src 'self'", TAG, {}, 'csp-frame-src'],
    ['frame-src https://bi.example', TAG, {}, ''],
    ['frame-src https://bi.example', toService(`${BI}/x`), {}, ''],
    ['frame-src https://bi.example', toService(OTHER), {}, 'csp-frame-src'],
    ['frame-src https://bi.example/x/Tdb/', toService(`${BI}/x`), {}, ''],
    ['frame-src https://bi.example', TAG, { serviceUrl: OTHER }, 'csp-frame-src'],
    ['frame-src https://bi.example', TAG, { hostBaseUrl: OTHER }, 'csp-frame-src'],
    ['frame-src https://bi.example', TAG, { serviceUrl: BI, hostBaseUrl: OTHER }, ''],
    ['frame-src https://bi.example', TAG, { hostBaseUrl: `${BI}/bi` }, ''],
    ['frame-src https://bi.example/bi/', TAG, { serviceUrl: `${BI}/bi` }, ''],
  ])('“%s” with %s and %o', async (policy, tag, changes, verdict) => {
    const headers = { 'Content-Security-Policy': policy };
    expectVerdict(await page.check({ html: SCRIPT + tag, headers }, changes), verdict);
  });
});
