/** A column of a SELECT: its expression as words and signs, in lower case outside of quotes. */
export interface SelectItem {
  /** The author's name of the column; `null` if the engine names it. */
  name: string | null;
  tokens: readonly string[];
}

/** Matches blanks or a comment, a text or a quoted name, a word, a number, a cast, and any other sign of usual SQL. */
const TOKEN =
  /(?<blank>\s+|--[^\n]*|\/\*(?:[^*/]|\*(?!\/)|\/(?!\*))*\*\/)|'(?:[^'\\]|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|[\p{L}_][\p{L}\p{N}_]*|\d[\d.]*|::|\/(?!\*)|[^'"`\\#$/]/uy;
const QUOTE = /^['"`]/;
const NAME = /^['"`\p{L}_]/u;
/** The last words of expressions that are not names. */
const NO_NAME = /^(end|false|null|precision|true)$/;
/** The end of an expression, after which a name needs no `AS`. */
const END = /^[)\]'"`\p{L}\p{N}_]/u;
/** The words of SELECTs whose rows have subtotals, and of those that combine several SELECTs. */
const SUBTOTALS = /^(cube|grouping|rollup)$/;
const COMBINED = /^(except|intersect|select|union)$/;

/** Returns the columns of a SELECT of any engine. Returns `null` if they are not clear, as in a UNION. */
export function readSelectList(sql: string): SelectItem[] | null {
  const tokens = toTokens(sql);
  if (!tokens || tokens.some((token) => SUBTOTALS.test(token))) return null;
  const outer = findOuter(tokens);
  const start = outer.find((place) => tokens[place] === 'select');
  if (start === undefined || tokens[start + 1] === 'distinct') return null;
  const after = outer.filter((place) => place > start);
  if (after.some((place) => COMBINED.test(tokens[place]!))) return null;
  const end = after.find((place) => /^(from|;)$/.test(tokens[place]!)) ?? tokens.length;
  const commas = after.filter((place) => tokens[place] === ',' && place < end);
  return [start, ...commas].map((place, index) =>
    toItem(tokens.slice(place + 1, commas[index] ?? end)),
  );
}

/** Returns the words and signs of SQL; `null` if one of them is unusual. */
function toTokens(sql: string): string[] | null {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < sql.length) {
    const match = TOKEN.exec(sql);
    if (!match) return null;
    const [token] = match;
    if (!match.groups!['blank']) tokens.push(QUOTE.test(token) ? token : token.toLowerCase());
  }
  return tokens;
}

/** Returns the places of the tokens outside of all parentheses. */
function findOuter(tokens: readonly string[]): number[] {
  let depth = 0;
  return tokens.flatMap((token, place) => {
    if (/^[([]$/.test(token)) depth += 1;
    if (/^[)\]]$/.test(token)) depth -= 1;
    return depth === 0 ? [place] : [];
  });
}

function toItem(tokens: readonly string[]): SelectItem {
  const [before = '', last = ''] = tokens.slice(-2);
  if (!NAME.test(last) || NO_NAME.test(last)) return { name: null, tokens };
  if (before === 'as') return { name: toName(last), tokens: tokens.slice(0, -2) };
  return END.test(before)
    ? { name: toName(last), tokens: tokens.slice(0, -1) }
    : { name: null, tokens };
}

function toName(token: string): string {
  const [quote] = QUOTE.exec(token) ?? [];
  return quote ? token.slice(1, -1).replaceAll(quote + quote, quote) : token;
}
