import { type BoundValues, findBound, type SqlValue } from '../bound-values.ts';
import type { NamedPlace } from '../named-places.ts';
import { type Selecting, toSelecting } from './selecting-values.ts';

/**
 * Matches a parameter, and the parts of MySQL's syntax that may contain a colon without a parameter: literals with
 * backslashes, quoted identifiers and comments. A part that is never closed reaches to the end of the SQL: a search from
 * each of its quotes would take minutes. As for the server, two minus signs begin a comment before a control character, too.
 */
const TOKEN =
  /'(?:[^'\\]|\\[\s\S]?|'')*(?:'|$)|"(?:[^"\\]|\\[\s\S]?|"")*(?:"|$)|`(?:[^`]|``)*(?:`|$)|#[^\n]*|--(?=[\s\p{Cc}]|$)[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|:=|(?<!\w):(?<name>[A-Za-z_]\w*)|(?<end>;)/gu;
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
    const bound = toBound(values, name, isInList);
    const placeholder = bound.map((each) => each.placeholder).join(', ');
    return { name, from, to, placeholder, values: bound.flatMap((each) => each.values) };
  });
}

/** Returns whether a parameter is the only thing in the parentheses of `IN`. */
function isIn(sql: string, from: number, to: number): boolean {
  const before = sql.slice(Math.max(0, from - LIST_LENGTH), from);
  return BEFORE_LIST.test(before) && AFTER_LIST.test(sql.slice(to, to + LIST_LENGTH));
}

/** The SQL of a parameter, and the values of its placeholders. */
interface Bound extends Omit<Selecting, 'values'> {
  values: readonly SqlValue[];
}

function toBound(values: BoundValues, name: string, isInList: boolean): readonly Bound[] {
  const { texts, shown } = findBound(values, name);
  const bind = (...bound: SqlValue[]): Bound => ({ placeholder: '?', values: bound });
  const select = (text: string): Selecting =>
    shown ? toSelecting(text, shown) : { placeholder: '?', values: [text] };
  if (texts === null) return [bind(null)];
  if (typeof texts === 'string') return [select(texts)];
  if (texts.length === 0) return [bind(null)];
  const selecting = texts.map(select);
  return isInList ? selecting : [bind(JSON.stringify(selecting.map(({ values: [text] }) => text)))];
}

/** Returns one statement of SQL without its semicolon and the comments after it. */
export function withoutSemicolon(sql: string): string {
  const end = [...sql.matchAll(TOKEN)].find(({ groups }) => groups!['end']);
  return sql.slice(0, end?.index);
}
