import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getuid } from 'node:process';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readDashboards } from '../../../service/src/deploy/deploy.ts';
import { readPlainFile } from '../../../service/src/deploy/plain-file.ts';
import { DeployRefusal } from '../../../service/src/deploy/refusal.ts';
import { HOSTILE_FOLDERS, UNREADABLE, writeGood } from './hostile-folders.ts';

let root: string;
let folder: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'dashboard-deploy-'));
  folder = join(root, 'dashboards');
  writeGood(folder);
});

afterEach(() => rmSync(root, { recursive: true }));

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

it.for(HOSTILE_FOLDERS)('refuses %s in one line', ([, spoil, line]) => {
  expect(refuse()).toEqual([]);
  spoil(folder);
  expect(refuse()).toEqual([expect.stringMatching(line)]);
});

it.skipIf(getuid?.() === 0)(`refuses ${UNREADABLE[0]} in one line`, () => {
  const [, spoil, line] = UNREADABLE;
  spoil(folder);
  expect(refuse()).toEqual([expect.stringMatching(line)]);
});

it('leaves out the files next to the folders, and hidden names', () => {
  writeFileSync(join(folder, 'README.md'), '# Dashboards');
  mkdirSync(join(folder, '.git'));
  symlinkSync('/dev/zero', join(folder, 'good', '.DS_Store'));
  expect([...readDashboards(folder).keys()]).toEqual(['good']);
});

it('follows a link to the folder itself', () => {
  symlinkSync('dashboards', join(root, 'link'));
  expect([...readDashboards(join(root, 'link')).keys()]).toEqual(['good']);
});

it('reads no file through a link that takes the place of a listed folder', () => {
  const file = join(realpathSync(folder), 'good', 'dashboard.json');
  expect(String(readPlainFile(file))).toContain('"guid"');
  renameSync(join(folder, 'good'), join(root, 'outside'));
  symlinkSync(join(root, 'outside'), join(folder, 'good'));
  expect(readPlainFile(file)).toBe(null);
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

it('limits the size of all files together', () => {
  for (let index = 0; index < 130; index += 1) {
    writeFileSync(join(folder, 'good', `${index}.sql`), ' '.repeat(1024 * 1024));
  }
  expect(refuse()).toEqual(['The files have more than 128 MiB together.']);
});
