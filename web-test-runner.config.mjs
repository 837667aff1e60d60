import { esbuildPlugin } from '@web/dev-server-esbuild';
import { defaultReporter } from '@web/test-runner';
import { countReporter } from './test/support/count-reporter.mjs';
import { installedEngines } from './test/support/engines.mjs';
import { fakeHost } from './test/support/fake-host-server.mjs';
import { renderedPages } from './test/support/rendered-page-server.mjs';
import { leftOut } from './test/support/tier.mjs';

const host = fakeHost();
const pages = renderedPages();
const FORCED_COLORS = 'test/element/forced-colors.test.ts';

const browsers = await installedEngines();
if (browsers.length === 0) throw new Error('There is no browser to run the tests in.');
console.log(`The tests run in ${browsers.map(({ name }) => name).join(', ')}.`);
// WebKitGTK has no forced colors.
const forcedColors = await installedEngines(['Chromium', 'Firefox'], { hasForcedColors: true });

export default {
  files: [
    'test/{element,protocol}/**/*.test.ts',
    ...[FORCED_COLORS, ...leftOut].map((files) => `!${files}`),
  ],
  groups:
    forcedColors.length > 0
      ? [{ name: 'forced colors', files: FORCED_COLORS, browsers: forcedColors }]
      : [],
  nodeResolve: { exportConditions: ['production', 'default'] },
  plugins: [esbuildPlugin({ ts: true, target: 'es2022' }), host.plugin, pages.plugin],
  middleware: [host.middleware, pages.middleware],
  // In Firefox and WebKitGTK one page at a time has the focus.
  concurrency: 1,
  concurrentBrowsers: 3,
  browsers,
  reporters: [
    defaultReporter({ reportTestProgress: !process.env.CI }),
    countReporter('test-results/element.json'),
  ],
  // Four browsers start at once, on machines that may be slow.
  browserStartTimeout: 120_000,
  testsStartTimeout: 120_000,
  testsFinishTimeout: 600_000,
  testFramework: { config: { timeout: 60_000 } },
};
