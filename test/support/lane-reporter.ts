import type { Reporter } from 'vitest/node';

/** Prints the number of files that have ended, for the progress of `npm test`. */
export class LaneReporter implements Reporter {
  #all = 0;
  #ended = 0;

  onTestRunStart(files: readonly unknown[]): void {
    this.#all = files.length;
  }

  onTestModuleEnd(): void {
    this.#ended += 1;
    console.log(`@progress ${this.#ended}/${this.#all} files`);
  }
}
