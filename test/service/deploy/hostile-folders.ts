import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { toFiles } from '../../../service/src/deploy/dashboard-files.ts';
import { figuresDashboard } from '../../support/test-dashboard.ts';

const orders = figuresDashboard(1, { orders: 'SELECT 1 AS n' });
const HUGE = 10 * 1024 ** 3;

/** A folder that a deploy refuses: its name, how to spoil a good one, and the line of the refusal. */
type HostileFolder = [name: string, spoil: (folder: string) => void, line: RegExp];

/** Writes a folder with one dashboard in `good`. */
export function writeGood(folder: string): void {
  const path = join(folder, 'good');
  mkdirSync(path, { recursive: true });
  for (const [file, text] of toFiles(orders)) writeFileSync(join(path, file), text);
}

/** Replaces a file of the good dashboard. */
const replace = (file: string, make: (path: string) => void) => (folder: string) => {
  const path = join(folder, 'good', file);
  rmSync(path);
  make(path);
};

const edit = (from: string | RegExp, to: string) => (folder: string) => {
  const path = join(folder, 'good', 'dashboard.json');
  writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
};

const LINK = /^good\/orders\.sql: this is not a plain file\. Links are not followed\.$/;
const NOT_THERE = /^good\/dashboard\.json:\d+: This folder has no file “[^”]*”\.$/;
const toPath = (path: string): HostileFolder => [
  `the path ${path} of an SQL file`,
  edit('orders.sql', path),
  NOT_THERE,
];

export const HOSTILE_FOLDERS: HostileFolder[] = [
  ['no folder', (folder) => rmSync(folder, { recursive: true }), /: cannot be read \(ENOENT\)\.$/],
  [
    'an empty folder',
    (folder) => rmSync(join(folder, 'good'), { recursive: true }),
    /: the folder has no dashboards\.$/,
  ],
  ['a link to a file', replace('orders.sql', (path) => symlinkSync('/etc/passwd', path)), LINK],
  [
    'a link to a file of the folder',
    replace('orders.sql', (path) => symlinkSync('dashboard.json', path)),
    LINK,
  ],
  ['a link to nothing', replace('orders.sql', (path) => symlinkSync('nothing', path)), LINK],
  [
    'a link to a folder',
    (folder) => {
      renameSync(join(folder, 'good'), `${folder}-outside`);
      symlinkSync(`${folder}-outside`, join(folder, 'good'));
    },
    /^good: this is neither a plain file nor a folder\. Links are not followed\.$/,
  ],
  ['a pipe', replace('orders.sql', (path) => execFileSync('mkfifo', [path])), LINK],
  ['a link to a device', replace('orders.sql', (path) => symlinkSync('/dev/zero', path)), LINK],
  ['a folder in the place of a file', replace('orders.sql', (path) => mkdirSync(path)), LINK],
  [
    'a file of 10 GB',
    (folder) => truncateSync(join(folder, 'good', 'orders.sql'), HUGE),
    /^good\/orders\.sql: this is not a plain file of at most 1 MiB\.$/,
  ],
  [
    'a JSON of 10 GB',
    (folder) => truncateSync(join(folder, 'good', 'dashboard.json'), HUGE),
    /^good\/dashboard\.json: this is not a plain file of at most 1 MiB\.$/,
  ],
  ...['../orders.sql', '../../etc/passwd', '/etc/passwd', 'file:///etc/passwd'].map(toPath),
  ...['https://example.com/a.sql', 'orders.sql/.', 'Orders.sql', '.hidden.sql'].map(toPath),
  [
    'a truncated JSON',
    (folder) => truncateSync(join(folder, 'good', 'dashboard.json'), 100),
    /^good\/dashboard\.json:\d+: This is not JSON\.$/,
  ],
  [
    'a key that is there twice',
    edit('"title"', '"guid": "", "title"'),
    /^good\/dashboard\.json:3: Remove one of both “guid”\.$/,
  ],
  [
    'an unknown field',
    edit('"title"', '"owner": 1, "title"'),
    /^good\/dashboard\.json:1: Remove “owner”: there is no such field\.$/,
  ],
  [
    'control characters in a field',
    edit('"title"', '"\\u001b[2J": 1, "title"'),
    /^good\/dashboard\.json:1: Remove “\uFFFD\[2J”: there is no such field\.$/,
  ],
  [
    'a definition that the editor refuses',
    edit('"EUR"', '"Euro"'),
    /^good\/dashboard\.json:7: Choose an ISO 4217 currency, such as EUR\.$/,
  ],
  [
    'a GUID that is there twice',
    (folder) => {
      mkdirSync(join(folder, 'other'));
      for (const [file, text] of toFiles(orders)) writeFileSync(join(folder, 'other', file), text);
    },
    /^other\/dashboard\.json:2: The folder “good” has the same GUID\.$/,
  ],
  [
    'a folder without a JSON',
    (folder) => rmSync(join(folder, 'good', 'dashboard.json')),
    /^good: the folder has no dashboard\.json\.$/,
  ],
  [
    'a file that no SELECT uses',
    (folder) => writeFileSync(join(folder, 'good', 'Orders.sql'), 'SELECT 1'),
    /^good\/Orders\.sql:1: No dataset and no filter uses this file\. Remove it\.$/,
  ],
  [
    'control characters in the name of a file',
    (folder) => writeFileSync(join(folder, 'good', 'a\u001b[31m\n<b>.sql'), ''),
    /^good\/a\uFFFD\[31m\uFFFD<b>\.sql:1: No dataset and no filter uses this file\. Remove it\.$/,
  ],
  [
    'a file that is not UTF-8',
    (folder) => writeFileSync(join(folder, 'good', 'orders.sql'), Buffer.from([0x53, 0xff])),
    /^good\/orders\.sql: this is not text in UTF-8\.$/,
  ],
  [
    'too many files',
    (folder) => {
      for (let index = 0; index < 10_000; index += 1) {
        writeFileSync(join(folder, 'good', `${index}.sql`), '');
      }
    },
    /^good\/: there are more than 10000 entries\.$/,
  ],
];

/** A file that may not be read. The administrator reads every file. */
export const UNREADABLE: HostileFolder = [
  'a file that may not be read',
  (folder) => chmodSync(join(folder, 'good', 'orders.sql'), 0),
  /^good\/orders\.sql: cannot be read \(EACCES\)\.$/,
];
