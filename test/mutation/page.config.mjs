import { OPTIONS } from './options.mjs';
import { sampleMutants } from './sample.mjs';

sampleMutants(120);

/**
 * `npm run test:mutation:page`; see `README.md`.
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  ...OPTIONS,
  // `service/src/demo` is part of the service.
  ignorePatterns: ['/bench', '/demo', '/docs', '/test-results'],
  thresholds: { high: 90, low: 80, break: 80 },
  testRunner: 'command',
  commandRunner: {
    command: `MUTATION_TESTS='test/scripts/page/!(*.slow).test.ts test/service/page/tile-loads.test.ts' npx vitest run --config test/mutation/scripts.vitest.config.ts`,
  },
  // The tests of the editor use its preview.
  mutate: ['service/src/page/browser/*.ts', '!service/src/page/browser/preview.ts'],
  timeoutMS: 60_000,
  // A first run in a browser takes minutes on a busy machine.
  dryRunTimeoutMinutes: 30,
  jsonReporter: { fileName: 'test-results/mutation/page.json' },
};
