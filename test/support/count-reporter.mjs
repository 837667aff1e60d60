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
      const tests = sessions.flatMap(testsOf);
      const broken = sessions.filter(({ errors }) => errors.length > 0).map(toBroken);
      const failed = tests.filter(({ test }) => !test.passed && !test.skipped).map(toFailure);
      const results = {
        passed: tests.filter(({ test }) => test.passed && !test.skipped).length,
        skipped: tests.filter(({ test }) => test.skipped).map(toTest),
        failures: [...failed, ...broken],
        files: [],
      };
      mkdirSync('test-results', { recursive: true });
      writeFileSync(path, JSON.stringify(results));
    },
  };
}

/** Returns the tests of a session, with the names of the suites around them. */
function testsOf(session) {
  const all = ({ tests, suites }, names) => [
    ...tests.map((test) => ({ session, test, title: [...names, test.name].join(' > ') })),
    ...suites.flatMap((suite) => all(suite, [...names, suite.name])),
  ];
  return session.testResults ? all(session.testResults, []) : [];
}

function toTest({ session, title }) {
  return { file: toFile(session), title: `${title} (${session.browser.name})` };
}

function toFailure(found) {
  const test = toTest(found);
  const { engine, file } = { engine: found.session.browser.name, file: test.file };
  return { ...test, command: toCommand(file, engine) };
}

function toBroken(session) {
  const file = toFile(session);
  return { file, title: '(the file itself)', command: toCommand(file, session.browser.name) };
}

function toCommand(file, engine) {
  if (file.endsWith('forced-colors.test.ts')) return 'npx wtr --group "forced colors"';
  return `ENGINE=${engine} npx wtr --files ${file}`;
}

const toFile = ({ testFile }) => relative('.', testFile);
