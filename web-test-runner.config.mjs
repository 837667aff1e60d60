import { esbuildPlugin } from '@web/dev-server-esbuild';
import { defaultReporter } from '@web/test-runner';
import { countReporter } from './test/support/count-reporter.mjs';
import { installedEngines } from './test/support/engines.mjs';
import { fakeHost } from './test/support/fake-host-server.mjs';
import { renderedPages } from './test/support/rendered-page-server.mjs';
import { leftOut } from './test/support/tier.mjs';

const host = fakeHost();
const pages = renderedPages();

export default {
  files: ['test/{element,protocol}/**/*.test.ts', ...leftOut.map((files) => `!${files}`)],
  nodeResolve: { exportConditions: ['production', 'default'] },
  plugins: [esbuildPlugin({ ts: true, target: 'es2022' }), host.plugin, pages.plugin],
  middleware: [host.middleware, pages.middleware],
  // In Firefox and WebKitGTK one page at a time has the focus.
  concurrency: 1,
  concurrentBrowsers: 3,
  browsers: await installedEngines(),
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
