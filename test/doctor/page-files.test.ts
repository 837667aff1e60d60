import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { PAGE_CHECKS } from '../../command/src/doctor/page-checks.ts';
import { FILE, type ServedPage, TAG, usePage } from './page-under-test.ts';
import { toHeaders, toRows } from '../support/to-rows.ts';
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

/** Reads a file from the parts of a row: its headers, and `Status` and `Body`. */
function toFile(parts: string[]): File {
  const all = parts.length ? (toHeaders(parts.join(' | ')) as Record<string, string>) : {};
  const { Status: status = '200', Body: body, ...headers } = all;
  const origin = headers['Access-Control-Allow-Origin'];
  if (origin === 'PAGE') headers['Access-Control-Allow-Origin'] = page.url;
  return { status: Number(status), body, headers };
}

/** The attributes of the script and its file, each with the verdict. */
const FILES = `
  defer · defer | Content-Type: application/javascript; charset=utf-8 ·
  defer | Body: import("b"); exports.a = 1; important(); · type="module" | Body: import a from "b"; ·
  crossorigin="anonymous" type="module" · integrity="SHA256" · integrity="SHA512" ·
  integrity="  SHA384 " · integrity="SHA384?x sha256-AAAA" · integrity="WRONG SHA384" ·
  integrity="SHA512 WRONG" →
  defer | Content-Type: text/html → script-found: It answers another type than JavaScript. Correct
  defer | Content-Type: · integrity="WRONG" | Status: 404 → script-found
  defer | Status: 302 | Location: /x → script-found: It answers 302, a redirect to http:…. Correct
  defer | Body: import a from "b"; · defer | Body: let a;\\n  export { a }; → module
  integrity="WRONG SHA256" → integrity: dist/integrity.json
  integrity="SHA256 WRONG?a SHA256" · integrity="WRONG" · integrity="md5-AAAA" ·
  integrity="x SHA384" · integrity="SHA384 x" · integrity="SHA384SHA384" → integrity
`;

/** The same for a file at another origin. */
const FILES_ELSEWHERE = `
  defer · type="module" | Access-Control-Allow-Origin: * ·
  type="module" | Access-Control-Allow-Origin: PAGE ·
  integrity="SHA384" crossorigin | Access-Control-Allow-Origin: * ·
  integrity="SHA384" type="module" | Access-Control-Allow-Origin: * →
  type="module" · crossorigin ·
  crossorigin="anonymous" | Access-Control-Allow-Origin: https://b.example → script-cors
  integrity="SHA384" → crossorigin
`;

describe('the file of the element is judged', () => {
  it.each(toRows(FILES))('with %s: %s', async (row, verdict) => {
    const [attributes, ...parts] = row.split(' | ');
    const served = withScript(`src="${PATH}" ${attributes}`, toFile(parts));
    expectVerdict(await page.check(served), verdict);
  });

  it.each(toRows(FILES_ELSEWHERE))('at another origin with %s: %s', async (row, verdict) => {
    const [attributes, ...parts] = row.split(' | ');
    const served = withScript(`src="OTHER${PATH}" ${attributes}`, toFile(parts));
    expectVerdict(await page.check(served), verdict);
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
const ADDRESSES = `
  script-version https://unpkg.com/embedded-dashboard@0.1.0/a.js ·
  script-version https://cdn.example/embedded-dashboard/a.js ·
  script-version https://unpkg.com.example/embedded-dashboard/a.js ·
  script-secure https://cdn.example/a.js → true
  script-version https://unpkg.com/embedded-dashboard@0.1/a.js ·
  script-version https://unpkg.com/embedded-dashboard@0.1.x/a.js ·
  script-version https://cdn.jsdelivr.net/npm/embedded-dashboard/a.js ·
  script-secure http://cdn.example/a.js → false
`;

it.each(toRows(ADDRESSES))('the check %s holds: %s', async (row, holds) => {
  const [check, src = ''] = row.split(' ');
  const { holds: judge } = PAGE_CHECKS.find(({ name }) => name === check)!;
  const script = { attributes: { integrity: HASHES['WRONG'] } };
  const url = new URL('https://app.example/');
  const file = { script, url: new URL(src), answer: null };
  expect(await judge({ url, base: url, file } as never)).toBe(holds === 'true');
});
