import { mkdirSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';

/** The pages that nothing but their group opens. */
const OWN_PAGES = new Set(['published', 'forced colors']);

/**
 * Writes the results of the tests to a file, for the summary of `npm test`. A test counts once in each engine.
 * @param {string} path
 * @param {string} [runner] the command that runs all files, or with `--files` one of them
 * @returns {import('@web/test-runner').Reporter}
 */
export function countReporter(path, runner = 'npx wtr') {
  return {
    onTestRunFinished({ sessions }) {
      const files = sessions.flatMap(filesOf);
      const tests = files.flatMap((file) => file.tests);
      const failed = tests.filter(({ passed, skipped }) => !passed && !skipped);
      const results = {
        passed: tests.filter(({ passed, skipped }) => passed && !skipped).length,
        skipped: tests.filter(({ skipped }) => skipped).map(toTest),
        failures: [...sessions.flatMap(brokenPagesOf), ...failed].map((test) =>
          toFailure(test, runner),
        ),
        files: files.map(({ file, tests: own }) => ({ file, seconds: secondsOf(own) })),
      };
      mkdirSync('test-results', { recursive: true });
      writeFileSync(path, JSON.stringify(results));
    },
  };
}

/** Returns the errors of a page outside of its tests. */
function brokenPagesOf({ errors, testFile, browser, group }) {
  const page = { file: relative('.', testFile), engine: browser.name, group: group.name };
  return errors.map(({ message }) => ({ ...page, title: message }));
}

/** Returns the test files of a page, each with its tests. `run-files.ts` makes a suite of each file. */
function filesOf({ testResults, testFile, browser, group }) {
  if (!testResults) return [];
  const file = relative('.', testFile);
  const page = { engine: browser.name, group: group.name };
  const toFile = (name, suite) => ({ file: name, tests: testsOf(suite, { ...page, file: name }) });
  if (!file.endsWith('run-files.ts')) return [toFile(file, testResults)];
  return testResults.suites.map((suite) => toFile(suite.name, suite));
}

function testsOf({ tests, suites }, page, parents = []) {
  return [
    ...tests.map((test) => ({ ...test, ...page, title: [...parents, test.name].join(' › ') })),
    ...suites.flatMap((suite) => testsOf(suite, page, [...parents, suite.name])),
  ];
}

function toTest({ file, title, engine }) {
  return { file, title: `${title} (${engine})` };
}

function toFailure(test, runner) {
  return { ...toTest(test), command: `ENGINE=${test.engine} ${runner}${toArguments(test)}` };
}

function toArguments({ file, group }) {
  if (OWN_PAGES.has(group)) return ` --group "${group}"`;
  // The page that runs the files cannot run alone.
  return file.endsWith('run-files.ts') ? '' : ` --files ${file}`;
}

function secondsOf(tests) {
  return tests.reduce((sum, { duration = 0 }) => sum + duration / 1000, 0);
}
