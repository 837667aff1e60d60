import { OPTIONS } from './options.mjs';
import { sampleMutants } from './sample.mjs';

sampleMutants(400);

/**
 * `npm run test:mutation:host`; see `README.md`.
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  ...OPTIONS,
  testRunner: 'vitest',
  vitest: { configFile: 'test/mutation/vitest.config.ts' },
  plugins: ['@stryker-mutator/vitest-runner', ...OPTIONS.plugins],
  mutate: ['src/host/**/*.ts'],
  coverageAnalysis: 'perTest',
  jsonReporter: { fileName: 'test-results/mutation/host.json' },
};
