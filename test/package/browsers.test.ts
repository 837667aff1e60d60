import { readdirSync, readFileSync } from 'node:fs';
import { transform } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DashboardSite } from '../support/dashboard-site.ts';
import { INSTALLED } from './packed-package.ts';

/** The files that pages load. */
const SCRIPTS = readdirSync(`${INSTALLED}/dist`, { recursive: true, encoding: 'utf8' }).filter(
  (path) => /\.min\.js$|^locales\/[a-z]{2}(-[A-Z]{2})?\.js$/.test(path),
);

it('covers the three scripts and the languages', () => {
  expect(SCRIPTS.length).toBeGreaterThanOrEqual(3 + 24);
});

it.for(SCRIPTS)('%s has no syntax that ECMAScript 2022 lacks', async (path) => {
  const code = readFileSync(`${INSTALLED}/dist/${path}`, 'utf8');
  // esbuild rewrites newer syntax, and only that.
  const [old, next] = await Promise.all(
    ['es2022', 'esnext'].map((target) => transform(code, { target })),
  );
  expect(old!.code).toBe(next!.code);
});

describe('a browser that is too old', () => {
  let site: DashboardSite;

  beforeAll(async () => {
    site = await DashboardSite.open(`${INSTALLED}/dist`);
  });

  afterAll(() => site[Symbol.asyncDispose]());

  it.for(['delete URL.canParse', 'delete CustomStateSet'])(
    'leaves the tag alone, without an error: %s',
    async (removal) => {
      const { page, said } = await site.visit(
        '<script src="/embedded-dashboard.min.js"></script>',
        {
          prepare: (opened) => opened.addInitScript(removal),
        },
      );
      expect(await page.evaluate(() => customElements.get('embedded-dashboard'))).toBeUndefined();
      expect(said).toEqual([]);
    },
  );
});
