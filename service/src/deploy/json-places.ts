/** A value in a JSON text, with the values inside it by their keys or indexes. */
export interface JsonPlace {
  /** The line of its key, or of the value itself in a list. */
  line: number;
  parts: ReadonlyMap<string, JsonPlace>;
}

/** A fault that `JSON.parse` accepts. */
export interface JsonFault {
  line: number;
  message: string;
}

/** A value whose end was not found yet. */
interface OpenPlace {
  parts: Map<string, JsonPlace>;
  /** The index of the next item of a list; `null` in an object. */
  index: number | null;
}

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]|[^\s{}[\]:,"]+/g;
/** The levels of a dashboard are fewer. */
const MAX_DEPTH = 32;

/**
 * Returns the places of all values in a text that is JSON, and the first fault: a key that an object has twice, of which
 * `JSON.parse` would take the last one, or the key `__proto__`, which an object does not keep as a field.
 */
export function findJsonPlaces(text: string): { root: JsonPlace; fault: JsonFault | null } {
  const root = { line: 1, parts: new Map<string, JsonPlace>() };
  const open: OpenPlace[] = [];
  const lines = new LineCounter(text);
  let next: Map<string, JsonPlace> = root.parts;
  let isKey = false;
  for (const { 0: token, index: at } of text.matchAll(TOKEN)) {
    const line = lines.count(at);
    const top = open.at(-1);
    if (token === '}' || token === ']') {
      open.pop();
      isKey = false;
    } else if (token === ',') {
      isKey = top!.index === null;
    } else if (isKey) {
      const key = JSON.parse(token) as string;
      const message = toFault(key, top!);
      if (message) return { root, fault: { line, message } };
      next = addPlace(top!, key, line);
      isKey = false;
    } else if (token !== ':') {
      if (top && top.index !== null) next = addPlace(top, String(top.index++), line);
      isKey = token === '{';
      if (isKey || token === '[') open.push({ parts: next, index: isKey ? null : 0 });
      if (open.length > MAX_DEPTH) return { root, fault: { line, message: TOO_DEEP } };
    }
  }
  return { root, fault: null };
}

const TOO_DEEP = 'This is nested too deeply.';

function toFault(key: string, { parts }: OpenPlace): string | null {
  if (parts.has(key)) return `Remove one of both “${key.slice(0, 40)}”.`;
  return key === '__proto__' ? 'Remove “__proto__”: there is no such field.' : null;
}

/** Adds a value to its parent. Returns where the values inside it belong. */
function addPlace({ parts }: OpenPlace, key: string, line: number): Map<string, JsonPlace> {
  const inside = new Map<string, JsonPlace>();
  parts.set(key, { line, parts: inside });
  return inside;
}

/** Counts the lines of a text from its beginning to its end. */
class LineCounter {
  readonly #text: string;
  #line = 1;
  #next: number;

  constructor(text: string) {
    this.#text = text;
    this.#next = text.indexOf('\n');
  }

  /** Returns the line of a place that is not before the last one. */
  count(at: number): number {
    while (this.#next !== -1 && this.#next < at) {
      this.#line += 1;
      this.#next = this.#text.indexOf('\n', this.#next + 1);
    }
    return this.#line;
  }
}

/** Returns the line of a value, or of the innermost one around it that is there. */
export function findLine({ line, parts }: JsonPlace, path: readonly string[]): number {
  const [key, ...rest] = path;
  const part = key === undefined ? undefined : parts.get(key);
  return part ? findLine(part, rest) : line;
}

/** Returns the first key of a path that is not there. */
export function findMissing(
  { parts }: JsonPlace,
  [key, ...rest]: readonly string[],
): string | undefined {
  const part = key === undefined ? undefined : parts.get(key);
  return part ? findMissing(part, rest) : key;
}

/** Returns the line at which a text is no longer the beginning of JSON: the last one if it ends too early. */
export function findBadLine(text: string): number {
  const lines = text.trimEnd().split('\n');
  let [good, bad] = [0, lines.length];
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (isBeginning(lines.slice(0, middle).join('\n'))) good = middle;
    else bad = middle;
  }
  return bad;
}

/** V8 names no offset for a text that ends too early, and none for some other faults. */
function isBeginning(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    const { message } = error as Error;
    const [, offset = -1] = / at position (\d+)/.exec(message) ?? [];
    return /end of JSON input/.test(message) || Number(offset) >= text.length;
  }
}
