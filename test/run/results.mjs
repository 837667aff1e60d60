import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';

/** The folder of the result files, in which each script counts its tests, and of the scripts' output. */
export const RESULTS = 'test-results';

/**
 * The results of all scripts.
 * @typedef {{ passed: number, failed: number, failures: Failure[], files: TestFile[] }} Results
 * @typedef {{ file: string, title: string, command: string }} Failure
 * @typedef {{ file: string, seconds: number }} TestFile
 */

/** Makes the folder, and removes old result files. */
export function clearResults() {
  mkdirSync(RESULTS, { recursive: true });
  for (const path of resultFiles()) rmSync(path);
}

/**
 * Reads the result files.
 * @returns {Results}
 */
export function readResults() {
  const parts = resultFiles().map(readPart);
  return {
    passed: parts.reduce((sum, { passed }) => sum + passed, 0),
    failed: parts.reduce((sum, { failed }) => sum + failed, 0),
    failures: parts.flatMap(({ failures }) => failures),
    files: parts.flatMap(({ files }) => files),
  };
}

function resultFiles() {
  const names = readdirSync(RESULTS).filter((name) => name.endsWith('.json'));
  return names.map((name) => `${RESULTS}/${name}`);
}

function readPart(path) {
  const result = JSON.parse(readFileSync(path, 'utf8'));
  const { failures = [], files = [] } = result.testResults
    ? readVitest(result.testResults)
    : result;
  return {
    passed: result.numPassedTests,
    // Vitest does not count a file that cannot be loaded.
    failed: Math.max(result.numFailedTests, failures.length),
    failures: failures.map(({ file, title }) => ({ file, title, command: toCommand(path, file) })),
    files,
  };
}

/** Returns the command that runs one file alone. The name of a result file is that of its Vitest project. */
function toCommand(path, file) {
  const project = path.slice(RESULTS.length + 1, -'.json'.length);
  if (file.endsWith('forced-colors.test.ts')) return 'npx wtr --group "forced colors"';
  if (project === 'element') return `npx wtr --files ${file}`;
  return `npx vitest run --project ${file.startsWith('test/service') && project === 'node' ? 'service' : project} ${file}`;
}

/** Reads the files of Vitest's JSON reporter. */
function readVitest(results) {
  const files = results.map(({ name, startTime, endTime }) => ({
    file: relative('.', name),
    seconds: (endTime - startTime) / 1000,
  }));
  const failures = results.flatMap(({ name, status, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    const titles = failed.map(({ ancestorTitles, title }) =>
      [...ancestorTitles, title].join(' › '),
    );
    if (status === 'failed' && titles.length === 0) titles.push('(the file itself)');
    return titles.map((title) => ({ file: relative('.', name), title }));
  });
  return { failures, files };
}
