import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MIB = 2 ** 20;

/** A disk of its own, in memory, that can be filled. */
export interface SmallDisk {
  folder: string;
  /** Fills it up to this much room. */
  fill(leftMiB: number): void;
  /** Removes what filled it. */
  clear(): void;
  remove(): void;
}

/** Makes a disk; returns `null` on a machine or for a user that cannot mount one. */
export function makeSmallDisk(sizeMiB: number): SmallDisk | null {
  const folder = mkdtempSync(join(tmpdir(), 'small-disk-'));
  const size = `size=${sizeMiB}m,mode=0777`;
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', size, 'tmpfs', folder]);
  const filler = join(folder, 'filler');
  const clear = (): void => rmSync(filler, { force: true });
  if (mounted.status !== 0) {
    rmSync(folder, { recursive: true });
    return null;
  }
  return {
    folder,
    fill(leftMiB) {
      const { bavail, bsize } = statfsSync(folder);
      const bytes = bavail * bsize - leftMiB * MIB;
      if (existsSync(filler)) throw new Error('The disk is filled already.');
      if (bytes > 0) writeFileSync(filler, Buffer.alloc(bytes));
    },
    clear,
    remove() {
      clear();
      spawnSync('umount', ['--lazy', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
