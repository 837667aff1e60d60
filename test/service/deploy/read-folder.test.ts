import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  linkSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { getuid } from 'node:process';
import { beforeEach, expect, it } from 'vitest';
import { toFiles } from '../../../service/src/deploy/dashboard-files.ts';
import { readDashboards } from '../../../service/src/deploy/deploy.ts';
import { readPlainFile } from '../../../service/src/deploy/plain-file.ts';
import { DeployRefusal } from '../../../service/src/deploy/refusal.ts';
import { figuresDashboard } from '../../support/test-dashboard.ts';
import { useFolder } from '../../support/use-folder.ts';

const root = useFolder();
const folder = join(root, 'dashboards');
/** The folder of a good dashboard, and its files. */
const good = join(folder, 'good');
const [json, sql] = [join(good, 'dashboard.json'), join(good, 'orders.sql')];

function write(path: string): void {
  mkdirSync(path, { recursive: true });
  const files = toFiles(figuresDashboard(1, { orders: 'SELECT 1 AS n' }));
  for (const [file, text] of files) writeFileSync(join(path, file), text);
}

beforeEach(() => {
  rmSync(folder, { recursive: true, force: true });
  write(good);
});

/** Returns the lines with which the folder is refused. */
function refuse(): readonly string[] {
  try {
    readDashboards(folder);
    return [];
  } catch (error) {
    if (error instanceof DeployRefusal) return error.lines;
    throw error;
  }
}

/** Puts something else in the place of a file or a folder. */
function replace(path: string, make: (path: string) => void): void {
  renameSync(path, join(root, 'outside'));
  make(path);
}

/** Gives a file of the good dashboard so many more names: new files would take seconds. */
function repeat(file: string, count: number): void {
  for (let index = 0; index < count; index += 1)
    linkSync(file, join(dirname(file), `${index}.sql`));
}

const NO_FILE = 'good/orders.sql: this is not a plain file. Links are not followed.';

it.for<[name: string, spoil: () => unknown, line: string]>([
  ['no folder', () => rmSync(folder, { recursive: true }), `${folder}: cannot be read (ENOENT).`],
  [
    'an empty folder',
    () => rmSync(good, { recursive: true }),
    `${folder}: the folder has no dashboards.`,
  ],
  ['a link to a file', () => replace(sql, (path) => symlinkSync('dashboard.json', path)), NO_FILE],
  ['a pipe', () => replace(sql, (path) => execFileSync('mkfifo', [path])), NO_FILE],
  ['a folder in the place of a file', () => replace(sql, mkdirSync), NO_FILE],
  [
    'a link to a folder',
    () => replace(good, (path) => symlinkSync(join(root, 'outside'), path)),
    'good: this is neither a plain file nor a folder. Links are not followed.',
  ],
  [
    'a file of 10 GB',
    () => truncateSync(sql, 10 * 1024 ** 3),
    'good/orders.sql: this is not a plain file of at most 1 MiB.',
  ],
  [
    'a file that is not UTF-8',
    () => writeFileSync(sql, Buffer.from([0x53, 0xff])),
    'good/orders.sql: this is not text in UTF-8.',
  ],
  [
    'a GUID that is there twice',
    () => write(join(folder, 'other')),
    'other/dashboard.json:2: The folder “good” has the same GUID.',
  ],
  ['a folder without a JSON', () => rmSync(json), 'good: the folder has no dashboard.json.'],
  [
    'control characters in the name of a file',
    () => writeFileSync(join(good, 'a\u001b[31m\n<b>.sql'), ''),
    'good/a\uFFFD[31m\uFFFD<b>.sql:1: No dataset and no filter uses this file. Remove it.',
  ],
  ['too many files', () => repeat(sql, 10_000), 'good/: there are more than 10000 entries.'],
  [
    'files of more than 128 MiB together',
    () => {
      truncateSync(sql, 1024 ** 2);
      repeat(sql, 128);
    },
    'The files have more than 128 MiB together.',
  ],
])('refuses %s in one line', ([, spoil, line]) => {
  expect(refuse()).toEqual([]);
  rmSync(join(root, 'outside'), { recursive: true, force: true });
  spoil();
  expect(refuse()).toEqual([line]);
});

// The administrator reads every file.
it.skipIf(getuid?.() === 0)('refuses a file that may not be read in one line', () => {
  chmodSync(sql, 0);
  expect(refuse()).toEqual(['good/orders.sql: cannot be read (EACCES).']);
});

it('tells all faults of all dashboards at once', () => {
  for (const name of ['first', 'second']) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'dashboard.json'), '{');
  }
  expect(refuse()).toEqual([
    'first/dashboard.json:1: This is not JSON.',
    'second/dashboard.json:1: This is not JSON.',
  ]);
});

it('leaves out the files next to the folders, and hidden names', () => {
  writeFileSync(join(folder, 'README.md'), '# Dashboards');
  mkdirSync(join(folder, '.git'));
  symlinkSync('/dev/zero', join(good, '.DS_Store'));
  expect([...readDashboards(folder).keys()]).toEqual(['good']);
});

it('follows a link to the folder itself', () => {
  symlinkSync('dashboards', join(root, 'link'));
  expect([...readDashboards(join(root, 'link')).keys()]).toEqual(['good']);
});

it('reads no file through a link that takes the place of a listed folder', () => {
  const file = join(realpathSync(good), 'dashboard.json');
  expect(String(readPlainFile(file))).toContain('"guid"');
  renameSync(good, join(root, 'moved'));
  symlinkSync(join(root, 'moved'), good);
  expect(readPlainFile(file)).toBe(null);
});
