import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkPage, type PageReport } from '../../src/doctor/check-page.ts';
import { FakeClock } from './fake-clock.ts';
import { listen } from './loopback.ts';

const GUID = '6f1c5a0e-3b7d-4c52-9a84-1d2e8f60b7c1';
const FILE = 'customElements.define("embedded-dashboard", class extends HTMLElement {});';
const INTEGRITY = `sha384-${createHash('sha384').update(FILE).digest('base64')}`;

/** The parts and headers of a page. The defaults pass all checks. */
interface Page {
  attributes?: string;
  script?: string;
  html?: string;
  headers?: Record<string, string>;
  status?: number;
  serviceUrl?: string;
}

let server: Server;
let url: string;
let page: Page;

const ATTRIBUTES = `token-url="/dashboards/token" logout-url="/dashboards/logout" dashboard-guid="${GUID}"`;
const SCRIPT = '<script src="/embedded-dashboard.min.js" defer></script>';
const toTag = (attributes: string): string =>
  `<embedded-dashboard ${attributes}></embedded-dashboard>`;
const toHtml = ({ attributes = ATTRIBUTES, script = SCRIPT }: Page): string =>
  `<!doctype html><html><head>${script}</head><body>${toTag(attributes)}</body></html>`;

beforeEach(async () => {
  page = {};
  server = createServer((request, response) => {
    if (request.url?.endsWith('.js')) {
      response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(FILE);
    } else if (request.url === '/') {
      const headers = { 'Content-Type': 'text/html', ...page.headers };
      response.writeHead(page.status ?? 200, headers).end(page.html ?? toHtml(page));
    } else response.writeHead(404).end();
  });
  url = await listen(server);
});

afterEach(() => server.close());

const check = (changes: Page = {}): Promise<PageReport> => {
  page = changes;
  return checkPage({ url, serviceUrl: changes.serviceUrl, clock: new FakeClock() });
};

const failed = ({ findings }: PageReport): string[] =>
  findings.filter(({ ok }) => !ok).map((finding) => finding.check);

const csp = (policy: string): Page => ({ headers: { 'Content-Security-Policy': policy } });
const more = (attributes: string): Page => ({ attributes: `${ATTRIBUTES} ${attributes}` });
const without = (name: RegExp): Page => ({ attributes: ATTRIBUTES.replace(name, '') });

/** Faults of a page, each with the check and the line that report it. */
const FAULTS: Record<string, [page: Page, check: string, fix: RegExp]> = {
  'the page needs a login': [
    { status: 302, headers: { Location: '/login?next=SECRET' }, html: '' },
    'answers-200',
    /302, a redirect to http:\/\/127.* DASHBOARD_HOST_COOKIE/,
  ],
  'it is not HTML': [{ headers: { 'Content-Type': 'application/json' } }, 'html', /text\/html/],
  'the tag is misspelled': [
    { html: `${SCRIPT}<embeded-dashboard ${ATTRIBUTES}></embeded-dashboard>` },
    'tag-name',
    /<embeded-dashboard>\. Write <embedded-dashboard>/,
  ],
  'the tag is closed by a slash': [
    { html: `${SCRIPT}<embedded-dashboard ${ATTRIBUTES} /><p>After it</p>` },
    'closing-tag',
    /<\/embedded-dashboard>/,
  ],
  'an attribute is written in camel case': [
    { attributes: `tokenUrl="/dashboards/token" token-url="/t" dashboard-guid="${GUID}"` },
    'attribute-names',
    /tokenurl: did you mean token-url\?/,
  ],
  'an attribute has another name': [
    more('refresh="300"'),
    'attribute-names',
    /refresh: did you mean refresh-every\?/,
  ],
  'the key is in the tag': [more('api-key="SECRET"'), 'no-secret', /api-key.*make a new key/],
  'a script calls GetToken': [
    { script: `${SCRIPT}<script>fetch("https://bi.example/Api/GetToken?apiKey=SECRET")</script>` },
    'no-service-call',
    /Call GetToken on your server/,
  ],
  'token-url is missing': [without(/token-url="[^"]*"/), 'token-url', /Add token-url=/],
  'token-url is the path of a file': [
    { attributes: `token-url="file:///token" dashboard-guid="${GUID}"` },
    'host-addresses',
    /addresses of http or https/,
  ],
  'the GUID is a name': [
    { attributes: 'token-url="/token" dashboard-guid="sales"' },
    'dashboard-guid',
    /8-4-4-4-12/,
  ],
  'base-url has a query': [
    more('base-url="https://bi.example/?a=1"'),
    'base-url',
    /without a query/,
  ],
  'parameters are not JSON': [
    more(`parameters="{'Region':'North'}"`),
    'parameters',
    /JSON object in single quotes/,
  ],
  'a parameter has a separator': [
    more(`parameters='{"Region":"North;SECRET"}'`),
    'parameters',
    /Region/,
  ],
  'a quotation mark is missing': [
    { attributes: `token-url="/dashboards/token dashboard-guid="${GUID}"` },
    'attribute-names',
    /A quotation mark is missing/,
  ],
  'the tag has no end': [
    { html: `${SCRIPT}<p><embedded-dashboard ${ATTRIBUTES}></p>` },
    'closing-tag',
    /without an end tag/,
  ],
  'a package is imported by its name': [
    { script: `${SCRIPT}<script type="module">import 'embedded-dashboard';</script>` },
    'bare-import',
    /add an import map/,
  ],
  'the key is in an address': [
    { attributes: `token-url="/token?apiKey=SECRET" dashboard-guid="${GUID}"` },
    'no-secret',
    /in token-url.*make a new key|make a new key.*/,
  ],
  'theme is unknown': [more('theme="black"'), 'words', /theme has another value.*"dark"/],
  'refresh-every is too short': [more('refresh-every="5"'), 'refresh-every', /30 or more/],
  'sandbox forbids scripts': [
    more('sandbox="allow-forms"'),
    'sandbox-scripts',
    /Keep allow-scripts and allow-same-origin/,
  ],
  'sandbox allows navigation of the window': [
    more('sandbox="allow-scripts allow-same-origin allow-top-navigation"'),
    'sandbox-navigation',
    /Remove allow-top-navigation/,
  ],
  'there is no script': [{ script: '' }, 'script', /Add <script src=/],
  'the script is missing': [
    { script: '<script src="/lib/embedded-dashboard" defer></script>' },
    'script-found',
    /404\. Correct src/,
  ],
  'integrity is the hash of another file': [
    {
      script: `<script src="/embedded-dashboard.min.js" integrity="sha384-${'A'.repeat(64)}"></script>`,
    },
    'integrity',
    /dist\/integrity\.json/,
  ],
  'script-src lacks its origin': [
    csp("default-src 'none'; connect-src 'self'; frame-src https:"),
    'csp-script-src',
    /It needs “script-src http:\/\/127/,
  ],
  'connect-src lacks the host': [
    csp("script-src 'self'; connect-src https://other.example; frame-src https:"),
    'csp-connect-src',
    /It needs “connect-src http:\/\/127/,
  ],
  'frame-src lacks the service': [
    { ...csp("default-src 'self'"), serviceUrl: 'https://bi.example/path' },
    'csp-frame-src',
    /It needs “frame-src https:\/\/bi\.example”/,
  ],
  'a <meta> has the policy': [
    {
      script: `<meta http-equiv="Content-Security-Policy" content="frame-src 'none'">${SCRIPT}`,
    },
    'csp-frame-src',
    /frame-src in the Content-Security-Policy/,
  ],
  'its policy has a sandbox': [csp('sandbox allow-scripts'), 'csp-sandbox', /directive “sandbox”/],
  'it is isolated': [
    { headers: { 'Cross-Origin-Embedder-Policy': 'require-corp' } },
    'embedder-policy',
    /Remove “Cross-Origin-Embedder-Policy”/,
  ],
  'a cache may keep its token': [
    { html: `${toHtml({})}<iframe src="https://bi.example/Tdb/SECRET-token-1"></iframe>` },
    'not-cached',
    /“Cache-Control: no-store”/,
  ],
};

describe('a good page', () => {
  it.each<[string, Page]>([
    ['plain', {}],
    ['with its own policy', csp("default-src 'self'; frame-src https:")],
    [
      'with the hash',
      { script: `<script src="/embedded-dashboard.min.js" integrity="${INTEGRITY}"></script>` },
    ],
    [
      'with a nonce',
      {
        script: '<script nonce="abc" src="/embedded-dashboard.min.js"></script>',
        ...csp("script-src 'nonce-abc' 'strict-dynamic'"),
      },
    ],
    [
      'with parameters',
      more(`parameters='{"Region":"North"}' theme="dark" class="wide" data-x="1"`),
    ],
    ['whose tag is bound by Vue', { attributes: ':token-url="tokenUrl" :guid="guid"' }],
    ['whose tag is set by a script', { attributes: '' }],
    [
      'with the hash and its options',
      {
        script: `<script src="/embedded-dashboard.min.js" integrity="${INTEGRITY}?x sha256-AAAA"></script>`,
      },
    ],
    [
      'whose tag is completed by a script',
      { html: `${SCRIPT}<script src="/app.js"></script>${toTag('theme="dark"')}` },
    ],
    [
      'with a tag in a template',
      { html: `${SCRIPT}<template>${toTag('dashboard-guid="{{guid}}"')}</template>` },
    ],
    ['with all https frames', csp("default-src 'self'; frame-src https://*")],
    [
      'with the path of the service',
      {
        ...csp("default-src 'self'; frame-src https://bi.example/bi/"),
        serviceUrl: 'https://bi.example/bi',
      },
    ],
    [
      'with a policy in a <meta> that browsers ignore',
      {
        script: `<meta http-equiv="Content-Security-Policy" content="sandbox">${SCRIPT}`,
      },
    ],
    ['nested deeply', { html: `${'<div>'.repeat(20_000)}${toTag(ATTRIBUTES)}${SCRIPT}` }],
    [
      'with words about GetToken',
      { html: `${toHtml({})}<pre>/Api/GetToken?apiKey=… and /Tdb/token-1</pre>` },
    ],
    ['rendered by a script', { html: `<div id="app"></div><script src="/app.js"></script>` }],
  ])('passes: %s', async (_, changes) => {
    expect(failed(await check(changes))).toEqual([]);
  });

  it('has a note if a script sets its tag', async () => {
    expect((await check({ attributes: '' })).notes).toEqual([
      'A script sets the attributes of a tag: they were not checked.',
    ]);
    expect((await check({ html: '<div id="app"></div>' })).notes).toEqual([
      expect.stringContaining('The HTML has no <embedded-dashboard>'),
    ]);
  });
});

describe('a page with a fault', () => {
  it.each(Object.entries(FAULTS))('is reported if %s', async (_, [changes, name, fix]) => {
    const report = await check(changes);
    expect(failed(report)).toEqual([`page/${name}`]);
    expect(report.findings.find(({ ok }) => !ok)!.fix).toMatch(fix);
    expect(JSON.stringify(report)).not.toContain('SECRET');
  });
});
