import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { FastestFirst } from './fastest-first.ts';

const { MUTATION_TESTS = '*' } = process.env;
const root = fileURLToPath(new URL('../..', import.meta.url));

/** The tests of the service on PostgreSQL, which starts faster than PGlite. */
export default defineConfig({
  resolve: {
    tsconfigPaths: true,
    // Otherwise the workspace's link leads out of the copy, to code without mutants.
    alias: { 'embedded-dashboard-service': `${root}service/src/index.ts` },
  },
  test: {
    root,
    include: [`test/{charts,service}/${MUTATION_TESTS}.test.ts`],
    // Slow files, and those of other code. A mutant is not active in processes that a test starts.
    exclude: [
      '**/!(faults).{slow,nightly}.test.ts',
      '**/*.pglite.test.ts',
      'test/service/*/{backup,busy-database,make-data-login,new-server,ordinary-login,several-processes}.postgres.test.ts',
      'test/service/*/{demo-data,main,page-locale,page-words,public-url}.test.ts',
    ],
    globalSetup: 'test/support/test-database.ts',
    setupFiles: 'test/mutation/service-code.ts',
    isolate: false,
    sequence: { sequencer: FastestFirst },
    expect: { poll: { timeout: 5_000 } },
    testTimeout: 180_000,
    hookTimeout: 300_000,
  },
});
