import { sampleMutants } from './test/mutation/sample.mjs';

sampleMutants();

/**
 * `npm run test:mutation`; see `test/mutation/README.md`.
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutation.config.ts' },
  plugins: ['@stryker-mutator/vitest-runner'],
  mutate: ['src/host/**/*.ts'],
  coverageAnalysis: 'perTest',
  // The time limits of tests need an idle core.
  concurrency: 1,
  thresholds: { high: 95, low: 85, break: 85 },
  reporters: ['progress-append-only', 'clear-text', 'json'],
  clearTextReporter: { allowColor: false, allowEmojis: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: 'test-results/mutation/report.json' },
  tempDirName: 'test-results/mutation/sandbox',
  // The tests of the host need none of these in their copy of the project.
  ignorePatterns: ['bench', 'demo', 'docs'],
};
