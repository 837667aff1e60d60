import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MIB = 2 ** 20;

/** A disk in memory that a test can fill. */
export interface SmallDisk {
  folder: string;
  /** The file that fills the disk. */
  filler: string;
  /** Fills the disk so that only this much space is left. */
  fill(leftMiB: number): void;
  /** Removes the file that fills the disk. */
  clear(): void;
  remove(): void;
}

/** Creates a disk. Returns `null` if this machine or user cannot mount one. */
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
    filler,
    fill(leftMiB) {
      const { bavail, bsize } = statfsSync(folder);
      const bytes = bavail * bsize - leftMiB * MIB;
      if (existsSync(filler)) throw new Error('The disk is already filled.');
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
