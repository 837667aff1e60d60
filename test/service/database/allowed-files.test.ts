import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { allowFiles, parseConnectionFiles } from '../../../service/src/database/allowed-files.ts';
import { SettingError } from '../../../service/src/process/setting-error.ts';
import { createFolder } from '../../support/duckdb-files.ts';

/** Creates folders with a file in each, and links. Returns the root, and how company 1 and 2 find files. */
function createFiles(root: string) {
  for (const name of ['shared', 'acme', 'acme-2', 'private', 'shared/service', 'shared/sub']) {
    mkdirSync(join(root, name));
    writeFileSync(join(root, name, 'sales.csv'), 'a\n1');
  }
  symlinkSync(join(root, 'private/sales.csv'), join(root, 'shared/out.csv'));
  symlinkSync(join(root, 'private'), join(root, 'shared/out'));
  symlinkSync(join(root, 'shared/sales.csv'), join(root, 'shared/in.csv'));
  symlinkSync(join(root, 'shared'), join(root, 'link'));
  const folders = parseConnectionFiles([`*=${root}/link`, `2=${root}/acme`]);
  const find = allowFiles(folders, [join(root, 'shared/service')]);
  return {
    root,
    find: (path: string, companyId: number) =>
      find(
        path.startsWith('./') ? join(root, path) : path.replace('ROOT', root),
        companyId,
      )?.replace(root, '.') ?? null,
  };
}

let files: ReturnType<typeof createFiles>;

beforeAll(() => {
  let end = (): unknown => undefined;
  files = createFiles(createFolder((remove) => (end = remove)));
  return () => void end();
});

it.each([
  ['a file', './shared/sales.csv', 1, './shared/sales.csv'],
  ['a folder', './shared', 1, './shared'],
  ['a folder in it', './shared/sub', 1, './shared/sub'],
  ['a file by a linked folder', './link/sales.csv', 1, './shared/sales.csv'],
  ['a link in the folder', './shared/in.csv', 1, './shared/sales.csv'],
  ['a missing file', './shared/gone.csv', 1, './shared/gone.csv'],
  ['a missing folder', './shared/gone/sales.csv', 1, null],
  ['a link to a file outside', './shared/out.csv', 1, null],
  ['a link to a folder outside', './shared/out/sales.csv', 1, null],
  ['a file outside', './private/sales.csv', 1, null],
  ['a missing file outside', './private/gone.csv', 1, null],
  ['a path with ..', 'ROOT/shared/../private/sales.csv', 1, null],
  ['a path with .. that comes back', 'ROOT/private/../shared/sales.csv', 1, './shared/sales.csv'],
  ['a relative path', 'shared/sales.csv', 1, null],
  ['a file of another company', './acme/sales.csv', 1, null],
  ['a file of the company', './acme/sales.csv', 2, './acme/sales.csv'],
  ['a folder with a longer name', './acme-2/sales.csv', 2, null],
  ['the service’s own folder', './shared/service', 1, null],
  ['a file of the service', './shared/service/sales.csv', 2, null],
  ['a missing file of the service', './shared/service/gone.duckdb', 2, null],
  ['a path with a NUL', './shared/sales.csv\0', 1, null],
] as const)('%s: %s of company %d is %s', (_, path, companyId, found) => {
  expect(files.find(path, companyId)).toBe(found);
});

it('follows links at each call', () => {
  const { root, find } = createFiles(createFolder());
  const link = join(root, 'shared/in.csv');
  rmSync(link);
  symlinkSync(join(root, 'private/sales.csv'), link);
  expect(find('./shared/in.csv', 1)).toBe(null);
});

it.each(['/data', 'acme=/data', '0=/data', '1=', '1=data', '*', '=/data', '-1=/data'])(
  'the setting may not be %j',
  (text) => {
    expect(() => parseConnectionFiles([text])).toThrow(SettingError);
  },
);
