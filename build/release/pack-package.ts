import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Owner, OWNER, toManifestFields } from './owner.ts';
import { linkDocuments } from './packed-links.ts';

/** The fields of a package's `package.json` that a release reads. */
export interface Manifest {
  name: string;
  version: string;
  dependencies?: Record<string, string>;
}

/** A package as its users get it. */
export interface PackedPackage {
  /** The folder with its files. */
  folder: string;
  tarball: string;
  manifest: Manifest;
}

/**
 * Packs a built package with the facts of its owner. `target` gets the tarball and a folder of its files. `place` is the
 * package's folder in the repository.
 */
export function packPackage(
  source: string,
  target: string,
  owner: Owner = OWNER,
  place = '.',
): PackedPackage {
  mkdirSync(target, { recursive: true });
  const folder = mkdtempSync(join(target, 'package-'));
  const draft = pack(source, folder);
  execFileSync('tar', ['-xzf', draft, '--strip-components=1', '-C', folder]);
  rmSync(draft);
  linkDocuments({ folder, place, repository: owner.repository });
  const manifest = { ...readManifest(folder), ...toManifestFields(owner) };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  return { folder, tarball: pack(folder, target), manifest };
}

/** Packs the files of a folder, without building anything. Returns the tarball's path. */
function pack(folder: string, target: string): string {
  // npm takes some relative paths for repositories.
  const args = ['pack', resolve(folder), '--ignore-scripts', '--silent', '--pack-destination'];
  return join(target, execFileSync('npm', [...args, target], { encoding: 'utf8' }).trim());
}

/** Reads the `package.json` of a folder. */
export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}
