import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { BUILT_PACKAGE } from '../../support/build-package.ts';
import { DashboardSite, untilReady } from '../../support/dashboard-site.ts';

type Tag = HTMLElementTagNameMap['embedded-dashboard'];

const CDN_FILE = 'embedded-dashboard.min.js';
const FRAME_FILE = 'embedded-dashboard-frame.min.js';
/** The two files of commit 71921801, whose list of frames has another shape and name. */
const EARLIER_BUILD = 'test/e2e/tag/earlier-build';
/** A dashboard that greets. */
const SPEAKING = `<!doctype html><script>
  parent.postMessage({ embeddedDashboard: 1, type: 'hello', can: ['ready'] }, '*');
</script>`;

function read(name: string): Buffer {
  return readFileSync(`${BUILT_PACKAGE}/${name}`);
}

it('has the hash of each file for a CDN', () => {
  const hashes = JSON.parse(read('integrity.json').toString()) as Record<string, string>;
  const files = readdirSync(BUILT_PACKAGE).filter((name) => name.endsWith('.min.js'));
  expect(files).toHaveLength(3);
  expect(Object.keys(hashes)).toEqual(expect.arrayContaining([...files, 'locales/de.js']));
  for (const [file, hash] of Object.entries(hashes)) {
    const own = createHash('sha384').update(read(file)).digest('base64');
    expect([file, hash]).toEqual([file, `sha384-${own}`]);
  }
});

it.each([CDN_FILE, FRAME_FILE])('works on a page with an earlier %s', async (earlier) => {
  const head = [CDN_FILE, FRAME_FILE].map((file) => `<script src="/${file}" defer></script>`);
  await using site = await DashboardSite.open(BUILT_PACKAGE);
  const { page, said } = await site.visit(head.join(''), {
    async prepare(visited) {
      const body = brotliDecompressSync(readFileSync(`${EARLIER_BUILD}/${earlier}.br`));
      await visited.route(`**/${earlier}`, (route) =>
        route.fulfill({ body, contentType: 'text/javascript' }),
      );
      await visited.route('**/Tdb/**', (route) =>
        route.fulfill({ body: SPEAKING, contentType: 'text/html' }),
      );
    },
  });
  await untilReady(page);
  await page.locator('embedded-dashboard').evaluate((tag: Tag) => tag.reload());
  expect(said).toEqual([]);
});

it('has modules that match the sources one to one, with their comments', () => {
  expect(read('element/logout.js').toString()).toMatch(/^\/\*\* .* \*\/$/m);
});
