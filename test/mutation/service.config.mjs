import { OPTIONS } from './options.mjs';
import { sampleMutants } from './sample.mjs';

sampleMutants(400);

/**
 * `npm run test:mutation:service`; see `README.md`.
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  ...OPTIONS,
  // `service/src/demo` is part of the service.
  ignorePatterns: ['/bench', '/demo', '/test-results'],
  thresholds: { high: 90, low: 80, break: 80 },
  testRunner: 'vitest',
  vitest: { configFile: 'test/mutation/service.vitest.config.ts', related: false },
  plugins: ['@stryker-mutator/vitest-runner', ...OPTIONS.plugins],
  mutate: [
    'service/src/{start,state,api,database,admin/dashboards}/**/*.ts',
    // The tests run on PostgreSQL. No mutant is active in the threads of PGlite.
    '!service/src/database/postgres/{pglite-*,prepared-database,start-thread,thread-messages}.ts',
  ],
  // On a busy machine, shorter limits would end tests that do not hang.
  timeoutMS: 30_000,
  dryRunTimeoutMinutes: 30,
  coverageAnalysis: 'perTest',
  // A mutant of a constant needs all tests in a new process: a fifth of the mutants would take most of the time.
  ignoreStatic: true,
  jsonReporter: { fileName: 'test-results/mutation/service.json' },
};
