import { esbuildPlugin } from '@web/dev-server-esbuild';
import { defaultReporter } from '@web/test-runner';
import { chromeLauncher } from '@web/test-runner-chrome';
import { browserArgs, findBrowser } from './test/support/browser.mjs';
import { countReporter } from './test/support/count-reporter.mjs';
import { fakeHost } from './test/support/fake-host-server.mjs';

const host = fakeHost();

export default {
  files: 'test/{element,protocol}/**/*.test.ts',
  nodeResolve: { exportConditions: ['production', 'default'] },
  plugins: [esbuildPlugin({ ts: true, target: 'es2022' }), host.plugin],
  middleware: [host.middleware],
  // Focus belongs to one page at a time.
  concurrency: 1,
  browsers: [
    chromeLauncher({
      launchOptions: { executablePath: await findBrowser(), args: browserArgs },
    }),
  ],
  reporters: [
    defaultReporter({ reportTestProgress: !process.env.CI }),
    countReporter('test-results/element.json'),
  ],
  testFramework: { config: { timeout: 15_000 } },
};
