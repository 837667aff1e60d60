import process from 'node:process';
import { defineConfig } from 'vitest/config';
import { LaneReporter } from './test/support/lane-reporter.ts';
import { PATIENCE_MS, TEST_LIMIT_MS } from './test/support/patience.mjs';
import { shareDatabases } from './test/support/share-databases.ts';
import { leftOut, outerLeftOut, tier } from './test/support/tier.mjs';
import { WaitingFirst } from './test/support/waiting-first.ts';

/** `npm test` names the lane, reads its results, and runs other lanes at the same time. */
const { TEST_LANE: lane, TEST_WORKERS: workers } = process.env;

/** The options of the service's tests, for each database. */
const SERVICE = {
  // Each worker loads the service and its charts once.
  isolate: false,
};

/** Tests of pages and forms, whose results do not depend on the database. */
const PAGES =
  'test/service/*/{api-code-page,back-office,dashboard-page,health,hostile-back-office.slow,hostile-calls.slow,request-body,shutdown.slow,thumbnails}.test.ts';

/** The end-to-end tests that run against `npm start` and against the live demo. */
const LIVE_TESTS =
  'test/e2e/{playground/{playground,access.slow,controls.slow,expiry.slow,pages.slow,statuses.slow},back-office/editor}.test.ts';

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    expect: { poll: { timeout: PATIENCE_MS } },
    testTimeout: TEST_LIMIT_MS,
    hookTimeout: TEST_LIMIT_MS,
    reporters: ['default', ...(lane ? [new LaneReporter(`test-results/${lane}.json`)] : [])],
    // The log of a service is of interest only where a test fails.
    silent: 'passed-only',
    setupFiles: 'test/support/count-cost.mjs',
    ...(workers && { maxWorkers: Number(workers) }),
    sequence: { sequencer: WaitingFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          // A process per file would load the package and its libraries again for each.
          isolate: false,
          include: ['test/{build,doctor,host,init,kill,simulation}/**/*.test.ts'],
          exclude: leftOut,
        },
      },
      {
        extends: true,
        plugins: [shareDatabases()],
        test: {
          name: 'service',
          include: ['test/{charts,service}/**/*.test.ts'],
          exclude: ['**/*.postgres.*', ...leftOut],
          ...SERVICE,
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: ['test/service/**/*.test.ts'],
          // Tests that need no database run once.
          exclude: [
            ...outerLeftOut,
            '**/*.pglite.*',
            ...(tier.hasEveryDatabase ? [] : [PAGES]),
            'test/service/*/{allowed-files,oidc-settings,behind-haproxy.slow,caller-network,csv-line,dashboard-files,demo-data,dialects,draft-changes,duckdb,duckdb-process,duckdb-process.slow,edited-draft,failure-log,fair-queue,faults.slow,http-server,login,main,mysql-pool,mysql-sql,old-results,operator-examples.slow,optional-driver,page-color,page-locale,page-words,public-url,query-cache,read-folder,settings,spreadsheet.nightly,tile-loads}.test.ts',
          ],
          globalSetup: 'test/support/test-database.ts',
          ...SERVICE,
        },
      },
      {
        extends: true,
        // These tests import the package, not its sources.
        resolve: { tsconfigPaths: false },
        test: {
          name: 'package',
          // Bundlers run in production mode, not in the mode of this test runner.
          env: { NODE_ENV: 'production' },
          include: ['test/package/**/*.test.ts'],
          globalSetup: 'test/package/packed-package.ts',
        },
      },
      {
        extends: true,
        plugins: [shareDatabases()],
        test: {
          name: 'e2e',
          // Each worker loads the service and its charts once.
          isolate: false,
          include: ['test/e2e/**/*.test.ts'],
          exclude: leftOut,
          globalSetup: 'test/support/build-package.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'scripts',
          // Each worker has one browser.
          isolate: false,
          include: ['test/scripts/**/*.test.ts'],
          exclude: leftOut,
        },
      },
      {
        extends: true,
        test: {
          name: 'live',
          isolate: false,
          env: { PLAYGROUND: 'live-demo' },
          include: [LIVE_TESTS, 'test/live/**/*.test.ts'],
          exclude: outerLeftOut,
          globalSetup: 'test/support/build-live-demo.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'frameworks',
          include: ['test/frameworks/**/*.test.ts'],
          exclude: outerLeftOut,
          globalSetup: 'test/support/pack-package.ts',
        },
      },
    ],
  },
});
