import type { BoundValues, SqlValue } from '../bound-values.ts';
import type { NamedPlace } from '../named-places.ts';

/**
 * Matches a parameter, and the parts of MySQL's syntax that may contain a colon without a parameter: literals with
 * backslashes, quoted identifiers and comments. A comment that is never closed reaches to the end of the SQL.
 */
const TOKEN =
  /'(?:[^'\\]|\\[\s\S]|'')*'|"(?:[^"\\]|\\[\s\S]|"")*"|`(?:[^`]|``)*`|#[^\n]*|--(?=\s|$)[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|:=|(?<!\w):(?<name>[A-Za-z_]\w*)|(?<end>;)/g;
/** Matches the SQL before and after the parameter of `IN (:Name)`. */
const BEFORE_LIST = /\bIN\s*\(\s*$/i;
const AFTER_LIST = /^\s*\)/;
/** The largest number of characters before and after a parameter that count. */
const LIST_LENGTH = 100;

/** A parameter in SQL, and the values of its placeholders. */
export interface BoundPlace extends NamedPlace {
  values: readonly SqlValue[];
}

/**
 * Finds the parameters of a SELECT. Each has one placeholder, whose value is text. In `IN (:Name)`, a list has one
 * placeholder for each of its values. Elsewhere, it is bound as the text of a JSON array, because MySQL has no arrays.
 */
export function findPlaces(sql: string, values: BoundValues = {}): BoundPlace[] {
  return [...sql.matchAll(TOKEN)].flatMap((match) => {
    const name = match.groups!['name']?.toLowerCase();
    if (!name) return [];
    const [from, to] = [match.index, match.index + match[0].length];
    const isInList = isIn(sql, from, to);
    const bound = toValues(values, name, isInList);
    return { name, from, to, placeholder: bound.map(() => '?').join(', '), values: bound };
  });
}

/** Returns whether a parameter is the only thing in the parentheses of `IN`. */
function isIn(sql: string, from: number, to: number): boolean {
  const before = sql.slice(Math.max(0, from - LIST_LENGTH), from);
  return BEFORE_LIST.test(before) && AFTER_LIST.test(sql.slice(to, to + LIST_LENGTH));
}

function toValues(values: BoundValues, name: string, isInList: boolean): readonly SqlValue[] {
  const value = Object.hasOwn(values, name) ? values[name]! : null;
  if (!Array.isArray(value)) return [value];
  if (value.length === 0) return [null];
  return isInList ? value : [JSON.stringify(value)];
}

/** Returns one statement of SQL without its semicolon and the comments after it. */
export function withoutSemicolon(sql: string): string {
  const end = [...sql.matchAll(TOKEN)].find(({ groups }) => groups!['end']);
  return sql.slice(0, end?.index);
}
