import { mergeConfig } from 'vitest/config';
import base from './service-base.vitest.config.ts';

const { MUTATION_TESTS = '' } = process.env;

/** The tests of browser scripts: one worker with one browser, until the first failure. */
export default mergeConfig(base, {
  test: {
    include: MUTATION_TESTS.split(' '),
    bail: 1,
    maxWorkers: 1,
    expect: { poll: { timeout: 20_000 } },
  },
});
