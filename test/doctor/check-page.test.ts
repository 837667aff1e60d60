import { describe, expect, it } from 'vitest';
import { GUID } from '../support/dashboard-calls.ts';
import { toHeaders, toRows } from '../support/to-rows.ts';
import { ATTRIBUTES, SCRIPT, type ServedPage, TAG, toTag, usePage } from './page-under-test.ts';
import { expectVerdict } from './verdict.ts';

const page = usePage();

const MODULE = '<script type="module">';
const BI_FRAME = '<iframe src="https://bi.example/Tdb/SECRET-token-1"></iframe>';
const meta = (policy: string): string =>
  `<meta http-equiv="Content-Security-Policy" content="${policy}">`;

/** Pages by their HTML, each with its verdict. */
const PAGES = `
  ${SCRIPT}<embeded-dashboard ${ATTRIBUTES}></embeded-dashboard> → tag-name: There is a <embeded-dashboard>. Write <embedded-dashboard>
  ${SCRIPT}<p><embedded-dashboard ${ATTRIBUTES}></p> → closing-tag: without an end tag
  ${SCRIPT}${toTag(`token-url="/dashboards/token dashboard-guid="${GUID}"`)} → attribute-names: A quotation mark is missing
  ${SCRIPT}<template>${toTag('dashboard-guid="{{guid}}"')}</template> →
  ${SCRIPT}${TAG}<pre>/Api/GetToken?apiKey=… and /Tdb/token-1</pre> →
  <div id="app"></div><script src="/app.js"></script> →
  ${SCRIPT}<template><div><template shadowrootmode="open">${toTag('theme="x"')}</template></div></template> →
  <script type="text/javascript" src="/embedded-dashboard.js"></script>${TAG} →
  <script type="application/ecmascript" src="/embedded-dashboard.js"></script>${TAG} →
  <script type="importmap">{}</script>${MODULE}import 'embedded-dashboard'</script>${TAG} →
  ${MODULE}import 'embedded-dashboard/react'</script>${TAG} →
  ${MODULE}reimport 'embedded-dashboard'</script>${TAG} →
  ${MODULE}import 'a'; b('embedded-dashboard')</script>${TAG} →
  <script>fetch('/Api/GetToken?a=b' + ' apiKey=')</script>${TAG} →
  ${SCRIPT}${toTag(`title="/Api/GetToken" ${ATTRIBUTES} label="apiKey="`)} →
  ${meta("sandbox; frame-ancestors 'none'")}${SCRIPT}${TAG} →
  ${meta("script-src 'none'").replace('http-equiv', 'name')}${SCRIPT}${TAG} →
  ${meta("script-src 'none'").replace('Content-Security-Policy', 'a')}${SCRIPT}${TAG} →
  ${meta("script-src 'none'").replace('meta', 'link')}${SCRIPT}${TAG} →
  <meta http-equiv="Content-Security-Policy">${SCRIPT}${TAG} →
  ${SCRIPT}${TAG}<iframe src="https://bi.example/"></iframe><iframe></iframe><img src="/Tdb/a"> →
  <script>fetch('/Api/GetToken')</script>${TAG} →
  <div><template shadowrootmode="open">${SCRIPT}${toTag(`${ATTRIBUTES} theme="x"`)}</template></div> → words
  ${SCRIPT}${TAG}${toTag(`${ATTRIBUTES} label="Costs"`)} →
  ${TAG} → script: Add <script src=
  <script type="text/plain" src="/embedded-dashboard.js"></script>${TAG} → script
  <script type="x-module" src="/embedded-dashboard.js"></script>${TAG} → script
  <script type="modules" src="/embedded-dashboard.js"></script>${TAG} → script
  <template>${SCRIPT}</template>${TAG} → script
  ${MODULE}import 'embedded-dashboard'</script>${TAG} → bare-import: add an import map
  ${MODULE}import {a}\\nfrom "embedded-dashboard"</script>${TAG} → bare-import
  <script>fetch('https://bi.example/Api/GetToken/SECRET/session/guid')</script>${TAG} → no-service-call: Call GetToken on your server
  <script>fetch('/api/gettoken?a=b&APIKEY=SECRET')</script>${TAG} → no-service-call
  ${SCRIPT}${toTag(`${ATTRIBUTES} title="/Api/GetToken/SECRET/a/b"`)} → no-service-call
  ${meta("frame-src 'none'")}${SCRIPT}${TAG} → csp-frame-src: frame-src in the Content-Security-Policy
  ${meta("script-src 'none'").replace('Content', 'CONTENT')}${SCRIPT}${TAG} → csp-script-src
  ${SCRIPT}${TAG}${BI_FRAME} → not-cached: “Cache-Control: no-store”
`;

/** Headers of a good page, each with its verdict. */
const HEADERS = `
  Content-Security-Policy: default-src 'self'; frame-src https: →
  Content-Security-Policy: default-src 'self'; frame-src https://* →
  Content-Type: TEXT/HTML; charset=utf-8 · Cross-Origin-Embedder-Policy: unsafe-none →
  Content-Type: application/json → html: text/html
  Content-Type: x-text/html · Content-Type: text/htmlx · Content-Type: → html
  Cross-Origin-Embedder-Policy: require-corp → embedder-policy: Remove “Cross-Origin-Embedder-Policy”
  Cross-Origin-Embedder-Policy: credentialless → embedder-policy
  Content-Security-Policy: default-src 'none'; connect-src 'self'; frame-src https: → csp-script-src: It needs “script-src http://127
  Content-Security-Policy: script-src 'self'; connect-src https://other.example; frame-src https: → csp-connect-src: It needs “connect-src http://127
  Content-Security-Policy: sandbox allow-scripts → csp-sandbox: directive “sandbox”
`;

describe('a page is judged', () => {
  it.each(toRows(PAGES))('by its HTML: %s', async (html, verdict) => {
    expectVerdict(await page.check({ html }), verdict);
  });

  it.each(toRows(HEADERS))('by its headers: %s', async (header, verdict) => {
    const headers = toHeaders(header) as Record<string, string>;
    expectVerdict(await page.check({ headers }), verdict);
  });

  it.each<[title: string, served: ServedPage, verdict: string]>([
    [
      'that needs a login',
      { status: 302, headers: { Location: '/login?next=SECRET' }, html: '' },
      'answers-200: 302, a redirect to http://127… DASHBOARD_HOST_COOKIE',
    ],
    ['nested deeply', { html: `${'<div>'.repeat(20_000)}${TAG}${SCRIPT}` }, ''],
    [
      'isolated without a tag',
      { html: '<p>No tag</p>', headers: { 'Cross-Origin-Embedder-Policy': 'require-corp' } },
      '',
    ],
    [
      'with a nonce',
      {
        html: `<script nonce="abc" src="/embedded-dashboard.min.js"></script>${TAG}`,
        headers: { 'Content-Security-Policy': "script-src 'nonce-abc' 'strict-dynamic'" },
      },
      '',
    ],
    ...['max-age=9', 'private', 'no-store'].map((policy): [string, ServedPage, string] => [
      `with a token and ${policy}`,
      { html: SCRIPT + TAG + BI_FRAME, headers: { 'Cache-Control': policy } },
      policy === 'max-age=9' ? 'not-cached' : '',
    ]),
  ])('%s', async (_, served, verdict) => {
    expectVerdict(await page.check(served), verdict);
  });

  it('with the origin of the service that the policy needs', async () => {
    const headers = { 'Content-Security-Policy': "default-src 'self'" };
    const report = await page.check({ headers }, { serviceUrl: 'https://bi.example/path' });
    expectVerdict(report, 'csp-frame-src: It needs “frame-src https://bi.example”');
  });
});

describe('the notes', () => {
  const NO_TAG =
    'The HTML has no <embedded-dashboard>: a script may add it. Only headers and scripts were checked; --host checks the token address.';
  const BUNDLE =
    'No script has “embedded-dashboard” in its address: a bundle may contain the element. Its file was not checked.';
  const SET = 'A script sets the attributes of a tag: they were not checked.';

  it.each<[html: string, notes: string[]]>([
    [SCRIPT + TAG, []],
    [SCRIPT, [NO_TAG]],
    [`<script src="/app.js"></script>${TAG}`, [BUNDLE]],
    ['<script src="/app.js"></script>', [NO_TAG]],
    [`${SCRIPT}<script src="/app.js"></script>${TAG}`, []],
    [SCRIPT + TAG + toTag(':a="b"'), [SET]],
    [SCRIPT + toTag(''), [SET]],
  ])('of %s', async (html, notes) => {
    expect((await page.check({ html })).notes).toEqual(notes);
  });
});
