import { OPTIONS } from './options.mjs';
import { sampleMutants } from './sample.mjs';

sampleMutants(300);

/**
 * `npm run test:mutation:doctor`; see `README.md`.
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  ...OPTIONS,
  // `docs/doctor.md` lists the checks.
  ignorePatterns: ['bench', 'demo', 'docs/**', '!docs/doctor.md'],
  thresholds: { high: 95, low: 90, break: 90 },
  testRunner: 'vitest',
  vitest: { configFile: 'test/mutation/doctor.vitest.config.ts' },
  plugins: ['@stryker-mutator/vitest-runner', ...OPTIONS.plugins],
  mutate: ['command/src/doctor/**/*.ts', 'src/protocol/**/*.ts', '!src/protocol/*.styles.ts'],
  coverageAnalysis: 'perTest',
  jsonReporter: { fileName: 'test-results/mutation/doctor.json' },
};
