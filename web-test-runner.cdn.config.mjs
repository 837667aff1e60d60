import { countReporter } from './test/support/count-reporter.mjs';
import { freePort } from './test/support/free-port.mjs';
import config from './web-test-runner.config.mjs';

const onCdnBase = {
  name: 'on-cdn-base',
  resolveImport: ({ source }) =>
    source === '@lit/reactive-element' ? '/src/cdn/reactive-element.ts' : undefined,
};

/** The element's tests once more, in one engine, on the base class that the CDN file is built on. */
export default {
  ...config,
  // Runs beside the others: two that look for a port at once find the same.
  port: await freePort(),
  files: [...config.files, 'test/cdn/*.test.ts'],
  plugins: [onCdnBase, ...config.plugins],
  browsers: config.browsers.slice(0, 1),
  reporters: [config.reporters[0], countReporter('test-results/element-cdn.json')],
};
