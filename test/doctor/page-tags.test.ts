import { describe, expect, it } from 'vitest';
import type { PageAddress } from '../../src/doctor/page-evidence.ts';
import { GUID } from '../support/dashboard-calls.ts';
import { ATTRIBUTES, failedOf, SCRIPT, toTag, usePage } from './page-under-test.ts';

const page = usePage();

const checkTags = async (tags: string, changes: Partial<PageAddress> = {}): Promise<string[]> =>
  failedOf(await page.check({ html: SCRIPT + tags }, changes));

/** Attributes next to those of a good tag, with the checks that fail. */
const ATTRIBUTE_TABLE: Record<string, string[]> = {
  'class="a" id="b" style="c" title="d" lang="de" slot="e"': [],
  'label="Sales" allow="fullscreen" referrerpolicy="origin"': [],
  'theme="Dark" loading="EAGER" credentials="Include"': [],
  'theme="light" loading="" credentials="omit"': [],
  'theme="" loading="lazy" credentials="same-origin"': [],
  'theme="auto" credentials=""': [],
  'theme="black"': ['words'],
  'loading="late"': ['words'],
  'credentials="none"': ['words'],
  'refresh-every="30"': [],
  'refresh-every="29"': ['refresh-every'],
  'refresh-every=""': ['refresh-every'],
  'refresh-every="often"': ['refresh-every'],
  'sandbox=""': [],
  'sandbox="Allow-Scripts Allow-Same-Origin"': [],
  'sandbox="allow-scripts"': ['sandbox-scripts'],
  'sandbox="allow-same-origin"': ['sandbox-scripts'],
  'sandbox="allow-scripts allow-same-origin allow-top-navigation-by-user-activation"': [],
  'sandbox="allow-scripts allow-same-origin ALLOW-TOP-NAVIGATION"': ['sandbox-navigation'],
  'base-url="https://bi.example/bi"': [],
  'base-url=""': [],
  'base-url="bi.example"': ['base-url'],
  'logout-url="/out" login-url="https://login.example/"': [],
  'logout-url="ftp://a.example/"': ['host-addresses'],
  'login-url="javascript:alert(1)"': ['host-addresses'],
  'login-url="a-http:/x"': ['host-addresses'],
  'login-url="httpsx://x"': ['host-addresses'],
  'logout-url="http://"': ['host-addresses'],
  'parameters=""': [],
  [`parameters='{"Region":"North","Year":2026,"All":true}'`]: [],
  'parameters="North"': ['parameters'],
  [`parameters='["North"]'`]: ['parameters'],
  [`parameters='{"1st":"x"}'`]: ['parameters'],
  'api_key="x"': ['no-secret'],
  'data-api-key="x"': ['no-secret'],
  'key="x"': ['no-secret'],
  'connection-string="x"': ['no-secret'],
  'session-id="x"': ['no-secret'],
  'sqlparameters="x"': ['no-secret'],
  'secret="x"': ['no-secret'],
  'password="x"': ['no-secret'],
  'data-token="x"': ['no-secret'],
  'keyboard="x" monkey="x"': [],
  'logout-url="/out?a=1&Token=x"': ['no-secret'],
  'logout-url="/out?api_key=x"': ['no-secret'],
  'logout-url="/out?password=x"': ['no-secret'],
  'logout-url="/out?secret=x"': ['no-secret'],
  'logout-url="/out?key=x"': ['no-secret'],
  'logout-url="/out?monkey=x"': [],
};

describe('a tag is judged', () => {
  it.each(Object.entries(ATTRIBUTE_TABLE))('with %s', async (attributes, checks) => {
    expect(await checkTags(toTag(`${ATTRIBUTES} ${attributes}`))).toEqual(checks);
  });
});

describe('a name of an attribute is corrected', () => {
  it.each([
    ['dashboardguid', 'dashboard-guid'],
    ['dashboard_guid', 'dashboard-guid'],
    ['guid', 'dashboard-guid'],
    ['dashboard', 'dashboard-guid'],
    ['dashboard-id', 'dashboard-guid'],
    ['token', 'token-url'],
    ['token-endpoint', 'token-url'],
    ['logout', 'logout-url'],
    ['login', 'login-url'],
    ['src', 'base-url'],
    ['url', 'base-url'],
    ['service-url', 'base-url'],
    ['background', 'background-color'],
    ['bgcolor', 'background-color'],
    ['refresh', 'refresh-every'],
    ['filters', 'parameters'],
    ['params', 'parameters'],
    ['refreshEvery', 'refresh-every'],
  ])('%s: %s', async (name, intended) => {
    const { findings } = await page.check({ html: SCRIPT + toTag(`${ATTRIBUTES} ${name}="x"`) });
    const { fix } = findings.find(({ check }) => check === 'page/attribute-names')!;
    expect(fix).toMatch(`${name.toLowerCase()}: did you mean ${intended}?`);
  });

  it('of a tag whose quotation mark is missing', async () => {
    for (const attributes of [`a'b ${ATTRIBUTES}`, `a<b ${ATTRIBUTES}`, `=a ${ATTRIBUTES}`]) {
      expect(await checkTags(toTag(attributes))).toEqual(['attribute-names']);
    }
  });
});

describe('the name of the tag', () => {
  it.each([
    ['embeded-dashboard', true],
    ['embed-dashboard', true],
    ['embbeded-dashboard', true],
    ['embedded-dashbord', true],
    ['embedded-dashboards', true],
    ['embedded-dasboard', true],
    ['embedded-dshboard', true],
    ['embedded-dashoard', true],
    ['ebedded-dashboard', true],
    ['embdded-dashboard', true],
    ['embeddeddashboard', true],
    ['dashboard-embed', true],
    ['embedded-report', false],
    ['my-embedded-dashboard', false],
    ['embedded-dashboard-list', false],
    ['dashboard-embedder', false],
  ])('%s is a misspelling: %s', async (name, isWrong) => {
    expect(await checkTags(`<${name}></${name}>`)).toEqual(isWrong ? ['tag-name'] : []);
  });
});

describe('attributes that a script may set', () => {
  const SCRIPTED = `${SCRIPT}<script src="/app.js"></script>`;

  it.each<[title: string, html: string, checks: string[]]>([
    [
      'none without another script',
      SCRIPT + toTag('theme="dark"'),
      ['token-url', 'dashboard-guid'],
    ],
    ['those that are missing', SCRIPTED + toTag('theme="dark"'), []],
    ['not those that are wrong', SCRIPTED + toTag('dashboard-guid="sales"'), ['dashboard-guid']],
    [
      'all of one tag, not of another',
      SCRIPT + toTag('') + toTag('theme="black"'),
      ['token-url', 'dashboard-guid', 'words'],
    ],
    ...[
      '@a',
      ':a',
      '#a',
      '*ngIf',
      '.a',
      '[a]',
      '(a)',
      'v-bind:a',
      'x-bind:a',
      'ng-if',
      'data-bind-a',
    ].map((name): [string, string, string[]] => [
      `by ${name}`,
      SCRIPT + toTag(`${name}="b" theme="black"`),
      [],
    ]),
    [
      'not by a name inside of another',
      SCRIPT + toTag(`${ATTRIBUTES} a:b="" dev-x="" theme="black"`),
      ['words'],
    ],
  ])('%s', async (_, html, checks) => {
    expect(failedOf(await page.check({ html }))).toEqual(checks);
  });
});

describe('a tag is compared with the other parts of a run', () => {
  const OTHER = '00000000-0000-4000-8000-0000000000ff';
  const good = toTag(ATTRIBUTES);

  it.each<[title: string, tags: string, changes: Partial<PageAddress>, checks: string[]]>([
    ['its dashboard', good, { dashboardGuid: GUID.toUpperCase() }, []],
    ['another dashboard', good, { dashboardGuid: OTHER }, ['dashboard-of-run']],
    [
      'one of two dashboards',
      good + toTag(`token-url="/t" dashboard-guid="${OTHER}"`),
      { dashboardGuid: OTHER },
      [],
    ],
    ['no dashboard', toTag('token-url="/t"'), { dashboardGuid: OTHER }, ['dashboard-guid']],
    [
      'a wrong dashboard',
      toTag('token-url="/t" dashboard-guid="x"'),
      { dashboardGuid: OTHER },
      ['dashboard-guid'],
    ],
    [
      'its base address',
      toTag(`${ATTRIBUTES} base-url="https://bi.example/bi/"`),
      { serviceUrl: 'https://bi.example/bi' },
      [],
    ],
    [
      'another base address',
      toTag(`${ATTRIBUTES} base-url="https://bi.example/x"`),
      { serviceUrl: 'https://bi.example/bi' },
      ['base-url-of-service'],
    ],
    ['no base address', good, { serviceUrl: 'https://bi.example/bi' }, []],
  ])('%s', async (_, tags, changes, checks) => {
    expect(await checkTags(tags, changes)).toEqual(checks);
  });

  it.each<[tokenUrl: string, isSame: boolean]>([
    ['/dashboards/token', true],
    ['/dashboards/token/', true],
    ['/dashboards/token?a=1', true],
    ['dashboards/token', true],
    ['/dashboard/token', false],
    ['/dashboards/token/x', false],
    ['https://other.example/dashboards/token', false],
  ])('the token address %s: %s', async (tokenUrl, isSame) => {
    const tag = toTag(`token-url="${tokenUrl}" dashboard-guid="${GUID}"`);
    const checks = await checkTags(tag, { hostUrl: `${page.url}/dashboards` });
    expect(checks).toEqual(isSame ? [] : ['token-url-of-host']);
  });
});

describe('an https page', () => {
  it.each<[html: string, checks: string[]]>([
    [SCRIPT + toTag(ATTRIBUTES), []],
    [SCRIPT + toTag(`${ATTRIBUTES} base-url="http://bi.example"`), ['mixed-content']],
    [SCRIPT + toTag(`${ATTRIBUTES} logout-url="http://bi.example/"`), ['mixed-content']],
    [SCRIPT + toTag(`token-url="http://a.example/" dashboard-guid="${GUID}"`), ['mixed-content']],
    [SCRIPT + toTag(`${ATTRIBUTES} base-url="http://localhost:1/"`), []],
    [SCRIPT + toTag(`${ATTRIBUTES} base-url="http://127.1.2.3"`), []],
    [SCRIPT + toTag(`${ATTRIBUTES} base-url="http://[::1]:8080"`), []],
    [SCRIPT + toTag(`${ATTRIBUTES} base-url="http://a.localhost"`), []],
    [SCRIPT + toTag(`${ATTRIBUTES} base-url="http://localhost.example"`), ['mixed-content']],
    [SCRIPT + toTag(`${ATTRIBUTES} base-url="http://127.example"`), ['mixed-content']],
    [SCRIPT + toTag(`${ATTRIBUTES} login-url="http://login.example/"`), []],
  ])('is judged: %s', async (html, checks) => {
    // The script of the test's server has another origin then.
    const names = await page.failedAt({ html }, 'https://app.example/');
    expect(names.filter((name) => !name.startsWith('script-'))).toEqual(checks);
  });

  it('loads its script over https', async () => {
    const html = SCRIPT + toTag(ATTRIBUTES);
    // Loopback is secure.
    expect(await page.failedAt({ html }, 'https://app.example/')).toEqual([]);
  });
});

describe('the policy of a page', () => {
  const HOSTED = toTag(
    `token-url="https://host.example/token" logout-url="https://out.example/" dashboard-guid="${GUID}"`,
  );

  it.each<[policy: string, tag: string, checks: string[]]>([
    ['connect-src https://host.example https://out.example', HOSTED, []],
    ['connect-src https://host.example', HOSTED, ['csp-connect-src']],
    ['connect-src https://out.example', HOSTED, ['csp-connect-src']],
    ["frame-src 'self'", toTag(ATTRIBUTES), ['csp-frame-src']],
    ['frame-src https://bi.example', toTag(ATTRIBUTES), []],
    ['frame-src https://bi.example', toTag(`${ATTRIBUTES} base-url="https://bi.example/x"`), []],
    [
      'frame-src https://bi.example',
      toTag(`${ATTRIBUTES} base-url="https://other.example"`),
      ['csp-frame-src'],
    ],
    [
      'frame-src https://bi.example/x/Tdb/',
      toTag(`${ATTRIBUTES} base-url="https://bi.example/x"`),
      [],
    ],
  ])('“%s” with %s', async (policy, tag, checks) => {
    const report = await page.check({
      html: SCRIPT + tag,
      headers: { 'Content-Security-Policy': policy },
    });
    expect(failedOf(report)).toEqual(checks);
  });

  it('is compared with the service, or with the one that the host names', async () => {
    const served = {
      html: SCRIPT + toTag(ATTRIBUTES),
      headers: { 'Content-Security-Policy': 'frame-src https://bi.example' },
    };
    const failing = async (changes: Partial<PageAddress>) =>
      failedOf(await page.check(served, changes));
    expect(await failing({ serviceUrl: 'https://other.example' })).toEqual(['csp-frame-src']);
    expect(await failing({ hostBaseUrl: 'https://other.example' })).toEqual(['csp-frame-src']);
    expect(
      await failing({ serviceUrl: 'https://bi.example', hostBaseUrl: 'https://other.example' }),
    ).toEqual([]);
    expect(await failing({ hostBaseUrl: 'https://bi.example/bi' })).toEqual([]);
  });
});
