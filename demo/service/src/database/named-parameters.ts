/** SQL with numbered places for values, and the names that stand at `$1`, `$2`… in this order. */
export interface NumberedSql {
  sql: string;
  /** Parameter names in lower case. */
  names: string[];
}

/**
 * The parts of PostgreSQL's syntax that may hold a colon without a parameter: literals (plain, escaped), quoted
 * identifiers, comments, and casts. Of dollar quotes and of block comments, which nest, only the beginning is here.
 */
const TOKEN =
  /\b[eE]'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|(?<![\w$])(?<quote>\$(?:[A-Za-z_]\w*)?\$)|::|:=|(?<!\w):(?<name>[A-Za-z_]\w*)|(?<open>\/\*)/g;

/** A `:Name` in SQL, from its colon to the end of its name. */
interface NamedPlace {
  /** In lower case. */
  name: string;
  from: number;
  to: number;
  /** The text in its place, such as `($1::text)`. */
  numbered: string;
}

/**
 * Turns `:Name` into `$1`, `$2`…, whatever the case of the name. Each value is bound as text and is cast where the
 * SQL wants another type: `:Year::int`. Literals, identifiers, comments and `::` casts are left as they are.
 */
export function toNumberedSql(sql: string): NumberedSql {
  const places = findPlaces(sql);
  let text = '';
  let end = 0;
  for (const { from, to, numbered } of places) {
    text += sql.slice(end, from) + numbered;
    end = to;
  }
  return { sql: text + sql.slice(end), names: [...new Set(places.map(({ name }) => name))] };
}

/** Returns the offset in `sql` of an offset in its numbered form, such as that of an error. */
export function toNamedOffset(sql: string, offset: number): number {
  let longer = 0;
  for (const { from, to, numbered } of findPlaces(sql)) {
    const begin = from + longer;
    if (offset <= begin) break;
    if (offset < begin + numbered.length) return from;
    longer += numbered.length - (to - from);
  }
  return Math.max(0, Math.min(sql.length, offset - longer));
}

function findPlaces(sql: string): NamedPlace[] {
  const places: NamedPlace[] = [];
  const names = new Map<string, number>();
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(sql); match; match = TOKEN.exec(sql)) {
    const { name, open, quote } = match.groups!;
    if (open) TOKEN.lastIndex = endOfComment(sql, match.index);
    if (quote) TOKEN.lastIndex = endOfQuote(sql, quote, TOKEN.lastIndex);
    if (!name) continue;
    const key = name.toLowerCase();
    const number = names.get(key) ?? names.size + 1;
    names.set(key, number);
    const numbered = `($${number}::text)`;
    places.push({ name: key, from: match.index, to: TOKEN.lastIndex, numbered });
  }
  return places;
}

/** A quote or comment that is never closed reaches to the end. */
function endOfQuote(sql: string, quote: string, from: number): number {
  const end = sql.indexOf(quote, from);
  return end < 0 ? sql.length : end + quote.length;
}

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
