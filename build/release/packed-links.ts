import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** A package whose documents get links that work without the repository. */
export interface LinkedPackage {
  /** The folder with the files of the package. */
  folder: string;
  /** The folder of the package in the repository, such as `service`. */
  place: string;
  /** The address of the repository in `package.json`; `null` before the owner has set it. */
  repository: string | null;
}

/** Blocks of code, whose brackets do not make links. */
const CODE = /^(```[\s\S]*?^```)/m;
/** A link or a picture, whose label may have one level of brackets. */
const LINK = /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g;
const ABSOLUTE = /^(?:[a-z][a-z+.-]*:|\/\/|#)/i;

/** Replaces the links of all documents of a package whose files are not in it. */
export function linkDocuments(linked: LinkedPackage): void {
  for (const path of readdirSync(linked.folder, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.md')) continue;
    const file = join(linked.folder, path);
    writeFileSync(file, toPackedLinks(readFileSync(file, 'utf8'), path, linked));
  }
}

/**
 * Returns a document with absolute links to the files that the package lacks. Without an address of the repository, only
 * their labels stay.
 */
function toPackedLinks(text: string, path: string, linked: LinkedPackage): string {
  const toText = (link: string, mark: string, label: string, target: string): string => {
    const inner = label.replace(LINK, toText);
    const address = toAddress(target, path, linked);
    if (address === null) return inner;
    const isPicture = mark && address !== target;
    return `${mark}[${inner}](${address}${isPicture ? '?raw=true' : ''})`;
  };
  const parts = text.split(CODE);
  return parts.map((part) => (part.startsWith('```') ? part : part.replace(LINK, toText))).join('');
}

/** Returns the address of a link's target; `null` if it has none. */
function toAddress(target: string, path: string, linked: LinkedPackage): string | null {
  if (ABSOLUTE.test(target)) return target;
  const { folder, place, repository } = linked;
  const [file = ''] = target.split('#');
  if (existsSync(join(folder, posix.dirname(path), file))) return target;
  if (!repository) return null;
  const base = repository.replace(/^git\+/, '').replace(/\.git$/, '');
  return `${base}/blob/HEAD/${posix.join(place, posix.dirname(path), target)}`;
}
