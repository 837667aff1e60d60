/** Returns the lines of `after` that `before` does not have, in their order. A comma at the end does not count. */
export function addedLines(before: string, after: string): string[] {
  const lines = after.split(/\r?\n/);
  const [old, all] = [before.split(/\r?\n/), lines].map((each) =>
    each.map((line) => line.replace(/,$/, '')),
  ) as [string[], string[]];
  let start = 0;
  while (start < old.length && old[start] === all[start]) start++;
  let end = 0;
  while (end < old.length - start && old.at(-1 - end) === all.at(-1 - end)) end++;
  const oldMiddle = old.slice(start, old.length - end);
  const middle = all.slice(start, all.length - end);
  const common = commonLines(oldMiddle, middle);
  return middle.flatMap((_, index) => (common.has(index) ? [] : lines[start + index]!));
}

/** Returns the indexes of the lines of `after` in the longest common sequence of lines. */
function commonLines(before: readonly string[], after: readonly string[]): Set<number> {
  const lengths = before.map(() => after.map(() => 0));
  const at = (row: number, column: number): number => lengths[row]?.[column] ?? 0;
  for (let row = before.length - 1; row >= 0; row--) {
    for (let column = after.length - 1; column >= 0; column--) {
      lengths[row]![column] =
        before[row] === after[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const common = new Set<number>();
  for (let row = 0, column = 0; row < before.length && column < after.length;) {
    if (before[row] === after[column]) {
      common.add(column++);
      row++;
    } else if (at(row + 1, column) >= at(row, column + 1)) row++;
    else column++;
  }
  return common;
}
