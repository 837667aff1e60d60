import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that mostly wait for real time: for tokens to end, or for timers of hidden tabs. */
const WAITING = /\/(page-life|playground\.expiry|renewal)\./;

/** Starts the waiting files first, because the others keep the processors busy meanwhile. */
export class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- Vitest's own method, which copies.
    const sorted = await super.sort(files);
    const isWaiting = ({ moduleId }: TestSpecification): boolean => WAITING.test(moduleId);
    return [...sorted.filter(isWaiting), ...sorted.filter((file) => !isWaiting(file))];
  }
}
