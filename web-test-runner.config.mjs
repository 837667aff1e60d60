import { esbuildPlugin } from '@web/dev-server-esbuild';
import { defaultReporter } from '@web/test-runner';
import { serveLeanLit } from './build/lean-lit.mjs';
import { countReporter } from './test/support/count-reporter.mjs';
import { installedEngines } from './test/support/engines.mjs';
import { fakeHost } from './test/support/fake-host-server.mjs';
import { PATIENCE_MS, TEST_LIMIT_MS } from './test/support/patience.mjs';
import { renderedPages } from './test/support/rendered-page-server.mjs';
import { outerLeftOut, tier } from './test/support/tier.mjs';

const host = fakeHost();
const pages = renderedPages();
const FORCED_COLORS = 'test/element/forced-colors.test.ts';
/** Tests of rules that do not depend on the engine. One engine is enough in the lower tiers. */
const RULES = [
  'test/element/{dashboard-life,parameters,reader-texts,refresh-every,token-secrecy,token-session.*}.test.ts',
  'test/protocol/**/*.test.ts',
];

const browsers = await installedEngines();
if (browsers.length === 0) throw new Error('No browser is installed to run the tests in.');
console.log(`Running the tests in ${browsers.map(({ name }) => name).join(', ')}.`);
// WebKitGTK has no forced colors.
const forcedColors = await installedEngines(['Chromium', 'Firefox'], { hasForcedColors: true });

/** Returns a group of files with its own browsers, or no group without browsers. */
const toGroup = (name, files, own) => (own.length > 0 ? [{ name, files, browsers: own }] : []);

// With `--files`, only these files run: groups would add theirs.
const hasGroups = !process.argv.includes('--files');

export default {
  files: [
    'test/{element,frame,protocol}/**/*.test.ts',
    ...[FORCED_COLORS, ...RULES, ...outerLeftOut].map((files) => `!${files}`),
  ],
  groups: hasGroups
    ? [
        ...toGroup('rules', RULES, browsers.slice(0, tier.enginesOfRules)),
        ...toGroup('forced colors', FORCED_COLORS, forcedColors),
      ]
    : [],
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
  testsFinishTimeout: 2 * TEST_LIMIT_MS,
  testFramework: { config: { timeout: TEST_LIMIT_MS } },
};
