import { mkdirSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import type { Results, Test } from '../run/results.mjs';

/** Prints the number of files that have ended, for the progress of `npm test`, and writes the results to a file. */
export class LaneReporter implements Reporter {
  readonly #path: string;
  #all = 0;
  #ended = 0;

  constructor(path: string) {
    this.#path = path;
  }

  onTestRunStart(files: readonly unknown[]): void {
    this.#all = files.length;
  }

  onTestModuleEnd(): void {
    this.#ended += 1;
    console.log(`@progress ${this.#ended}/${this.#all} files`);
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const withState = (state: string) => tests.filter((test) => test.result().state === state);
    const results: Results = {
      passed: withState('passed').length,
      // A hook that fails skips the tests after it.
      skipped: withState('skipped').filter(isOfGoodFile).map(toTest),
      failures: modules.flatMap(toFailures),
      files: modules.map((module) => ({
        file: toFile(module),
        seconds: module.diagnostic().duration / 1000,
      })),
    };
    mkdirSync('test-results', { recursive: true });
    writeFileSync(this.#path, JSON.stringify(results));
  }
}

function toFailures(module: TestModule): Results['failures'] {
  const command = `npx vitest run --project ${module.project.name} ${toFile(module)}`;
  const failed = [...module.children.allTests('failed')].map(toTest);
  // A file that cannot be loaded, or a hook that fails, has no failed test.
  const isBroken = failed.length === 0 && module.state() === 'failed';
  const all = isBroken ? [{ file: toFile(module), title: '(the file itself)' }] : failed;
  return all.map(({ file, title }) => ({ file, title, command }));
}

const isOfGoodFile = ({ module }: TestCase): boolean => module.state() !== 'failed';
const toTest = (test: TestCase): Test => ({ file: toFile(test.module), title: test.fullName });
const toFile = ({ moduleId }: TestModule): string => relative('.', moduleId);
