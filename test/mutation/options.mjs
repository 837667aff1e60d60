/** Stryker's options for both configurations. */
export const OPTIONS = {
  // The time limits of tests need an idle core.
  concurrency: 1,
  thresholds: { high: 95, low: 85, break: 85 },
  plugins: ['./test/mutation/survivors.mjs'],
  reporters: ['progress-append-only', 'survivors', 'clear-text', 'json'],
  clearTextReporter: { allowColor: false, allowEmojis: false, logTests: false, reportTests: false },
  tempDirName: 'test-results/mutation/sandbox',
  // The tests need none of these in their copy of the project, but the examples of the docs.
  ignorePatterns: ['bench', 'demo', 'docs', '!docs/examples'],
};

/**
 * Returns the options for browser scripts of the service, by the name of the report.
 * @param {string} name
 * @param {string[]} mutate
 * @param {string} tests
 */
export const toScriptOptions = (name, mutate, tests) => ({
  ...OPTIONS,
  // `service/src/demo` is part of the service.
  ignorePatterns: ['/bench', '/demo', '/docs', '/test-results'],
  thresholds: { high: 90, low: 80, break: 80 },
  testRunner: 'command',
  commandRunner: {
    command: `MUTATION_TESTS='${tests}' npx vitest run --config test/mutation/scripts.vitest.config.ts`,
  },
  mutate,
  timeoutMS: 60_000,
  // A first run in a browser takes minutes on a busy machine.
  dryRunTimeoutMinutes: 30,
  jsonReporter: { fileName: `test-results/mutation/${name}.json` },
});
