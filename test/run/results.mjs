import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';

/** The folder of the result files, which the reporters write, and of the scripts' output. */
export const RESULTS = 'test-results';
/** The processor time of each test file: a line with the seconds, a tab and the file. */
export const COSTS = `${RESULTS}/costs.tsv`;

/**
 * The content of a result file, and of all of them together. `command` runs one file alone.
 * @typedef {{ passed: number, failures: Failure[], skipped: Test[], files: TestFile[] }} Results
 * @typedef {{ file: string, title: string }} Test
 * @typedef {Test & { command: string }} Failure
 * @typedef {{ file: string, seconds: number }} TestFile
 */

/** Makes the folder, and removes old result files. */
export function clearResults() {
  mkdirSync(RESULTS, { recursive: true });
  for (const path of [...resultFiles(), COSTS]) rmSync(path, { force: true });
}

/**
 * Reads the result files.
 * @returns {Results}
 */
export function readResults() {
  const parts = resultFiles().map((path) => JSON.parse(readFileSync(path, 'utf8')));
  return {
    passed: parts.reduce((sum, { passed }) => sum + passed, 0),
    failures: parts.flatMap(({ failures }) => failures),
    skipped: parts.flatMap(({ skipped }) => skipped),
    files: parts.flatMap(({ files }) => files),
  };
}

/**
 * Returns the files with the most processor time.
 * @param {number} count
 * @returns {TestFile[]}
 */
export function dearestFiles(count) {
  if (!existsSync(COSTS)) return [];
  const lines = readFileSync(COSTS, 'utf8').trim().split('\n');
  const files = lines.map((line) => {
    const [seconds, file] = line.split('\t');
    return { file, seconds: Number(seconds) };
  });
  return files.toSorted((a, b) => b.seconds - a.seconds).slice(0, count);
}

function resultFiles() {
  const names = readdirSync(RESULTS).filter((name) => name.endsWith('.json'));
  return names.map((name) => `${RESULTS}/${name}`);
}
