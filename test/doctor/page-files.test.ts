import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  ATTRIBUTES,
  failedOf,
  FILE,
  SCRIPT,
  type ServedPage,
  toTag,
  usePage,
} from './page-under-test.ts';

const page = usePage();

const PATH = '/embedded-dashboard.min.js';
const hashOf = (algorithm: string, text = FILE): string =>
  `${algorithm}-${createHash(algorithm).update(text).digest('base64')}`;
const WRONG = hashOf('sha384', 'another file');

/** A page with one script. `OTHER` in its attributes is another origin. */
const withScript = (
  attributes: string,
  file: NonNullable<ServedPage['files']>[string] = {},
): ServedPage => ({
  html: `<script ${attributes.replace('OTHER', page.otherUrl)}></script>${toTag(ATTRIBUTES)}`,
  files: { [PATH]: file },
});

const failing = async (served: ServedPage): Promise<string[]> => failedOf(await page.check(served));
const cors = (origin: string) => ({ headers: { 'Access-Control-Allow-Origin': origin } });

describe('the file of the element', () => {
  it.each<[attributes: string, file: NonNullable<ServedPage['files']>[string], checks: string[]]>([
    [`src="${PATH}"`, {}, []],
    [`src="${PATH}"`, { headers: { 'Content-Type': 'application/javascript; charset=utf-8' } }, []],
    [`src="${PATH}"`, { headers: { 'Content-Type': 'text/html' } }, ['script-found']],
    [`src="${PATH}"`, { headers: { 'Content-Type': '' } }, ['script-found']],
    [`src="${PATH}"`, { status: 404 }, ['script-found']],
    [`src="${PATH}"`, { body: 'import a from "b";' }, ['module']],
    [`src="${PATH}"`, { body: 'let a;\n  export { a };' }, ['module']],
    [`src="${PATH}"`, { body: 'import("b"); exports.a = 1; important();' }, []],
    [`type="module" src="${PATH}"`, { body: 'import a from "b";' }, []],
    [`src="OTHER${PATH}"`, {}, []],
    [`src="OTHER${PATH}" type="module"`, {}, ['script-cors']],
    [`src="OTHER${PATH}" type="module"`, cors('*'), []],
    [`src="OTHER${PATH}" crossorigin`, {}, ['script-cors']],
    [`src="OTHER${PATH}" crossorigin="anonymous"`, cors('https://b.example'), ['script-cors']],
    [`src="${PATH}" crossorigin="anonymous" type="module"`, {}, []],
    [`src="OTHER${PATH}" integrity="${hashOf('sha384')}"`, {}, ['crossorigin']],
    [`src="OTHER${PATH}" integrity="${hashOf('sha384')}" crossorigin`, cors('*'), []],
    [`src="OTHER${PATH}" integrity="${hashOf('sha384')}" type="module"`, cors('*'), []],
    [`src="${PATH}" integrity="${hashOf('sha256')}"`, {}, []],
    [`src="${PATH}" integrity="${hashOf('sha512')}"`, {}, []],
    [`src="${PATH}" integrity="  ${hashOf('sha384')} "`, {}, []],
    [`src="${PATH}" integrity="${WRONG} ${hashOf('sha384')}"`, {}, []],
    [`src="${PATH}" integrity="${WRONG} ${hashOf('sha256')}"`, {}, ['integrity']],
    [
      `src="${PATH}" integrity="${hashOf('sha256')} ${WRONG}?a ${hashOf('sha256')}"`,
      {},
      ['integrity'],
    ],
    [`src="${PATH}" integrity="${hashOf('sha512')} ${WRONG}"`, {}, []],
    [`src="${PATH}" integrity="${WRONG}"`, {}, ['integrity']],
    [`src="${PATH}" integrity="${WRONG}"`, { status: 404 }, ['script-found']],
    [`src="${PATH}" integrity="md5-AAAA"`, {}, ['integrity']],
    [`src="${PATH}" integrity="x ${hashOf('sha384')}"`, {}, ['integrity']],
    [`src="${PATH}" integrity="${hashOf('sha384')} x"`, {}, ['integrity']],
    [`src="${PATH}" integrity="${hashOf('sha384')}${hashOf('sha384')}"`, {}, ['integrity']],
  ])('by %s with %o', async (attributes, file, checks) => {
    expect(await failing(withScript(attributes, file))).toEqual(checks);
  });

  it('may be read by the origin of the page', async () => {
    expect(await failing(withScript(`src="OTHER${PATH}" type="module"`, cors(page.url)))).toEqual(
      [],
    );
  });

  it('is requested as a browser does, from the base of the page', async () => {
    await page.check({
      html: `<base target="a"><base href="/lib/"><script src="embedded-dashboard.js"></script>`,
    });
    expect(page.calls).toEqual(['/  document', `/lib/embedded-dashboard.js ${page.url} script`]);
    await page.check({
      html: `<base href=" "><script src="/a.js"></script><script src="b/embedded-dashboard.js"></script>`,
    });
    expect(page.calls[1]).toBe(`/b/embedded-dashboard.js ${page.url} script`);
  });

  it('is reported if its address does not answer', async () => {
    const served = withScript('src="http://127.0.0.1:9/embedded-dashboard.min.js"');
    const { findings } = await page.check(served);
    const wrong = findings.filter(({ ok }) => !ok);
    expect(wrong.map(({ fix }) => fix)).toEqual([
      expect.stringMatching(/^The address of the script does not answer\. Correct src/),
    ]);
  });

  it.each([
    [
      'type',
      { headers: { 'Content-Type': 'text/html' } },
      /^It answers another type than JavaScript\. Correct/,
    ],
    [
      'redirect',
      { status: 302, headers: { Location: '/x' } },
      /^It answers 302, a redirect to http:\S+\. Correct/,
    ],
  ])('has a finding that says what is wrong: its %s', async (_, file, fix) => {
    const { findings } = await page.check(withScript(`src="${PATH}"`, file));
    expect(findings.find(({ ok }) => !ok)!.fix).toMatch(fix);
  });

  it('is not fetched by an address that is not of http, or not valid', async () => {
    for (const src of [
      'file:///embedded-dashboard.js',
      'https://:x/embedded-dashboard.js',
      'a-http:embedded-dashboard',
    ]) {
      const { findings } = await page.check(withScript(`src="${src}"`));
      expect(findings.map(({ check }) => check)).not.toContain('page/script-found');
    }
  });

  it.each<[src: string, isExact: boolean]>([
    ['https://unpkg.com/embedded-dashboard@0.1.0/a.js', true],
    ['https://unpkg.com/embedded-dashboard@0.1/a.js', false],
    ['https://unpkg.com/embedded-dashboard@0.1.x/a.js', false],
    ['https://cdn.jsdelivr.net/npm/embedded-dashboard/a.js', false],
    ['https://cdn.example/embedded-dashboard/a.js', true],
    ['https://unpkg.com.example/embedded-dashboard/a.js', true],
  ])('from %s has an exact version: %s', async (src, isExact) => {
    // Nothing listens at the addresses of the package registry in a test.
    const { PAGE_CHECKS } = await import('../../src/doctor/page-checks.ts');
    const { holds } = PAGE_CHECKS.find(({ name }) => name === 'script-version')!;
    const script = { attributes: { integrity: WRONG } };
    expect(await holds({ file: { script, url: new URL(src), answer: null } } as never)).toBe(
      isExact,
    );
  });

  it('over http is not loaded by an https page', async () => {
    const { PAGE_CHECKS } = await import('../../src/doctor/page-checks.ts');
    const { holds } = PAGE_CHECKS.find(({ name }) => name === 'script-secure')!;
    const from = (src: string) => {
      const url = new URL('https://app.example/');
      return holds({ url, base: url, file: { url: new URL(src) } } as never);
    };
    expect([await from('http://cdn.example/a.js'), await from('https://cdn.example/a.js')]).toEqual(
      [false, true],
    );
  });
});

describe('scripts', () => {
  const tag = toTag(ATTRIBUTES);

  it.each<[html: string, checks: string[]]>([
    [`<script type="module">import 'embedded-dashboard'</script>${tag}`, ['bare-import']],
    [`<script type="module">import {a}\nfrom "embedded-dashboard"</script>${tag}`, ['bare-import']],
    [
      `<script type="importmap">{}</script><script type="module">import 'embedded-dashboard'</script>${tag}`,
      [],
    ],
    [`<script type="module">import 'embedded-dashboard/react'</script>${tag}`, []],
    [`<script type="module">reimport 'embedded-dashboard'</script>${tag}`, []],
    [`<script type="module">import 'a'; b('embedded-dashboard')</script>${tag}`, []],
    [`<script type="text/javascript" src="/embedded-dashboard.js"></script>${tag}`, []],
    [`<script type="application/ecmascript" src="/embedded-dashboard.js"></script>${tag}`, []],
    [`<script type="text/plain" src="/embedded-dashboard.js"></script>${tag}`, ['script']],
    [`<script type="x-module" src="/embedded-dashboard.js"></script>${tag}`, ['script']],
    [`<script type="modules" src="/embedded-dashboard.js"></script>${tag}`, ['script']],
    [`<template><script src="/embedded-dashboard.js"></script></template>${tag}`, ['script']],
    [
      `<div><template shadowrootmode="open">${SCRIPT}${toTag(`${ATTRIBUTES} theme="x"`)}</template></div>`,
      ['words'],
    ],
    [
      `${SCRIPT}<template><div><template shadowrootmode="open">${toTag('theme="x"')}</template></div></template>`,
      [],
    ],
    [`<script>fetch('/Api/GetToken/SECRET/session/guid')</script>${tag}`, ['no-service-call']],
    [`<script>fetch('/api/gettoken?a=b&APIKEY=SECRET')</script>${tag}`, ['no-service-call']],
    [`<script>fetch('/Api/GetToken')</script>${tag}`, []],
    [`<script>fetch('/Api/GetToken?a=b' + ' apiKey=')</script>${tag}`, []],
    [`${SCRIPT}${toTag(`${ATTRIBUTES} title="/Api/GetToken/SECRET/a/b"`)}`, ['no-service-call']],
    [`${SCRIPT}${toTag(`title="/Api/GetToken" ${ATTRIBUTES} label="apiKey="`)}`, []],
  ])('of %s are judged', async (html, checks) => {
    expect(await failing({ html })).toEqual(checks);
  });
});

describe('headers of a page', () => {
  const html = SCRIPT + toTag(ATTRIBUTES);
  const framed = `${html}<iframe src="https://bi.example/Tdb/token"></iframe>`;

  it.each<[html: string, headers: Record<string, string>, checks: string[]]>([
    [html, { 'Content-Type': 'TEXT/HTML; charset=utf-8' }, []],
    [html, { 'Content-Type': 'x-text/html' }, ['html']],
    [html, { 'Content-Type': 'text/htmlx' }, ['html']],
    [html, { 'Content-Type': '' }, ['html']],
    [html, { 'Cross-Origin-Embedder-Policy': 'credentialless' }, ['embedder-policy']],
    [html, { 'Cross-Origin-Embedder-Policy': 'unsafe-none' }, []],
    ['<p>No tag</p>', { 'Cross-Origin-Embedder-Policy': 'require-corp' }, []],
    [framed, {}, ['not-cached']],
    [framed, { 'Cache-Control': 'max-age=9' }, ['not-cached']],
    [framed, { 'Cache-Control': 'private' }, []],
    [framed, { 'Cache-Control': 'no-store' }, []],
    [
      `${html}<iframe src="https://bi.example/"></iframe><iframe></iframe><img src="/Tdb/a">`,
      {},
      [],
    ],
  ])('of %s with %o are judged', async (text, headers, checks) => {
    expect(await failing({ html: text, headers })).toEqual(checks);
  });

  it.each([
    ['<meta http-equiv="content-security-policy" content="sandbox; frame-ancestors \'none\'">', []],
    [
      '<meta http-equiv="CONTENT-SECURITY-POLICY" content="script-src \'none\'">',
      ['csp-script-src'],
    ],
    [
      '<meta name="a" content="script-src \'none\'"><meta http-equiv="a" content="script-src \'none\'">',
      [],
    ],
    ['<link http-equiv="Content-Security-Policy" content="script-src \'none\'">', []],
    ['<meta http-equiv="Content-Security-Policy">', []],
  ])('and the policy %s', async (meta, checks) => {
    expect(await failing({ html: meta + html })).toEqual(checks);
  });
});

describe('notes', () => {
  const NO_TAG =
    'The HTML has no <embedded-dashboard>: a script may add it. Only headers and scripts were checked.';
  const BUNDLE =
    'No script has “embedded-dashboard” in its address: a bundle may contain the element. Its file was not checked.';
  const SET = 'A script sets the attributes of a tag: they were not checked.';

  it.each<[html: string, notes: string[]]>([
    [SCRIPT + toTag(ATTRIBUTES), []],
    [SCRIPT, [NO_TAG]],
    [`<script src="/app.js"></script>${toTag(ATTRIBUTES)}`, [BUNDLE]],
    ['<script src="/app.js"></script>', [NO_TAG]],
    [`${SCRIPT}<script src="/app.js"></script>${toTag(ATTRIBUTES)}`, []],
    [SCRIPT + toTag(ATTRIBUTES) + toTag(':a="b"'), [SET]],
  ])('of %s', async (html, notes) => {
    expect((await page.check({ html })).notes).toEqual(notes);
  });
});
