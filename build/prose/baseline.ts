/** Hits per folder. A folder without hits is missing. */
export type Counts = Record<string, number>;

const DEPTH = 4;

/** Returns the folder of a file, at most four levels deep. A file of the root counts as its own folder. */
export function toFolder(path: string): string {
  return path.split('/').slice(0, -1).slice(0, DEPTH).join('/') || path;
}

/** Counts the hits of each folder. */
export function countByFolder(hits: { path: string }[]): Counts {
  const counts: Counts = {};
  for (const { path } of hits) counts[toFolder(path)] = (counts[toFolder(path)] ?? 0) + 1;
  return counts;
}

/** Returns the folders of `counts` that exceed `limits`. A folder without a limit must have no hits. */
export function findExceeding(counts: Counts, limits: Counts): string[] {
  return Object.keys(counts).filter((folder) => counts[folder]! > (limits[folder] ?? 0));
}

/** Returns the next baseline: lower for folders with fewer hits, and never higher. */
export function toLowered(baseline: Counts, counts: Counts): Counts {
  const lowered = Object.entries(baseline)
    .map(([folder, limit]): [string, number] => [folder, Math.min(limit, counts[folder] ?? 0)])
    .filter(([, limit]) => limit > 0);
  return Object.fromEntries(lowered);
}
