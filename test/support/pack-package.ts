import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync } from 'node:fs';

/** Where {@link setup} puts what `npm publish` would send. */
export const PACKED_PACKAGE = 'test-results/embedded-dashboard.tgz';

/** Builds and packs the package once, before all tests of its project. */
export function setup(): void {
  // As everybody builds it, away from this runner's own mode.
  const { NODE_ENV: _, ...env } = process.env;
  mkdirSync('test-results', { recursive: true });
  const npm = (...args: string[]): Buffer => execFileSync('npm', args, { env });
  npm('run', 'build');
  const [{ filename }] = JSON.parse(
    npm('pack', '--json', '--pack-destination', 'test-results').toString(),
  ) as [{ filename: string }];
  renameSync(`test-results/${filename}`, PACKED_PACKAGE);
}
