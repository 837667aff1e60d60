/**
 * Returns the least number of letters to add, remove and replace, regardless of case:
 * https://en.wikipedia.org/wiki/Levenshtein_distance
 */
export function nameDistance(from: string, to: string): number {
  const target = to.toLowerCase();
  let row = Array.from({ length: target.length + 1 }, (_, column) => column);
  for (const [index, letter] of Array.from(from.toLowerCase()).entries()) {
    const next = [index + 1];
    for (let column = 0; column < target.length; column += 1) {
      const replaced = row[column]! + Number(letter !== target[column]);
      next.push(Math.min(replaced, row[column + 1]! + 1, next[column]! + 1));
    }
    row = next;
  }
  return row.at(-1)!;
}
