import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, it, onTestFinished, vi } from 'vitest';
import { importFile } from '../../../service/src/start/import-file.ts';
import { parseSettings } from '../../../service/src/start/read-settings.ts';
import { FORMAT, FORMAT_VERSION } from '../../../service/src/transfer/records.ts';
import { useFolder } from '../../support/use-folder.ts';

const terminal = { input: new PassThrough(), output: new PassThrough() };
const folder = useFolder();

const importIt = (name: string, database = join(folder, 'none')): Promise<string> => {
  // Refused before the database is opened.
  const settings = parseSettings({ DATABASE_URL: database }, folder);
  return importFile(settings, join(folder, name), undefined, terminal);
};

it.each<[string, (path: string) => void, RegExp]>([
  ['does not exist', () => {}, /does not exist\.$/],
  ['is a folder', mkdirSync, /is not a file\.$/],
  ['is a pipe that nobody writes', (path) => execFileSync('mkfifo', [path]), /is not a file\.$/],
  ['is a link', (path) => symlinkSync(folder, path), /is a link\. Give the file itself\.$/],
  [
    'has 10 GB',
    (path) => {
      writeFileSync(path, '');
      truncateSync(path, 10e9);
    },
    /has more than 1 GiB\.$/,
  ],
])('refuses a path that %s, without opening a database', async (name, make, refusal) => {
  make(join(folder, name));
  await expect(importIt(name)).rejects.toThrow(refusal);
});

it('refuses a file without a passphrase if one is set: nobody would notice a change', async () => {
  vi.stubEnv('SERVICE_EXPORT_PASSPHRASE', 'a long passphrase');
  onTestFinished(() => void vi.unstubAllEnvs());
  const header = {
    ...{ format: FORMAT, version: FORMAT_VERSION, service: '0.1.0' },
    ...{ exportedAt: '2026-01-01T00:00:00Z', secrets: null },
  };
  writeFileSync(join(folder, 'open'), `${JSON.stringify(header)}\n`);
  await expect(importIt('open')).rejects.toThrow(/has no passphrase/);
});

it('refuses to import into the memory, which keeps nothing', async () => {
  await expect(importIt('any', 'memory:')).rejects.toThrow(
    /^DATABASE_URL: nothing stays in memory/,
  );
});
