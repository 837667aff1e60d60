/** The fewest letters that leaving out must save. */
const LEAST_SAVING = 4;

/**
 * Shortens names longer than `length` that begin alike, because a cut at the end would make them equal. Keeps the
 * first `head` letters: `Premium Ar…Brazil`. Different names stay different.
 */
export function toShortNames(names: readonly string[], length: number, head: number): string[] {
  const sorted = [...new Set(names)].toSorted();
  const shortenAll = (toShared: (name: string, index: number) => number): Map<string, string> =>
    new Map(
      sorted.map((name, index) => [
        name,
        name.length > length ? leaveOut(name, head, toShared(name, index)) : name,
      ]),
    );
  const byNeighbor = shortenAll((name, index) =>
    Math.max(countShared(name, sorted[index - 1]), countShared(name, sorted[index + 1])),
  );
  // Two groups of names may end alike. The beginning that all names of a group share is shorter.
  const short =
    new Set(byNeighbor.values()).size === sorted.length
      ? byNeighbor
      : shortenAll((name) => {
          const group = sorted.filter((other) => other.startsWith(name.slice(0, head)));
          return group.length > 1 ? countShared(group[0]!, group.at(-1)) : 0;
        });
  return names.map((name) => short.get(name)!);
}

/** Returns a name without the letters between its head and the last word that begins before `end`. */
function leaveOut(name: string, head: number, end: number): string {
  const word = name.lastIndexOf(' ', end - 1) + 1;
  const from = word > head ? word : end;
  if (from - head < LEAST_SAVING) return name;
  // A surrogate pair stays whole.
  const start = name.slice(0, head).replace(/[\ud800-\udbff]$/, '');
  const rest = name.slice(/[\udc00-\udfff]/.test(name.charAt(from)) ? from - 1 : from);
  return `${start}…${rest}`;
}

function countShared(one: string, other = ''): number {
  let count = 0;
  while (count < one.length && one[count] === other[count]) count += 1;
  return count;
}
