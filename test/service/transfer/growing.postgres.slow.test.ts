import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../../service/src/database/database.ts';
import { parseSettings } from '../../../service/src/start/read-settings.ts';
import type { ServiceBox } from '../../../service/src/start/service-secrets.ts';
import { withSecrets } from '../../../service/src/start/with-secrets.ts';
import { SETTINGS, testDatabase } from '../../support/test-database.ts';
import { spawnService, waitForEnd } from '../service-process.ts';
import { fillState, HOST, PASSPHRASE, readRows } from './exported-content.ts';

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'dashboard-service-'));
});
afterAll(() => rm(home, { recursive: true, force: true }));

it('moves a folder to PostgreSQL by the commands of “Growing”', async () => {
  const document = await readFile('docs/growing.md', 'utf8');
  const commands = Array.from(
    document.matchAll(/^npm run --silent service -- (.+)$/gm),
    ([, command]) => command!.split(' '),
  );
  expect(commands.map(([name]) => name)).toEqual(['export', 'import']);
  const common = { SERVICE_EXPORT_PASSPHRASE: PASSPHRASE, INIT_CWD: home };
  const folder = { DATABASE_URL: join(home, 'folder'), SERVICE_CONNECTION_HOSTS: HOST };
  const server = {
    ...{ DATABASE_URL: await testDatabase(), SERVICE_CONNECTION_HOSTS: HOST },
    ...{ SERVICE_SECRET: SETTINGS.secret, SERVICE_API_KEY: SETTINGS.apiKey },
    SERVICE_ADMIN_PASSWORD: SETTINGS.adminPassword,
  };
  const fill = async (state: Database, secrets: ServiceBox) => {
    await fillState(state, secrets);
    return readRows(state, secrets);
  };
  const before = await withSecrets(parseSettings(folder, home), fill, { mayBeNew: true });
  const readOwnKey = () => readFile('service/.data/api-key', 'utf8').catch(() => null);
  const ownKey = await readOwnKey();
  for (const [index, env] of [folder, server].entries()) {
    const ended = await waitForEnd(spawnService({ ...common, ...env }, [], commands[index]));
    expect(ended).toMatchObject({ status: 0, stderr: '' });
  }
  expect(await withSecrets(parseSettings(server, home), readRows)).toEqual(before);
  // The import into a server leaves the folder as it is, which may belong to another secret.
  expect(await readOwnKey()).toBe(ownKey);
});
