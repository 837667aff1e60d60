import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';

/** The folder into which {@link setup} builds the package's scripts. `dist` stays unchanged. */
export const BUILT_PACKAGE = 'test-results/package';

/** Builds the package once, before all tests of its project. */
export function setup(): void {
  const outDir = resolve(BUILT_PACKAGE);
  for (const mode of ['production', 'host', 'command']) {
    run('vite/bin/vite.js', 'build', '--mode', mode, '--outDir', outDir, '--logLevel', 'error');
  }
  run('typescript/bin/tsc', '--project', 'tsconfig.build.json', '--outDir', outDir);
}

/** Runs a tool as `npm run build` does, without the test runner's own mode. */
function run(script: string, ...args: string[]): void {
  const { NODE_ENV: _, ...env } = process.env;
  execFileSync(process.execPath, [`node_modules/${script}`, ...args], { env });
}
