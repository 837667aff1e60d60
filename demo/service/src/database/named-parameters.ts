/** SQL with numbered places for values, and the names that stand at `$1`, `$2`… in this order. */
export interface NumberedSql {
  sql: string;
  /** Parameter names in lower case. */
  names: string[];
}

/**
 * What in PostgreSQL's syntax may hold a colon that begins no parameter: literals (plain, escaped), quoted
 * identifiers, comments, casts, and the beginnings of what a search by itself ends: dollar quotes, and block comments,
 * which nest.
 */
const TOKEN =
  /\b[eE]'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|(?<![\w$])(?<quote>\$(?:[A-Za-z_]\w*)?\$)|::|:=|(?<!\w):(?<name>[A-Za-z_]\w*)|(?<open>\/\*)/g;

/**
 * Turns `:Name` into `$1`, `$2`…, whatever the case of the name. Each value is bound as text and is cast where the
 * SQL wants another type: `:Year::int`. Literals, identifiers, comments and `::` casts are left as they are.
 */
export function toNumberedSql(sql: string): NumberedSql {
  const names: string[] = [];
  let numbered = '';
  let from = 0;
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(sql); match; match = TOKEN.exec(sql)) {
    const { name, open, quote } = match.groups!;
    if (open) TOKEN.lastIndex = endOfComment(sql, match.index);
    if (quote) TOKEN.lastIndex = endOfQuote(sql, quote, TOKEN.lastIndex);
    if (!name) continue;
    const key = name.toLowerCase();
    if (!names.includes(key)) names.push(key);
    numbered += `${sql.slice(from, match.index)}($${names.indexOf(key) + 1}::text)`;
    from = TOKEN.lastIndex;
  }
  return { sql: numbered + sql.slice(from), names };
}

/** What is never closed reaches to the end. */
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
