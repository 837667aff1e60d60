import { readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { countByFolder, findExceeding, toFolder, toLowered, type Counts } from './baseline.ts';
import { findAddedLines, listFiles } from './project-files.ts';
import { findHits, toMessage, type Hit } from './rules.ts';

const BASELINE = 'build/prose/baseline.json';
/** The first file is generated from the results of the benches, and the second is stilted on purpose. */
const UNCHECKED = new Set(['bench/RESULTS.md', 'test/build/prose.test.ts']);

/** Returns the messages of all hits in a folder or file of the project. */
export function listProse(root: string, place: string): string[] {
  const folder = posix.join('/', place, '/');
  return findProjectHits(root)
    .filter(({ path }) => `/${path}/`.startsWith(folder))
    .map(toMessage);
}

/**
 * Compares the project in `root` with its baseline, which `isUpdate` lowers. Returns the reasons why the check
 * fails, or an empty array if it passes.
 */
export function lintProse(root: string, { isUpdate = false } = {}): string[] {
  const file = join(root, BASELINE);
  const baseline = JSON.parse(readFileSync(file, 'utf8')) as Counts;
  const hits = findProjectHits(root);
  const counts = countByFolder(hits);
  const exceeding = findExceeding(counts, baseline);
  const faults = [
    ...findAdded(root, hits, exceeding).map(toMessage),
    ...exceeding.map((name) => `${name}: ${counts[name]} hits, at most ${baseline[name] ?? 0}`),
  ];
  const lowered = toLowered(baseline, counts);
  if (isUpdate) writeFileSync(file, `${JSON.stringify(lowered, null, 2)}\n`);
  else
    for (const name of findExceeding(baseline, lowered))
      faults.push(
        `${name}: ${lowered[name] ?? 0} hits, fewer than its ${baseline[name]}; ` +
          'lower the baseline: npm run lint:prose -- --update',
      );
  return faults;
}

/** Returns the hits of each folder on lines newer than the baseline, or all its hits if no line is newer. */
function findAdded(root: string, hits: Hit[], folders: string[]): Hit[] {
  if (!folders.length) return [];
  const isAdded = findAddedLines(root, BASELINE, folders);
  return folders.flatMap((folder) => {
    const inFolder = hits.filter(({ path }) => toFolder(path) === folder);
    const added = inFolder.filter(({ path, line }) => isAdded(path, line));
    return added.length ? added : inFolder;
  });
}

function findProjectHits(root: string): Hit[] {
  return listFiles(root)
    .filter((path) => !UNCHECKED.has(path))
    .flatMap((path) => findHits(path, readFileSync(join(root, path), 'utf8')));
}
