import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Manifest, readManifest } from './pack-package.ts';

/** The parts of a CycloneDX document that this file reads. */
interface Sbom {
  metadata: { component: { 'bom-ref': string } };
  components: { 'bom-ref': string; properties: unknown[] }[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

/** Returns the libraries of all packages of a clone, as `npm sbom` lists them: development tools too. */
export function readSbom(clone: string): Sbom {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
  const options = { cwd: clone, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const;
  return JSON.parse(execFileSync('npm', args, options)) as Sbom;
}

/**
 * Returns the part of the list that a package brings: its dependencies with theirs, and the libraries in its bundles,
 * which npm calls development dependencies. `bundled` has their folders. `source` is the package's folder in the clone.
 */
export function toPackageSbom(
  all: Sbom,
  { name, version, dependencies = {} }: Manifest,
  bundled: readonly string[],
  source: string,
): Sbom {
  const own = Object.keys(dependencies).map((library) => findLibrary(source, library));
  const direct = [...new Set([...own, ...bundled])].map((folder) => {
    const library = readManifest(folder);
    return `${library.name}@${library.version}`;
  });
  const needed = new Set(direct);
  const below = new Map(all.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
  // A set also iterates over what is added meanwhile.
  for (const ref of needed) for (const next of below.get(ref) ?? []) needed.add(next);
  const ref = `${name}@${version}`;
  const { component } = all.metadata;
  return {
    ...all,
    metadata: {
      ...all.metadata,
      component: { ...component, 'bom-ref': ref, ...{ name, version, purl: `pkg:npm/${ref}` } },
    },
    components: all.components
      .filter((entry) => needed.has(entry['bom-ref']))
      // The properties say “development”.
      .map((entry) => Object.assign(entry, { properties: [] })),
    dependencies: [
      { ref, dependsOn: direct },
      ...all.dependencies.filter((entry) => needed.has(entry.ref)),
    ],
  };
}

/** Returns the folder of a library, in the closest `node_modules`, as Node finds it. */
function findLibrary(folder: string, name: string): string {
  const library = join(folder, 'node_modules', name);
  return existsSync(library) ? library : findLibrary(dirname(folder), name);
}
