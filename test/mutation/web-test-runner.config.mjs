import process from 'node:process';
import config from '../../web-test-runner.config.mjs';

const { __STRYKER_ACTIVE_MUTANT__: activeMutant } = process.env;

/** Activates the mutant of this run before the modules of a test page load. */
const testRunnerHtml = (testFramework) => `<!doctype html>
<script>__stryker__ = ${JSON.stringify({ activeMutant })}</script>
<script type="module" src="${testFramework}"></script>`;

/** Ends the run after the first failing file, because that file kills the mutant. */
const untilFailure = {
  reportTestFileResults({ sessionsForTestFile }) {
    if (sessionsForTestFile.every(({ passed }) => passed)) return;
    process.exitCode = 1;
    process.emit('SIGINT', 'SIGINT');
  },
};

export default {
  ...config,
  // The excluded tests reach none of the mutated files.
  files: [
    'test/element/**/*.test.ts',
    '!test/element/{accessibility,computed-color,forced-colors,layout}.test.ts',
  ],
  groups: [],
  testRunnerHtml,
  reporters: [untilFailure],
  testFramework: { config: { ...config.testFramework.config, bail: true } },
};
