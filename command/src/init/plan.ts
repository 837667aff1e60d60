import type { Folder } from './folder.ts';
import { InitError } from './init-error.ts';
import { insertAll, type Insertion } from './insertion.ts';
import { parseJson, parseScript, type Source } from './syntax.ts';

/** A file to write. */
export interface Change {
  path: string;
  /** `null`: the file does not exist yet. */
  before: string | null;
  after: string;
  /** A few words for the developer. */
  purpose: string;
}

/** Lines that the developer adds, because the file does not allow it otherwise. */
export interface Hint {
  /** A sentence that ends in a colon. */
  text: string;
  lines: string;
}

/** The changes to make, and the hints for the rest. */
export class Plan {
  readonly changes: Change[] = [];
  readonly hints: Hint[] = [];
  /** The files that `init` creates, whether they exist already or not. */
  readonly ownFiles: string[] = [];

  /** `isRepeated`: the application has the package already, so that a file of the same name is from an earlier run. */
  constructor(
    readonly folder: Folder,
    readonly isRepeated: boolean,
  ) {}

  /** Adds a new file. An existing file never changes. */
  create(path: string, text: string, purpose: string): void {
    const before = this.folder.read(path);
    this.ownFiles.push(path);
    if (before === null) this.changes.push({ path, before, after: text, purpose });
    else if (before !== text && !this.isRepeated)
      this.print(`${path} exists already and stays as it is. It would have been:`, text);
  }

  /** Adds to a file. If `edit` returns `null`, the hint is printed. */
  add(path: string, edit: (text: string) => string | null, purpose: string, hint: string): void {
    const earlier = this.changes.find((change) => change.path === path);
    const before = earlier ? earlier.after : this.#readable(path);
    const after = before === null ? null : edit(before);
    if (after === null) this.print(`Add to ${path}:`, hint);
    else if (earlier) earlier.after = after;
    else if (after !== before) this.changes.push({ path, before, after, purpose });
  }

  /** Adds to a script or a JSON file that can be parsed, and only so that it can be parsed afterwards. */
  insert(
    path: string,
    find: (source: Source) => Insertion[] | null,
    { purpose, hint }: { purpose: string; hint: string },
  ): void {
    const parse = path.endsWith('.json') ? parseJson : parseScript;
    const edit = (text: string): string | null => {
      const source = parse(text);
      const insertions = source && find(source);
      if (!insertions) return null;
      const after = insertAll(text, insertions);
      return parse(after) ? after : null;
    };
    this.add(path, edit, purpose, hint);
  }

  print(text: string, lines: string): void {
    this.hints.push({ text, lines });
  }

  #readable(path: string): string | null {
    this.folder.place(path);
    try {
      return this.folder.read(path);
    } catch (error) {
      if (error instanceof InitError) return null;
      throw error;
    }
  }
}
