import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { transformSync } from 'esbuild';
import type { Route } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { DashboardSite } from '../support/dashboard-site.ts';
import { BUNDLERS, type BundlerName } from './bundlers.ts';
import { makeApplication, TARBALL } from './packed-package.ts';

/** The Lit application of the docs, which is bundled here with other bundlers and versions of Lit. */
const SOURCE = 'demo/frameworks/lit';

/** The newest and the oldest Lit that share their base class with the element. */
const VERSIONS = [
  { lit: '3.3.3', base: '2.1.2' },
  { lit: '3.3.0', base: '2.1.0' },
];

describe.for(VERSIONS)('an application with Lit $lit', ({ lit, base }) => {
  let application: string;

  beforeAll(() => {
    const packages = [`lit@${lit}`, `@lit/reactive-element@${base}`];
    application = makeApplication(`lit-${lit}`, TARBALL, ...packages);
    compileSources(`${application}/src`);
  });

  it.for(Object.keys(BUNDLERS) as BundlerName[])(
    'has one copy of the base class in its bundle of %s',
    async (bundler) => {
      const folder = `${application}/bundles/${bundler}`;
      await BUNDLERS[bundler]({ main: `${application}/src/main.js` }, folder, application);
      await using site = await DashboardSite.open(folder);
      const { page, said } = await site.visit(
        '<sales-page></sales-page><script type="module" src="/main.js"></script>',
        { prepare: (visitor) => visitor.route('**/dashboards/token', askSite) },
      );
      const event = page.locator('sales-page li').first();
      expect(await event.innerText()).toMatch(/^dashboard-load: until /);
      // Each copy of a Lit package that runs adds its version to one of these lists.
      const [bases, elements] = await page.evaluate(() =>
        ['reactiveElementVersions', 'litElementVersions'].map(
          (list) => Reflect.get(globalThis, list) as string[],
        ),
      );
      expect(bases).toEqual([base]);
      expect(elements).toHaveLength(1);
      expect(said).toEqual([]);
    },
  );
});

/** Compiles the application as its own tsconfig says, because two of the bundlers read JavaScript only. */
function compileSources(folder: string): void {
  const tsconfigRaw = readFileSync(`${SOURCE}/tsconfig.json`, 'utf8');
  for (const name of readdirSync(`${SOURCE}/src`)) {
    const source = readFileSync(`${SOURCE}/src/${name}`, 'utf8');
    const { code } = transformSync(source, { loader: 'ts', tsconfigRaw });
    writeFileSync(`${folder}/${basename(name, '.ts')}.js`, code);
  }
}

/** Lets the site answer the application's token request at its own token address. */
function askSite(route: Route): Promise<void> {
  return route.continue({ url: new URL('/token', route.request().url()).href });
}
