import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that mostly wait in real time: until tokens expire, or for timers of hidden tabs. */
const WAITING = /\/(page-life|playground\.expiry)\./;

/** Starts the waiting files first. The other files use the processors meanwhile. */
export class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- This is Vitest's own method, which copies.
    const sorted = await super.sort(files);
    const isWaiting = ({ moduleId }: TestSpecification): boolean => WAITING.test(moduleId);
    return [...sorted.filter(isWaiting), ...sorted.filter((file) => !isWaiting(file))];
  }
}
