import { changedPaths, countCommits } from './changed.mjs';
import { OUTER } from './tiers.mjs';

/** The time for the parts whose paths have changed. */
const MINUTES = 10;
/** A change below one of these paths can break every part. */
const SHARED = ['package-lock.json', 'vitest.config.ts', 'test/support', 'test/run'];
/** CI runs this part each time. */
const ALWAYS = 'package';

/**
 * Prints a line for each part of the outer tests: `changed NAME` runs because of its paths, `next NAME` because it is
 * its turn, `left NAME` does not run. `changed` and `next` are followed by `network` if the part installs packages.
 */
const parts = Object.entries(OUTER)
  .filter(([name]) => name !== ALWAYS)
  .toSorted(([, a], [, b]) => a.minutes - b.minutes);
const changed = chooseChanged();
const others = parts.filter(([name]) => !changed.includes(name)).map(([name]) => name);
const next = others[countCommits() % others.length];

for (const [name, { needsNetwork }] of parts) {
  const word = changed.includes(name) ? 'changed' : name === next ? 'next' : 'left';
  console.log(`${word} ${name}${needsNetwork ? ' network' : ''}`);
}

/** Returns the names of the cheapest parts whose paths have changed. */
function chooseChanged() {
  const paths = changedPaths();
  let minutes = 0;
  return parts
    .filter(([, part]) => !paths || touches(paths, [...SHARED, ...part.paths]))
    .filter(([, part]) => (minutes += part.minutes) <= MINUTES)
    .map(([name]) => name);
}

function touches(paths, places) {
  return paths.some((path) => places.some((place) => path === place || path.startsWith(place)));
}
