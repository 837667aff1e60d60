import { readSelectList } from './select-list.ts';

/** A whole type after `::`, such as `numeric(10, 2)`. */
const CAST = /^:: [\w ]+(\( [\d ,]+ \))?$/;

/**
 * Returns the columns of a result whose values add up: those that its SELECT makes with `sum` or `count`. Columns of
 * which this is not clear are none of them. `names`: all columns of the result.
 */
export function findAddedColumns(sql: string, names: readonly string[]): string[] {
  const items = readSelectList(sql) ?? [];
  const isEach = items.length === names.length;
  const toName = (index: number) => (isEach ? names[index] : items[index]!.name)?.toLowerCase();
  return names.filter((name) => {
    const found = items.filter((_, index) => toName(index) === name.toLowerCase());
    return found.length === 1 && isAdded(found[0]!.tokens);
  });
}

/** Returns whether an expression is a sum or a count, with a condition, a cast, rounding or a zero at most. */
function isAdded([name, open, ...rest]: readonly string[]): boolean {
  if (open !== '(') return false;
  const end = findEnd(rest);
  const inner = rest.slice(0, end);
  const after = rest.slice(end + 1);
  const [comma, last = ''] = inner.slice(-2);
  switch (name) {
    case 'sum':
    case 'count':
      return inner[0] !== 'distinct' && isCast(withoutFilter(after));
    case 'cast':
      return after.length === 0 && isAdded(inner.slice(0, inner.lastIndexOf('as')));
    case 'coalesce':
    case 'ifnull':
      return isCast(after) && comma === ',' && Number(last) === 0 && isAdded(inner.slice(0, -2));
    case 'round':
      return isCast(after) && isAdded(comma === ',' ? inner.slice(0, -2) : inner);
    default:
      return false;
  }
}

/** Removes a condition. `OVER (…)` would make a running total, which does not add up. */
function withoutFilter(tokens: readonly string[]): readonly string[] {
  const [word, open, ...rest] = tokens;
  return word === 'filter' && open === '(' ? rest.slice(findEnd(rest) + 1) : tokens;
}

function isCast(tokens: readonly string[]): boolean {
  return tokens.length === 0 || CAST.test(tokens.join(' '));
}

/** Returns the place of the parenthesis that closes one before the tokens. */
function findEnd(tokens: readonly string[]): number {
  let depth = 1;
  const end = tokens.findIndex((token) => {
    if (token === '(') depth += 1;
    if (token === ')') depth -= 1;
    return depth === 0;
  });
  return end < 0 ? tokens.length : end;
}
