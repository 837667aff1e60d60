import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmdirSync } from 'node:fs';

/** The file that {@link setup} packs. It is the file that `npm publish` sends. */
export const PACKED_PACKAGE = 'test-results/embedded-dashboard.tgz';

/** Packs the last build once, before all tests of its project. */
export function setup(): void {
  packPackage(PACKED_PACKAGE);
}

/** Packs the last build into the file `path`. */
export function packPackage(path: string): void {
  if (!existsSync('dist')) throw new Error('Run `npm run build` first: its files are tested.');
  // A folder of its own, because tests of two projects may pack at the same time.
  const folder = `${path}-packing`;
  mkdirSync(folder, { recursive: true });
  const options = ['--ignore-scripts', '--silent', '--pack-destination', folder];
  const name = execFileSync('npm', ['pack', ...options], { encoding: 'utf8' });
  renameSync(`${folder}/${name.trim()}`, path);
  rmdirSync(folder);
}
