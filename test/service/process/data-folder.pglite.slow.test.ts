import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PGlite } from '@electric-sql/pglite';
import {
  createDashboardService,
  type DashboardService,
  SettingError,
} from 'embedded-dashboard-service';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { holdDataFolder } from '../../../service/src/process/data-folder.ts';
import { findRunningAddress } from '../../../service/src/process/running-address.ts';
import { logIn } from '../../support/back-office.ts';
import { endProcess } from '../../support/end-process.ts';
import { PATIENCE_MS } from '../../support/patience.mjs';
import { SETTINGS } from '../../support/test-database.ts';
import { scaled } from '../../support/tier.mjs';
import { readValues } from '../../support/read-values.ts';
import { keepNotices } from '../../support/notices.ts';

const { adminPassword } = SETTINGS;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dashboard-service-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

it('keeps key, tokens and data over a restart, and no secret in plain text', async () => {
  const first = createDashboardService({ database: folder });
  const { apiKey } = first;
  const { guid } = first.dashboards[0]!;
  const { url } = await first.listen(0);
  const body = JSON.stringify({ user: 'Anna', Organization: 'Café', customInfo: 'floor 2' });
  const token = await (
    await fetch(`${url}/Api/GetToken/${apiKey}/anna/${guid}?SQLparameters=Region=North`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    })
  ).text();
  const values = await readValues(fetch(`${url}/Tdb/${token}?whole`));
  await expect(createDashboardService({ database: folder }).listen(0)).rejects.toThrow(
    SettingError,
  );
  expect(await findRunningAddress(folder)).toBe(url);
  await first.close();
  expect(await readdir(folder)).not.toContain('address');

  for (const part of ['state', 'data']) {
    expect((await stat(join(folder, part))).mode & 0o777, part).toBe(0o700);
  }
  const state = await PGlite.create(join(folder, 'state'));
  const tables = ['companies', 'connections', 'tokens'].map((name) =>
    state.query<{ row: string }>(
      `SELECT to_json(t)::text AS row FROM dashboard_service.${name} AS t`,
    ),
  );
  const kept = (await Promise.all(tables)).flatMap(({ rows }) => rows.map(({ row }) => row)).join();
  await state.close();
  expect(kept).toContain('"user_name":"Anna","organization":"Café","custom_info":"floor 2"');
  expect(kept).not.toContain(token);
  expect(kept).not.toContain(apiKey);

  const second = createDashboardService({ database: folder });
  expect(second.apiKey).toBe(apiKey);
  const again = await second.fetch(new Request(`http://service.test/Tdb/${token}?whole`));
  expect(values.length).toBeGreaterThan(5);
  expect(await readValues(again)).toEqual(values);
  await second.close();
});

it('keeps the key sealed, in files that only their owner may read', async () => {
  const { apiKey } = createDashboardService({ database: folder });
  expect(await readFile(join(folder, 'api-key'), 'utf8')).not.toContain(apiKey);
  for (const name of ['api-key', 'secret']) {
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
  }
  const secret = (await readFile(join(folder, 'secret'), 'utf8')).trim();
  expect(createDashboardService({ database: folder, secret }).apiKey).toBe(apiKey);
  const other = { database: folder, secret: 'quite-another-secret' };
  expect(() => createDashboardService(other)).toThrow(SettingError);
});

it('refuses an empty secret file, which a crash may leave', async () => {
  const own = await mkdtemp(join(tmpdir(), 'dashboard-service-'));
  for (const name of ['secret', 'api-key', 'admin-password']) {
    await writeFile(join(own, name), '');
    expect(() => createDashboardService({ database: own })).toThrow(`The file ${name} in`);
    await rm(join(own, name));
  }
  await rm(own, { recursive: true });
});

/**
 * Prints a line when it is ready. After a line of input, takes one folder after the other, prints which were free, and
 * keeps them.
 */
const TAKER = `
  const [source, ...places] = process.argv.slice(1);
  import(source).then(({ holdDataFolder }) => {
    process.stdin.once('data', () => {
      const ends = places.map((place) => {
        try {
          holdDataFolder(place);
          return 'taken';
        } catch (error) {
          return error.name;
        }
      });
      console.log(JSON.stringify(ends));
    });
    console.log('ready');
  });
`;

interface Taker {
  /** Takes the folders, and returns the outcome for each of them. */
  take(): Promise<string[]>;
  end(): Promise<void>;
}

/** Starts a process that is ready to take folders. `wrapper` is a command that starts the process. */
async function startTaker(places: string[], wrapper: string[] = []): Promise<Taker> {
  const source = import.meta.resolve('../../../service/src/process/data-folder.ts');
  const node = [process.execPath, '--import', import.meta.resolve('tsx'), '--eval', TAKER];
  const [command, ...options] = [...wrapper, ...node, source, ...places];
  const child = spawn(command!, options, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface(child.stdout);
  await once(lines, 'line');
  return {
    async take() {
      child.stdin.write('\n');
      const [line] = (await once(lines, 'line')) as [string];
      return JSON.parse(line) as string[];
    },
    end: () => endProcess(child, () => child.kill('SIGKILL')),
  };
}

/** Lets several processes take the same folders at once, and returns the outcomes by folder. */
async function race(takers: number, places: string[]): Promise<string[][]> {
  const started = await Promise.all(Array.from({ length: takers }, () => startTaker(places)));
  const ends = await Promise.all(started.map((each) => each.take()));
  await Promise.all(started.map((each) => each.end()));
  return places.map((_, place) => ends.map((each) => each[place]!).toSorted());
}

it('is taken by one of several processes that start at once after a crash', async () => {
  const places = Array.from({ length: scaled(1000) }, (_, turn) => join(folder, `dead-${turn}`));
  const crashed = await startTaker(places);
  await crashed.take();
  await crashed.end();
  for (let round = 0; round < 2; round += 1) {
    const ends = await race(3, places);
    expect(ends).toEqual(places.map(() => ['SettingError', 'SettingError', 'taken']));
  }
});

it('is taken by one of two services of the same process', () => {
  const place = join(folder, 'same-process');
  const release = holdDataFolder(place);
  expect(() => holdDataFolder(place)).toThrow(SettingError);
  release();
  holdDataFolder(place)();
});

it('is free although its lock names a live process', async () => {
  const place = await mkdtemp(join(folder, 'number-'));
  await writeFile(join(place, 'lock'), '1');
  holdDataFolder(place)();
});

it('is free as soon as its owner is killed', async () => {
  const place = join(folder, 'killed');
  const owner = await startTaker([place]);
  expect(await owner.take()).toEqual(['taken']);
  expect(() => holdDataFolder(place)).toThrow(SettingError);
  await owner.end();
  holdDataFolder(place)();
});

it.skipIf(process.platform !== 'linux')('names the missing command', () => {
  vi.stubEnv('PATH', '');
  expect(() => holdDataFolder(join(folder, 'no-command'))).toThrow('the command flock');
  vi.unstubAllEnvs();
  holdDataFolder(join(folder, 'no-command'))();
});

/** Starts a command as the first process of a container, with its own process numbers. */
const CONTAINER = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc'];
const [unshare, ...options] = CONTAINER;
const canUnshare = spawnSync(unshare!, [...options, 'true']).status === 0;

it.skipIf(!canUnshare)('is taken by one of two containers (skipped without unshare)', async () => {
  const place = join(folder, 'containers');
  const first = await startTaker([place], CONTAINER);
  const second = await startTaker([place], CONTAINER);
  expect(await first.take()).toEqual(['taken']);
  expect(await second.take()).toEqual(['SettingError']);
  expect(() => holdDataFolder(place)).toThrow(SettingError);
  await Promise.all([first.end(), second.end()]);
  // `unshare` has ended. The process that it started ends just after it.
  await vi.waitFor(() => holdDataFolder(place)(), { timeout: PATIENCE_MS });
});

it('keeps a key from the back office, and says that a configured one has no effect', async () => {
  const statuses = async (service: DashboardService, keys: string[]): Promise<number[]> => {
    const answers = keys.map((key) =>
      service.fetch(new Request(`http://service.test/api/logout/${key}/anna`)),
    );
    return (await Promise.all(answers)).map(({ status }) => status);
  };

  const database = join(folder, 'keys');
  const first = createDashboardService({ database, apiKey: 'first-key', adminPassword });
  const office = await logIn((await first.listen(0)).url, adminPassword);
  expect(await statuses(first, ['first-key'])).toEqual([204]);
  await office.post('companies/1/key', new URLSearchParams({ reason: 'leaked' }));
  const revealed = await office.post('companies/1/key/reveal');
  const { apiKey: made } = (await revealed.json()) as { apiKey: string };
  await first.close();

  for (const apiKey of ['first-key', 'second-key', made, undefined]) {
    const warnings: string[] = [];
    const next = createDashboardService({ database, apiKey, onEvent: keepNotices(warnings) });
    expect(await statuses(next, [made, 'first-key', 'second-key'])).toEqual([204, 401, 401]);
    expect(next.apiKey).toBe(made);
    const isOther = apiKey !== made && apiKey !== undefined;
    const line = expect.stringMatching(/^SERVICE_API_KEY .* has no effect/);
    expect(warnings).toEqual(isOther ? [line] : []);
    await next.close();
  }
});
