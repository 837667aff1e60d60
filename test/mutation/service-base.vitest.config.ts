import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { FastestFirst } from './fastest-first.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The part that all tests of the service's code share. */
export default defineConfig({
  resolve: {
    tsconfigPaths: true,
    // Otherwise the workspace's link leads out of the copy, to code without mutants.
    alias: { 'embedded-dashboard-service': `${root}service/src/index.ts` },
  },
  test: {
    root,
    isolate: false,
    sequence: { sequencer: FastestFirst },
    testTimeout: 180_000,
    hookTimeout: 300_000,
  },
});
