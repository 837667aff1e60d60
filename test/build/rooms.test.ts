import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { FLOORS } from '../../build/lint/floors.mjs';
import { listFiles } from '../../build/release/compare-folders.ts';
import { findPermitted, type Probe } from './linted-probes.ts';

/** The files with the drawings of floors. */
const DRAWINGS = ['service/CONTRIBUTING.md', 'src/host/README.md'];

/** Returns the floors that are drawn for a folder, from the lowest to the highest. */
function readDrawing(folder: string): string[][] {
  const texts = DRAWINGS.map((path) => readFileSync(path, 'utf8')).join('\n');
  const [, drawing = ''] = new RegExp(`^\`\`\`\n${folder}\n\n(.*?)^\`\`\``, 'ms').exec(texts)!;
  const lines = drawing.matchAll(/^ {2}(\S.*?) {2,}\S/gm);
  return Array.from(lines, ([, rooms]) => rooms!.split(', ')).toReversed();
}

/** Returns the files below folders, as paths of the repository. */
function listAll(...folders: string[]): string[] {
  return folders.flatMap((folder) =>
    listFiles(folder).map((path) => join(folder, path).replaceAll('\\', '/')),
  );
}

/** Returns an import from each room of a folder to each other room, and whether the drawing has it. */
function probeRooms(folder: string): (Probe & { isDrawn: boolean })[] {
  const floors = readDrawing(folder);
  const toFloor = (room: string): number => floors.findIndex((floor) => floor.includes(room));
  const rooms = floors.flat();
  const pairs = rooms.flatMap((from) => rooms.map((to) => [from, to] as const));
  return pairs
    .filter(([from, to]) => from !== to)
    .map(([from, to]) => ({
      file: `${folder}/${from}/probe.ts`,
      specifier: `../${to}/any.ts`,
      arrow: `${folder}: ${from} → ${to}`,
      isDrawn: toFloor(to) < toFloor(from),
    }));
}

test('the linter permits the drawn imports between the rooms of a folder, and no other', async () => {
  const probes = Object.keys(FLOORS).flatMap(probeRooms);
  const permitted = await findPermitted(probes, 'floors');
  const drawn = probes.filter(({ isDrawn }) => isDrawn);
  expect(permitted.map(({ arrow }) => arrow)).toEqual(drawn.map(({ arrow }) => arrow));
});

/** The folders that may have more files: a file for each language, and the tag, whose list is its map. */
const LONG_LISTS = new Set(['service/src/words', 'src/locales', 'src/element']);

test('no folder has over 35 files', () => {
  const files = listAll('src', 'command/src', 'service/src');
  const isLong = (folder: string): boolean =>
    files.filter((file) => dirname(file) === folder).length > 35;
  const long = new Set(files.map((file) => dirname(file)).filter(isLong));
  expect([...long].filter((folder) => !LONG_LISTS.has(folder))).toEqual([]);
});

test('no style sheet has over 300 lines', () => {
  const sheets = listAll('src', 'service/src', 'demo/playground', 'demo/live', 'build').filter(
    (file) => file.endsWith('.css'),
  );
  const isLong = (sheet: string): boolean => readFileSync(sheet, 'utf8').split('\n').length > 301;
  expect(sheets.filter(isLong)).toEqual([]);
  expect(sheets).not.toEqual([]);
});
