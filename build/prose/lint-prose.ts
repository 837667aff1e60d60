import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { listFiles } from './project-files.ts';
import { readText } from './read-text.ts';
import { findHits, toMessage } from './rules.ts';

/** The words of a folder, and the stilted ones among them. */
export interface Rate {
  words: number;
  hits: number;
}

/** A test with stilted words on purpose. */
const UNCHECKED = 'test/build/prose.test.ts';
const DEPTH = 2;

/** Returns the messages of all stilted words in a folder or file of the project in `root`. */
export function lintProse(root: string, place = '.'): string[] {
  return readFiles(root, place).flatMap(({ path, source }) =>
    findHits(path, source).map(toMessage),
  );
}

/** Returns the rate of each folder, at most two levels deep. A file of the root counts as a folder. */
export function rateProse(root: string): Record<string, Rate> {
  const rates: Record<string, Rate> = {};
  for (const { path, source } of readFiles(root, '.')) {
    const folder = path.split('/').slice(0, -1).slice(0, DEPTH).join('/') || path;
    const rate = (rates[folder] ??= { words: 0, hits: 0 });
    rate.hits += findHits(path, source).length;
    for (const { text } of readText(path, source)) rate.words += countWords(text);
  }
  return rates;
}

function readFiles(root: string, place: string): { path: string; source: string }[] {
  const folder = posix.join('/', place, '/');
  return listFiles(root)
    .filter((path) => path !== UNCHECKED && `/${path}/`.startsWith(folder))
    .map((path) => ({ path, source: readFileSync(join(root, path), 'utf8') }));
}

function countWords(text: string): number {
  return text.match(/\p{L}[\p{L}’'-]*/gu)?.length ?? 0;
}
