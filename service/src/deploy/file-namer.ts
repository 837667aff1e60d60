import { toSafeName } from '../page/file-name.ts';

/** Gives texts names of files in one folder, which differ on every file system. */
export class FileNamer {
  readonly #taken = new Set<string>();

  /** Returns a name without its extension. A name that is taken gets a number. */
  name(text: string): string {
    const safe = toSafeName(text.normalize('NFC')).replaceAll(' ', '-');
    let name = safe;
    for (let number = 2; this.#taken.has(toFolded(name)); number += 1) name = `${safe}-${number}`;
    this.#taken.add(toFolded(name));
    return name;
  }
}

/** Returns the same text for all names that some file system takes for one. */
function toFolded(name: string): string {
  return name.normalize('NFKD').toUpperCase().toLowerCase();
}
