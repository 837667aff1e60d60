import { readFileSync } from 'node:fs';

/** The names of the measured third-party SDKs in the report. */
export const SUPERSET_SDK = `Superset’s SDK ${versionIn('package.json', '@superset-ui/embedded-sdk')}`;
export const LOOKER_SDK = `Looker’s SDK ${versionIn('start/looker/package.json', '@looker/embed-sdk')}`;

/** Returns the version of a dependency; the package names exact versions. */
function versionIn(path: string, name: string): string {
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(new URL(path, import.meta.url), 'utf8'),
  ) as Record<'dependencies' | 'devDependencies', Record<string, string> | undefined>;
  return { ...dependencies, ...devDependencies }[name]!;
}
