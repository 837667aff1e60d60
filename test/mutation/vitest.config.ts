import { fileURLToPath } from 'node:url';
import { basename } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Runs the test file named after the mutated file first, because a mutant's run ends with the first failure. */
class NamesakeFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const mutated = new Set(this.ctx.config.related?.map((file) => basename(file, '.ts')));
    const rank = ({ moduleId }: TestSpecification): number =>
      Number(!mutated.has(basename(moduleId, '.test.ts')));
    return files.toSorted((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    sequence: { sequencer: NamesakeFirst },
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: ['test/host/**/*.test.ts'],
    // Slow files kill no mutant of their own. A mutant is not active in processes that a test starts.
    exclude: ['**/*.slow.test.ts'],
    // Many mutants make a poll wait until its timeout.
    expect: { poll: { timeout: 5_000 } },
    testTimeout: 10_000,
  },
});
