import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createDashboardService,
  demoDashboards,
  readSettings,
  SettingError,
} from 'embedded-dashboard-service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  findRunningAddress,
  forgetAddress,
  keepAddress,
} from '../../../service/src/process/running-address.ts';
import { SETTINGS, testService } from '../../support/test-database.ts';
import { type Ending, spawnService, waitForEnd } from '../service-process.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dashboard-service-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs the command with the settings until it ends. */
function run(settings: Record<string, string>, ...options: string[]): Promise<Ending> {
  return waitForEnd(spawnService({ DATABASE_URL: folder, ...settings }, [], options));
}

/** Prints the demo, and returns it. */
async function printDemo(settings: Record<string, string>): Promise<PrintedDemo> {
  const { status, stdout, stderr } = await run(settings, '--print-demo');
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^[^\n]+\n$/);
  return JSON.parse(stdout) as PrintedDemo;
}

interface PrintedDemo {
  baseUrl: string;
  apiKey: string;
}

it('prints the demo as one line of JSON without opening the database', async () => {
  const printed = await printDemo({ SERVICE_PORT: '' });
  expect(printed).toEqual({
    baseUrl: 'http://127.0.0.1:4600',
    apiKey: expect.stringMatching(/^[\w-]{43}$/),
    dashboards: demoDashboards.map(({ guid, title, accessible, definition }) => {
      const { requiredParameters } = definition;
      return { guid, title, accessible, requiredParameters };
    }),
  });
  expect(await readdir(folder)).toEqual(['admin-password', 'api-key', 'secret']);

  expect(createDashboardService({ database: folder }).apiKey).toBe(printed.apiKey);
  expect((await printDemo({ SERVICE_API_KEY: 'my key' })).apiKey).toBe('my key');
});

it('prints the address of the running service, unless SERVICE_PORT is set', async () => {
  const home = join(folder, 'running');
  await mkdir(home);
  const settings = { DATABASE_URL: home, SERVICE_PORT: '' };
  const service = createDashboardService(await testService());
  const { url } = await service.listen(0);
  keepAddress(home, url);
  expect((await printDemo(settings)).baseUrl).toBe(url);
  const { baseUrl } = await printDemo({ ...settings, SERVICE_PORT: '4777' });
  expect(baseUrl).toBe('http://127.0.0.1:4777');
  await service.close();
  // A process that was killed leaves its address behind.
  expect(await findRunningAddress(home)).toBeNull();
  forgetAddress(home);
  expect(await readdir(home)).not.toContain('address');
});

it('ends with one line and status 1 on a busy port, before it opens a database', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const settings = { SERVICE_PORT: String(port) };
  const [ending, ofJson] = [await run(settings), await run({ ...settings, SERVICE_LOG: 'json' })];
  other.close();
  const line = `Port ${port} is in use. Stop the other process, or set another port: SERVICE_PORT=${port + 1} npm run service`;
  expect(ending).toEqual({
    status: 1,
    stdout: '',
    stderr: `embedded-dashboard-service: ${line}\n`,
  });
  expect([ofJson.status, ofJson.stdout]).toEqual([1, '']);
  expect(JSON.parse(ofJson.stderr)).toMatchObject({ level: 'error', text: line });
  expect(await readdir(folder)).not.toContain('lock');
});

describe('a bad setting', () => {
  const bad: Record<string, string> = {
    SERVICE_PORT: 'hunter2',
    SERVICE_TOKEN_LIFETIME: '7201',
    SERVICE_QUERY_LIMIT: '601',
    SERVICE_CACHE_SECONDS: '3601',
    SERVICE_CONNECTIONS: '1',
    SERVICE_KEEP_STATISTICS_DAYS: '0',
    SERVICE_API_KEY: 'hunter2/..',
    SERVICE_FRAME_ANCESTORS: "'none'; script-src hunter2",
    DATABASE_URL: 'mysql://me:hunter2@db/app',
    SERVICE_SECRET: 'hunter2',
    SERVICE_CONNECTION_HOSTS: 'db:hunter2',
  };
  const VALUES = /hunter2|(7201|601|3601)\b(?! )/;

  it.each(Object.entries(bad))('of %s is named in one line without its value', (name, value) => {
    const environment = { DATABASE_URL: folder, [name]: value };
    const message = expect.toSatisfy(
      (text: string) => text.includes(name) && !/\n/.test(text) && !VALUES.test(text),
    ) as string;
    expect(() => createDashboardService(readSettings(environment, folder))).toThrow(
      expect.objectContaining({ constructor: SettingError, message }),
    );
  });

  it('ends the command with that line and status 1', async () => {
    const { status, stdout, stderr } = await run({ SERVICE_SECRET: 'hunter2' });
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^embedded-dashboard-service: SERVICE_SECRET[^\n]+\n$/);
    expect(stderr).not.toMatch(VALUES);
  });

  it('of DATABASE_URL that is a file is reported in one line', async () => {
    const database = join(folder, 'file');
    await writeFile(database, '');
    await expect(createDashboardService({ database, ...SETTINGS }).listen(0)).rejects.toThrow(
      expect.objectContaining({
        constructor: SettingError,
        message: expect.stringMatching(/^DATABASE_URL[^\n]+$/),
      }),
    );
  });
});
