import { esbuildPlugin } from '@web/dev-server-esbuild';
import { defaultReporter } from '@web/test-runner';
import { serveLeanLit } from './build/lean-lit.mjs';
import { countReporter } from './test/support/count-reporter.mjs';
import { installedEngines } from './test/support/engines.mjs';
import { fakeHost } from './test/support/fake-host-server.mjs';
import { PATIENCE_MS, TEST_LIMIT_MS } from './test/support/patience.mjs';
import { renderedPages } from './test/support/rendered-page-server.mjs';
import { PAGES, toGroup } from './test/support/test-pages.mjs';
import { tier } from './test/support/tier.mjs';

const host = fakeHost();
const pages = renderedPages();
const browsers = await installedEngines();
if (browsers.length === 0) throw new Error('No browser is installed to run the tests in.');
console.log(`Running the tests in ${browsers.map(({ name }) => name).join(', ')}.`);
const chromium = browsers.filter(({ name }) => name === 'Chromium');
const others = browsers.filter(({ name }) => name !== 'Chromium');
const forcedColors = await installedEngines(['Firefox'], { hasForcedColors: true });

/** The groups of this run: each is a page in each of its browsers. */
const groups = [
  // Chromium turns forced colors on while the page is open. WebKitGTK has none.
  toGroup('element', [...PAGES.forcedColors, ...PAGES.element], chromium),
  toGroup('element', PAGES.element, others),
  toGroup('frame', PAGES.frame, browsers),
  toGroup('rules', PAGES.rules, browsers.slice(0, tier.enginesOfRules)),
  toGroup('published', PAGES.published, chromium, 'published'),
  toGroup('forced colors', PAGES.forcedColors, forcedColors),
].filter((group) => group.browsers.length > 0);

export default {
  // With `--files`, only these files run, each in a page of its own: groups would add theirs.
  groups: process.argv.includes('--files') ? [] : groups,
  nodeResolve: { exportConditions: ['production', 'default'] },
  plugins: [
    esbuildPlugin({ ts: true, target: 'es2022' }),
    // Tests of the element run with the base class of the CDN file. The end-to-end tests also use Lit's own.
    serveLeanLit(),
    host.plugin,
    pages.plugin,
  ],
  middleware: [host.middleware, pages.middleware],
  // In Firefox and WebKitGTK only one page at a time has the focus.
  concurrency: 1,
  concurrentBrowsers: 3,
  browsers,
  reporters: [
    defaultReporter({ reportTestProgress: !process.env.CI }),
    countReporter(`test-results/${process.env.TEST_LANE ?? 'element'}.json`),
  ],
  // The limits end only tests that hang, however slow the machine is.
  browserStartTimeout: PATIENCE_MS,
  testsStartTimeout: PATIENCE_MS,
  // A page has hundreds of tests, each with its own limit.
  testsFinishTimeout: 4 * 3_600_000,
  testFramework: { config: { timeout: TEST_LIMIT_MS } },
};
