import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The tests of the scripts of dashboards: one worker with one browser, until the first failure. */
export default defineConfig({
  resolve: {
    tsconfigPaths: true,
    // Otherwise the workspace's link leads out of the copy, to code without mutants.
    alias: { 'embedded-dashboard-service': `${root}service/src/index.ts` },
  },
  test: {
    root,
    include: ['test/scripts/page/!(*.slow).test.ts', 'test/service/page/tile-loads.test.ts'],
    bail: 1,
    isolate: false,
    maxWorkers: 1,
    expect: { poll: { timeout: 20_000 } },
    testTimeout: 180_000,
    hookTimeout: 300_000,
  },
});
