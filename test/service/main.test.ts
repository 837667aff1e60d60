import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import {
  createDashboardService,
  demoDashboards,
  readSettings,
  SettingError,
} from 'embedded-dashboard-service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleScript } from '../support/bundle-script.ts';
import { PATIENCE_MS } from '../support/patience.mjs';

const main = fileURLToPath(import.meta.resolve('../../service/src/main.ts'));
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dashboard-service-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

interface Ending {
  status: number | null;
  stdout: string;
  stderr: string;
}

const command = [await bundleScript(main, 'service')];

function toEnvironment(settings: Record<string, string>): Record<string, string> {
  const { PATH = '' } = process.env;
  return { PATH, DATABASE_URL: folder, ...settings };
}

function run(settings: Record<string, string>, ...options: string[]): Promise<Ending> {
  const env = toEnvironment(settings);
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [...command, ...options],
      { env, timeout: PATIENCE_MS },
      (_, stdout, stderr) => resolve({ status: child.exitCode, stdout, stderr }),
    );
  });
}

it('prints the demo as one line of JSON without opening the database', async () => {
  const first = await run({ SERVICE_PORT: '4777' }, '--print-demo');
  expect(first).toMatchObject({ status: 0, stderr: '' });
  expect(first.stdout).toMatch(/^[^\n]+\n$/);
  const printed = JSON.parse(first.stdout) as { apiKey: string };
  expect(printed).toEqual({
    baseUrl: 'http://127.0.0.1:4777',
    apiKey: expect.stringMatching(/^[\w-]{43}$/),
    dashboards: demoDashboards.map(({ guid, title, accessible }) => ({ guid, title, accessible })),
  });
  expect(await readdir(folder)).toEqual(['admin-password', 'api-key', 'secret']);

  const again = await run({}, '--print-demo');
  expect((JSON.parse(again.stdout) as { apiKey: string }).apiKey).toBe(printed.apiKey);
  const given = await run({ SERVICE_API_KEY: 'my key' }, '--print-demo');
  expect((JSON.parse(given.stdout) as { apiKey: string }).apiKey).toBe('my key');
});

describe('the printed address', () => {
  const DATABASE_URL = join(tmpdir(), `dashboard-service-${process.pid}-running`);

  const printAddress = async (settings: Record<string, string> = {}): Promise<string> => {
    const { stdout } = await run({ DATABASE_URL, ...settings }, '--print-demo');
    return (JSON.parse(stdout) as { baseUrl: string }).baseUrl;
  };

  /** Starts the service on a free port, and returns it with its address. */
  async function start(): Promise<[service: ChildProcess, address: string]> {
    const env = toEnvironment({ DATABASE_URL, SERVICE_PORT: '0' });
    const service = spawn(process.execPath, command, { env, stdio: ['ignore', 'pipe', 'ignore'] });
    const [line] = (await once(createInterface(service.stdout), 'line')) as [string];
    return [service, line.replace('The dashboard service is at ', '')];
  }

  async function end(service: ChildProcess, signal: NodeJS.Signals): Promise<void> {
    service.kill(signal);
    await once(service, 'exit');
  }

  afterAll(() => rm(DATABASE_URL, { recursive: true, force: true }));

  it('is that of the running service, not of a killed one, unless SERVICE_PORT is set', async () => {
    const [killed, address] = await start();
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(await printAddress()).toBe(address);
    expect(await printAddress({ SERVICE_PORT: '4777' })).toBe('http://127.0.0.1:4777');
    await end(killed, 'SIGKILL');
    expect(await readdir(DATABASE_URL)).toContain('address');
    expect(await printAddress()).toBe('http://127.0.0.1:4600');

    const [service, next] = await start();
    expect(await printAddress()).toBe(next);
    await end(service, 'SIGTERM');
    expect(await readdir(DATABASE_URL)).not.toContain('address');
    expect(await printAddress()).toBe('http://127.0.0.1:4600');
  });
});

it('ends with one line and status 1 on a busy port, before it opens a database', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const ending = await run({ SERVICE_PORT: String(port) });
  other.close();
  expect(ending).toEqual({
    status: 1,
    stdout: '',
    stderr: `embedded-dashboard-service: Port ${port} is in use. Stop the other process, or set another port: SERVICE_PORT=${port + 1} npm run service\n`,
  });
  expect(await readdir(folder)).toEqual(['admin-password', 'api-key', 'secret']);
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
    const file = join(folder, 'file');
    await writeFile(file, '');
    const { status, stderr } = await run({ DATABASE_URL: file });
    expect([status, stderr.split('\n').length]).toEqual([1, 2]);
    expect(stderr).toContain('DATABASE_URL');
  });
});
