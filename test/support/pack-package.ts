import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync } from 'node:fs';

/** Where {@link setup} puts what `npm publish` would send. */
export const PACKED_PACKAGE = 'test-results/embedded-dashboard.tgz';

/** Builds and packs the package once, before all tests of its project. */
export function setup(): void {
  // As everybody builds it, away from this runner's own mode.
  const { NODE_ENV: _, ...env } = process.env;
  mkdirSync('test-results', { recursive: true });
  execFileSync('npm', ['run', 'build'], { env });
  packPackage(PACKED_PACKAGE);
}

/** Writes what `npm pack` makes of the last build. */
export function packPackage(path: string): void {
  const name = execFileSync('npm', ['pack', '--ignore-scripts', '--silent'], { encoding: 'utf8' });
  renameSync(name.trim(), path);
}
