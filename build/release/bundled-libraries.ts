import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bundleScript, LICENSES_FILE, PAGE_SCRIPTS } from '../../service/src/start/find-script.ts';
import { listFiles } from './compare-folders.ts';

/** The libraries whose code is in one file of a package. */
export interface Bundle {
  file: string;
  /** The file of the package that must have their licenses. */
  licenses: string;
  /** Their folders, as paths in the repository. */
  libraries: readonly string[];
}

const LIBRARY = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/;
const LICENSE = /^(licen[sc]e|notice)(\.(txt|md))?$/i;

/** Reads the libraries in the scripts of a package from their source maps. */
export function readBundles(folder: string): Bundle[] {
  const maps = listFiles(folder).filter((path) => path.endsWith('.js.map'));
  return maps.flatMap((path) => {
    const { sources } = JSON.parse(readFileSync(join(folder, path), 'utf8')) as {
      sources: string[];
    };
    const folders = sources.flatMap((source) => LIBRARY.exec(join(dirname(path), source)) ?? []);
    const file = path.replace(/\.map$/, '');
    const libraries = [...new Set(folders)].toSorted();
    return libraries.length ? [{ file, licenses: `${file}.LICENSE.txt`, libraries }] : [];
  });
}

/** Bundles the scripts of the service's pages in the folder of a clone, and returns the libraries in each. */
export function readPageBundles(clone: string): Promise<Bundle[]> {
  return Promise.all(
    Object.values(PAGE_SCRIPTS).map(async (path) => {
      const { libraries } = await bundleScript(join(clone, 'service/src', path));
      const folders = libraries.map((name) => `node_modules/${name}`);
      return { file: path, licenses: LICENSES_FILE, libraries: folders };
    }),
  );
}

/** Returns a finding for each license or notice that a package must have and does not have. `clone` has the libraries. */
export function findMissingLicenses(
  folder: string,
  bundles: readonly Bundle[],
  clone: string,
): string[] {
  return bundles.flatMap(({ file, licenses, libraries }) => {
    const path = join(folder, licenses);
    const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
    return libraries.flatMap((library) => {
      const own = readLicenses(join(clone, library));
      if (own.length > 0 && own.every((license) => text.includes(license))) return [];
      return [`${licenses}: add the license of ${toName(library)}, which is in ${file}.`];
    });
  });
}

function readLicenses(library: string): string[] {
  if (!existsSync(library)) return [];
  const names = readdirSync(library).filter((name) => LICENSE.test(name));
  return names.map((name) => readFileSync(join(library, name), 'utf8').trim());
}

/** Returns the name of the library in a folder. */
function toName(library: string): string {
  return library.replace(/^.*node_modules\//, '');
}
