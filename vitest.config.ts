import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    reporters: ['default', ...(process.env.CI ? ['json'] : [])],
    projects: [
      {
        extends: true,
        test: { name: 'node', include: ['test/{host,service,simulation}/**/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: 'test/support/build-package.ts',
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 20_000 } },
        },
      },
      {
        extends: true,
        test: {
          name: 'frameworks',
          include: ['test/frameworks/**/*.test.ts'],
          globalSetup: 'test/support/pack-package.ts',
          testTimeout: 120_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 20_000 } },
        },
      },
    ],
  },
});
