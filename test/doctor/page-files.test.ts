import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { PAGE_CHECKS } from '../../src/doctor/page-checks.ts';
import { FILE, type ServedPage, TAG, usePage } from './page-under-test.ts';
import { expectVerdict } from './verdict.ts';

type File = NonNullable<ServedPage['files']>[string];

const page = usePage();

const PATH = '/embedded-dashboard.min.js';
const hashOf = (algorithm: string, text = FILE): string =>
  `${algorithm}-${createHash(algorithm).update(text).digest('base64')}`;

/** Hashes of the file, and of another one. */
const HASHES: Record<string, string> = {
  SHA256: hashOf('sha256'),
  SHA384: hashOf('sha384'),
  SHA512: hashOf('sha512'),
  WRONG: hashOf('sha384', 'another file'),
};

/** A page with one script. `OTHER` in its attributes is another origin, and the names of hashes are these. */
const withScript = (attributes: string, file: File = {}): ServedPage => {
  const values: Record<string, string> = { ...HASHES, OTHER: page.otherUrl };
  const named = attributes.replaceAll(/[A-Z]+\d*/g, (name) => values[name] ?? name);
  return { html: `<script ${named}></script>${TAG}`, files: { [PATH]: file } };
};

const typed = (type: string): File => ({ headers: { 'Content-Type': type } });
const cors = (origin: string): File => ({ headers: { 'Access-Control-Allow-Origin': origin } });

describe('the file of the element is judged', () => {
  it.each<[attributes: string, file: File, verdict: string]>([
    ['', {}, ''],
    ['', typed('application/javascript; charset=utf-8'), ''],
    ['', typed('text/html'), 'script-found: It answers another type than JavaScript. Correct'],
    ['', typed(''), 'script-found'],
    [
      '',
      { status: 302, headers: { Location: '/x' } },
      'script-found: It answers 302, a redirect to http:…. Correct',
    ],
    ['', { body: 'import a from "b";' }, 'module'],
    ['', { body: 'let a;\n  export { a };' }, 'module'],
    ['', { body: 'import("b"); exports.a = 1; important();' }, ''],
    ['type="module"', { body: 'import a from "b";' }, ''],
    ['crossorigin="anonymous" type="module"', {}, ''],
    ['integrity="SHA256"', {}, ''],
    ['integrity="SHA512"', {}, ''],
    ['integrity="  SHA384 "', {}, ''],
    ['integrity="SHA384?x sha256-AAAA"', {}, ''],
    ['integrity="WRONG SHA384"', {}, ''],
    ['integrity="WRONG SHA256"', {}, 'integrity: dist/integrity.json'],
    ['integrity="SHA256 WRONG?a SHA256"', {}, 'integrity'],
    ['integrity="SHA512 WRONG"', {}, ''],
    ['integrity="WRONG"', {}, 'integrity'],
    ['integrity="WRONG"', { status: 404 }, 'script-found'],
    ['integrity="md5-AAAA"', {}, 'integrity'],
    ['integrity="x SHA384"', {}, 'integrity'],
    ['integrity="SHA384 x"', {}, 'integrity'],
    ['integrity="SHA384SHA384"', {}, 'integrity'],
  ])('with %s and %o', async (attributes, file, verdict) => {
    expectVerdict(await page.check(withScript(`src="${PATH}" ${attributes}`, file)), verdict);
  });

  it.each<[attributes: string, file: File, verdict: string]>([
    ['', {}, ''],
    ['type="module"', {}, 'script-cors'],
    ['type="module"', cors('*'), ''],
    ['crossorigin', {}, 'script-cors'],
    ['crossorigin="anonymous"', cors('https://b.example'), 'script-cors'],
    ['integrity="SHA384"', {}, 'crossorigin'],
    ['integrity="SHA384" crossorigin', cors('*'), ''],
    ['integrity="SHA384" type="module"', cors('*'), ''],
  ])('at another origin with %s and %o', async (attributes, file, verdict) => {
    expectVerdict(await page.check(withScript(`src="OTHER${PATH}" ${attributes}`, file)), verdict);
  });

  it('at another origin that only the page may read', async () => {
    expectVerdict(
      await page.check(withScript(`src="OTHER${PATH}" type="module"`, cors(page.url))),
      '',
    );
  });

  it('if its address does not answer', async () => {
    const served = withScript('src="http://127.0.0.1:9/embedded-dashboard.min.js"');
    const line = 'script-found: The address of the script does not answer. Correct src';
    expectVerdict(await page.check(served), line);
  });

  it.each([
    'file:///embedded-dashboard.js',
    'https://:x/embedded-dashboard.js',
    'a-http:embedded-dashboard',
  ])('not at an address that is not of http, or not valid: %s', async (src) => {
    const { findings } = await page.check(withScript(`src="${src}"`));
    expect(findings.map(({ check }) => check)).not.toContain('page/script-found');
  });
});

it('the file is requested as a browser does, from the base of the page', async () => {
  await page.check({
    html: `<base target="a"><base href="/lib/"><script src="embedded-dashboard.js"></script>`,
  });
  expect(page.calls).toEqual(['/  document', `/lib/embedded-dashboard.js ${page.url} script`]);
  await page.check({
    html: `<base href=" "><script src="/a.js"></script><script src="b/embedded-dashboard.js"></script>`,
  });
  expect(page.calls[1]).toBe(`/b/embedded-dashboard.js ${page.url} script`);
});

// Nothing listens at the addresses of these files in a test.
it.each<[check: string, src: string, holds: boolean]>([
  ['script-version', 'https://unpkg.com/embedded-dashboard@0.1.0/a.js', true],
  ['script-version', 'https://unpkg.com/embedded-dashboard@0.1/a.js', false],
  ['script-version', 'https://unpkg.com/embedded-dashboard@0.1.x/a.js', false],
  ['script-version', 'https://cdn.jsdelivr.net/npm/embedded-dashboard/a.js', false],
  ['script-version', 'https://cdn.example/embedded-dashboard/a.js', true],
  ['script-version', 'https://unpkg.com.example/embedded-dashboard/a.js', true],
  ['script-secure', 'http://cdn.example/a.js', false],
  ['script-secure', 'https://cdn.example/a.js', true],
])('the check %s of %s holds: %s', async (check, src, holds) => {
  const { holds: judge } = PAGE_CHECKS.find(({ name }) => name === check)!;
  const script = { attributes: { integrity: HASHES['WRONG'] } };
  const url = new URL('https://app.example/');
  const file = { script, url: new URL(src), answer: null };
  expect(await judge({ url, base: url, file } as never)).toBe(holds);
});
