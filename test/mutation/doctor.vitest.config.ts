import { fileURLToPath } from 'node:url';
import { mergeConfig } from 'vitest/config';
import config from './vitest.config.ts';

const chai = fileURLToPath(import.meta.resolve('chai'));

/** The tests of the doctor, and of the facts that it shares with the host and the element. */
export default mergeConfig(config, {
  resolve: { alias: { '@open-wc/testing': chai } },
  test: {
    // The tests of `src/protocol` run in browsers otherwise, with the globals of Mocha.
    globals: true,
    include: ['test/doctor/**/*.test.ts', 'test/protocol/**/*.test.ts'],
  },
});
