import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { FastestFirst } from './fastest-first.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const { MUTATION_TESTS = '' } = process.env;

/** The tests of browser scripts: one worker with one browser, until the first failure. */
export default defineConfig({
  resolve: {
    tsconfigPaths: true,
    // Otherwise the workspace's link leads out of the copy, to code without mutants.
    alias: { 'embedded-dashboard-service': `${root}service/src/index.ts` },
  },
  test: {
    root,
    include: MUTATION_TESTS.split(' '),
    bail: 1,
    isolate: false,
    maxWorkers: 1,
    sequence: { sequencer: FastestFirst },
    expect: { poll: { timeout: 20_000 } },
    testTimeout: 180_000,
    hookTimeout: 300_000,
  },
});
