import { mergeConfig } from 'vitest/config';
import base from './service-base.vitest.config.ts';

const { MUTATION_TESTS = '*' } = process.env;

/** The tests of the service on PostgreSQL, which starts faster than PGlite. */
export default mergeConfig(base, {
  test: {
    include: [`test/{charts,service}/**/${MUTATION_TESTS}.test.ts`],
    // Slow files, and those of other code. A mutant is not active in processes that a test starts.
    exclude: [
      '**/!(faults).{slow,nightly}.test.ts',
      '**/*.pglite.test.ts',
      'test/service/*/{backup,busy-database,make-data-login,new-server,ordinary-login,several-processes}.postgres.test.ts',
      'test/service/*/{demo-data,main,page-locale,page-words,public-url}.test.ts',
    ],
    globalSetup: 'test/support/test-database.ts',
    setupFiles: 'test/mutation/service-code.ts',
    expect: { poll: { timeout: 5_000 } },
  },
});
