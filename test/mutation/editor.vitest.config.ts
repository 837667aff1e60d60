import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { FastestFirst } from './fastest-first.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The tests of the back office's scripts: one worker with one browser, until the first failure. */
export default defineConfig({
  resolve: {
    tsconfigPaths: true,
    // Otherwise the workspace's link leads out of the copy, to code without mutants.
    alias: { 'embedded-dashboard-service': `${root}service/src/index.ts` },
  },
  test: {
    root,
    include: [
      'test/scripts/editor/*.test.ts',
      'test/service/*/{draft-changes,edited-draft,editor-filters,suggest-*}.test.ts',
    ],
    bail: 1,
    isolate: false,
    maxWorkers: 1,
    sequence: { sequencer: FastestFirst },
    expect: { poll: { timeout: 20_000 } },
    testTimeout: 90_000,
    hookTimeout: 90_000,
  },
});
