import { mkdirSync, writeFileSync } from 'node:fs';

/**
 * Writes the numbers of passed and failed tests to a file, so that several runs can be added up.
 * @param {string} path
 * @returns {import('@web/test-runner').Reporter}
 */
export function countReporter(path) {
  return {
    onTestRunFinished({ sessions }) {
      const results = sessions.flatMap(({ testResults }) => (testResults ? all(testResults) : []));
      const broken = sessions.filter(({ errors }) => errors.length > 0).length;
      const numPassedTests = results.filter(({ passed, skipped }) => passed && !skipped).length;
      const numFailedTests = results.filter(({ passed, skipped }) => !passed && !skipped).length;
      mkdirSync('test-results', { recursive: true });
      writeFileSync(
        path,
        JSON.stringify({ numPassedTests, numFailedTests: numFailedTests + broken }),
      );
    },
  };
}

function all({ tests, suites }) {
  return [...tests, ...suites.flatMap(all)];
}
