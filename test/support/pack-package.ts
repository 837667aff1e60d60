import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { packPackage as packForRelease } from '../../build/release/pack-package.ts';

/** The file that {@link setup} packs. It is the file that a release publishes. */
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
  renameSync(packForRelease('.', folder).tarball, path);
  rmSync(folder, { recursive: true });
}
