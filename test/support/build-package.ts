import { execFileSync } from 'node:child_process';

/** Where {@link setup} puts what `npm run build` puts into `dist`. */
export const BUILT_PACKAGE = 'test-results/package';

/** Builds the package once, before all tests of its project. */
export function setup(): void {
  // As `npm run build` does, away from this runner's own mode.
  const { NODE_ENV: _, ...env } = process.env;
  for (const mode of ['production', 'host', 'cdn']) {
    const args = ['node_modules/vite/bin/vite.js', 'build', '--mode', mode];
    execFileSync(process.execPath, [...args, '--outDir', BUILT_PACKAGE, '--logLevel', 'error'], {
      env,
    });
  }
}
