import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The packages and the disk space that npm installs for a package. */
export interface Footprint {
  version: string;
  /** The package and its transitive dependencies, as `name@version`. */
  packages: string[];
  /** The size on a disk with blocks of 4 KiB. */
  kibibytes: number;
}

interface LockedPackage {
  version: string;
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

type Lock = Record<string, LockedPackage>;

const BLOCK = 4096;

/** Returns the footprint of the package `name`, which is installed in `folder`. */
export function measureFootprint(folder: string, name: string): Footprint {
  const lock = readLock(folder);
  const at = `node_modules/${name}`;
  const paths = collect(lock, at);
  return {
    version: lock[at]!.version,
    packages: paths.map((path) => describe(lock, path)),
    kibibytes: sum(paths.map((path) => weighFolder(join(folder, path)))),
  };
}

/** Returns the footprint of the package in `folder` itself: its published files and its dependencies. */
export function measureOwnFootprint(folder: string): Footprint {
  const lock = readLock(folder);
  const paths = collect(lock, '').slice(1);
  const output = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: folder,
    encoding: 'utf8',
  });
  const [{ name, version, files }] = JSON.parse(output) as [
    { name: string; version: string; files: { size: number }[] },
  ];
  return {
    version,
    packages: [`${name}@${version}`, ...paths.map((path) => describe(lock, path))],
    kibibytes:
      sum(files.map(({ size }) => toBlocks(size))) +
      sum(paths.map((path) => weighFolder(join(folder, path)))),
  };
}

function readLock(folder: string): Lock {
  const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
    packages: Lock;
  };
  return lock.packages;
}

/** Returns the paths of a package and its transitive dependencies, each version once. */
function collect(lock: Lock, start: string): string[] {
  const places = new Map<string, string>();
  const left = [start];
  for (const at of left) {
    const key = describe(lock, at);
    if (places.has(key)) continue;
    places.set(key, at);
    left.push(...needsOf(lock[at]!).flatMap((name) => find(lock, at, name) ?? []));
  }
  return [...places.values()];
}

/** Returns the direct dependencies. npm installs peer dependencies too, unless they are optional. */
function needsOf({
  dependencies,
  peerDependencies,
  peerDependenciesMeta,
}: LockedPackage): string[] {
  const peers = Object.keys(peerDependencies ?? {});
  return [
    ...Object.keys(dependencies ?? {}),
    ...peers.filter((name) => !peerDependenciesMeta?.[name]?.optional),
  ];
}

/** Returns the path at which Node finds `name` from the package at `at`: in its own folder or an outer one. */
function find(lock: Lock, at: string, name: string): string | undefined {
  const parts = at.split('/node_modules/');
  const places = parts.map((_, depth) =>
    [...parts.slice(0, parts.length - depth), name].join('/node_modules/'),
  );
  return [...places, `node_modules/${name}`].find((place) => place in lock);
}

function describe(lock: Lock, path: string): string {
  return `${path.replace(/.*node_modules\//, '')}@${lock[path]!.version}`;
}

/** Returns the size of a folder in KiB, without the packages in it. */
function weighFolder(folder: string): number {
  const entries = readdirSync(folder, { withFileTypes: true });
  return sum(
    entries.map((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return entry.name === 'node_modules' ? 0 : weighFolder(path);
      return toBlocks(statSync(path).size);
    }),
  );
}

function toBlocks(bytes: number): number {
  return (Math.ceil(bytes / BLOCK) * BLOCK) / 1024;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
