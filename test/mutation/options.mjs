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
