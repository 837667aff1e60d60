/** The position of a `:Name` in SQL, from its colon to the end of its name. */
export interface NamedPlace {
  /** The name in lower case. */
  name: string;
  from: number;
  to: number;
  /** The replacement, such as `($1::text)`. */
  placeholder: string;
}

/** Replaces each `:Name` by its placeholder. */
export function replaceNames(sql: string, places: readonly NamedPlace[]): string {
  let text = '';
  let end = 0;
  for (const { from, to, placeholder } of places) {
    text += sql.slice(end, from) + placeholder;
    end = to;
  }
  return text + sql.slice(end);
}

/** Converts an offset in SQL with placeholders, such as that of an error, to an offset in `sql`. */
export function toNamedOffset(sql: string, places: readonly NamedPlace[], offset: number): number {
  let longer = 0;
  for (const { from, to, placeholder } of places) {
    const begin = from + longer;
    if (offset <= begin) break;
    if (offset < begin + placeholder.length) return from;
    longer += placeholder.length - (to - from);
  }
  return Math.max(0, Math.min(sql.length, offset - longer));
}

/** Returns the names of the places, each once. */
export function toNames(places: readonly NamedPlace[]): string[] {
  return [...new Set(places.map(({ name }) => name))];
}
