import { type NamedPlace, replaceNames, toNames } from '../named-places.ts';

/** SQL with numbered placeholders, and the parameter names of `$1`, `$2`… in this order. */
export interface NumberedSql {
  sql: string;
  /** Parameter names in lower case. */
  names: string[];
}

/**
 * Matches a parameter, and the parts of PostgreSQL's syntax that may contain a colon without a parameter: literals
 * (plain, escaped), quoted identifiers, comments and casts. Of dollar quotes and nested block comments, it matches only
 * the start.
 */
const TOKEN =
  /\b[eE]'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|(?<![\w$])(?<quote>\$(?:[A-Za-z_]\w*)?\$)|::|:=|(?<!\w):(?<name>[A-Za-z_]\w*)|(?<open>\/\*)|(?<end>;)/g;

/** Parameter names in lower case. */
type Names = ReadonlySet<string>;

const NO_LISTS: Names = new Set();

/**
 * Turns `:Name` into `$1`, `$2`…, ignoring the case of the name. Each value is bound as text, and the SQL casts it if
 * it needs another type: `:Year::int`. The parameters that `lists` names are bound as lists of texts. Literals,
 * identifiers, comments and `::` casts do not change.
 */
export function toNumberedSql(sql: string, lists = NO_LISTS): NumberedSql {
  const places = findPlaces(sql, lists);
  return { sql: replaceNames(sql, places), names: toNames(places) };
}

/** Returns the `:Name`s of a SELECT, in their order. */
export function findPlaces(sql: string, lists = NO_LISTS): NamedPlace[] {
  const places: NamedPlace[] = [];
  const names = new Map<string, number>();
  for (const match of findTokens(sql)) {
    const { name } = match.groups!;
    if (!name) continue;
    const key = name.toLowerCase();
    const number = names.get(key) ?? names.size + 1;
    names.set(key, number);
    const placeholder = `($${number}::text${lists.has(key) ? '[]' : ''})`;
    places.push({ name: key, from: match.index, to: match.index + match[0].length, placeholder });
  }
  return places;
}

function findTokens(sql: string): RegExpExecArray[] {
  const tokens: RegExpExecArray[] = [];
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(sql); match; match = TOKEN.exec(sql)) {
    const { open, quote } = match.groups!;
    if (open) TOKEN.lastIndex = endOfComment(sql, match.index);
    if (quote) TOKEN.lastIndex = endOfQuote(sql, quote, TOKEN.lastIndex);
    tokens.push(match);
  }
  return tokens;
}

/** Returns one statement of SQL without its semicolon and the comments after it. */
export function withoutSemicolon(sql: string): string {
  return sql.slice(0, findTokens(sql).find(({ groups }) => groups!.end)?.index);
}

/** Returns the end of a dollar quote. A quote that is never closed reaches to the end of the SQL. */
function endOfQuote(sql: string, quote: string, from: number): number {
  const end = sql.indexOf(quote, from);
  return end === -1 ? sql.length : end + quote.length;
}

/** Returns the end of a block comment. A comment that is never closed reaches to the end of the SQL. */
function endOfComment(sql: string, start: number): number {
  const mark = /\/\*|\*\//g;
  mark.lastIndex = start;
  let depth = 0;
  for (let match = mark.exec(sql); match; match = mark.exec(sql)) {
    depth += match[0] === '/*' ? 1 : -1;
    if (depth === 0) return mark.lastIndex;
  }
  return sql.length;
}
