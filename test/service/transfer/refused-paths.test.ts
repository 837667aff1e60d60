import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, open, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { importFile } from '../../../service/src/start/import-file.ts';
import { parseSettings } from '../../../service/src/start/read-settings.ts';
import { FORMAT, FORMAT_VERSION } from '../../../service/src/transfer/records.ts';

const terminal = { input: new PassThrough(), output: new PassThrough() };
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dashboard-service-'));
});
afterAll(() => rm(folder, { recursive: true }));

const importIt = (name: string, database = join(folder, 'none')): Promise<string> => {
  // Refused before the database is opened.
  const settings = parseSettings({ DATABASE_URL: database }, folder);
  return importFile(settings, join(folder, name), undefined, terminal);
};

it.each<[string, (path: string) => Promise<unknown>, RegExp]>([
  ['does not exist', async () => {}, /does not exist\.$/],
  ['is a folder', (path) => mkdir(path), /is not a file\.$/],
  [
    'is a pipe that nobody writes',
    async (path) => execFileSync('mkfifo', [path]),
    /is not a file\.$/,
  ],
  [
    'is a link to a file',
    async (path) => {
      await writeFile(`${path}.target`, 'secret');
      await symlink(`${path}.target`, path);
    },
    /is a link\. Give the file itself\.$/,
  ],
  [
    'has 10 GB',
    async (path) => {
      const file = await open(path, 'w');
      await file.truncate(10e9);
      await file.close();
    },
    /has more than 1 GiB\.$/,
  ],
])('refuses a path that %s, without opening a database', async (name, make, refusal) => {
  await make(join(folder, name));
  await expect(importIt(name)).rejects.toThrow(refusal);
});

it('refuses a file without a passphrase if one is set: nobody would notice a change', async () => {
  vi.stubEnv('SERVICE_EXPORT_PASSPHRASE', 'a long passphrase');
  onTestFinished(() => void vi.unstubAllEnvs());
  const header = {
    ...{ format: FORMAT, version: FORMAT_VERSION, service: '0.1.0' },
    ...{ exportedAt: '2026-01-01T00:00:00Z', secrets: null },
  };
  await writeFile(join(folder, 'open'), `${JSON.stringify(header)}\n`);
  await expect(importIt('open')).rejects.toThrow(/has no passphrase/);
});

it('refuses to import into the memory, which keeps nothing', async () => {
  await expect(importIt('any', 'memory:')).rejects.toThrow(
    /^DATABASE_URL: nothing stays in memory/,
  );
});
