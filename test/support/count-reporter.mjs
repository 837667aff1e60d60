import { mkdirSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';

/**
 * Writes the results of the tests to a file, for the summary of `npm test`. A test counts once in each engine.
 * @param {string} path
 * @returns {import('@web/test-runner').Reporter}
 */
export function countReporter(path) {
  return {
    onTestRunFinished({ sessions }) {
      const files = sessions.flatMap(filesOf);
      const tests = files.flatMap((file) => file.tests);
      const failed = tests.filter(({ passed, skipped }) => !passed && !skipped);
      const results = {
        passed: tests.filter(({ passed, skipped }) => passed && !skipped).length,
        skipped: tests.filter(({ skipped }) => skipped).map(toTest),
        failures: [...sessions.flatMap(brokenPagesOf), ...failed].map(toFailure),
        files: files.map(({ file, tests: own }) => ({ file, seconds: secondsOf(own) })),
      };
      mkdirSync('test-results', { recursive: true });
      writeFileSync(path, JSON.stringify(results));
    },
  };
}

/** Returns the errors of a page outside of its tests. */
function brokenPagesOf({ errors, testFile, browser }) {
  const file = relative('.', testFile);
  return errors.map(({ message }) => ({ file, title: message, engine: browser.name }));
}

/** Returns the test files of a page, each with its tests. `run-files.ts` makes a suite of each file. */
function filesOf({ testResults, testFile, browser }) {
  if (!testResults) return [];
  const file = relative('.', testFile);
  const toFile = (name, suite) => ({ file: name, tests: testsOf(suite, name, browser.name) });
  if (!file.endsWith('run-files.ts')) return [toFile(file, testResults)];
  return testResults.suites.map((suite) => toFile(suite.name, suite));
}

function testsOf({ tests, suites }, file, engine, parents = []) {
  return [
    ...tests.map((test) => ({ ...test, file, engine, title: [...parents, test.name].join(' › ') })),
    ...suites.flatMap((suite) => testsOf(suite, file, engine, [...parents, suite.name])),
  ];
}

function toTest({ file, title, engine }) {
  return { file, title: `${title} (${engine})` };
}

function toFailure(test) {
  const { file, engine } = test;
  return { ...toTest(test), command: `ENGINE=${engine} ${toCommand(file, engine)}` };
}

function toCommand(file, engine) {
  // The page that runs the files.
  if (file.endsWith('run-files.ts')) return 'npm run test:element';
  const isForced = engine === 'Firefox' && file.endsWith('forced-colors.test.ts');
  return isForced ? 'npx wtr --group "forced colors"' : `npx wtr --files ${file}`;
}

function secondsOf(tests) {
  return tests.reduce((sum, { duration = 0 }) => sum + duration / 1000, 0);
}
