import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PGlite } from '@electric-sql/pglite';
import {
  createDashboardService,
  type DashboardService,
  SettingError,
} from 'embedded-dashboard-service';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { holdDataFolder } from '../../demo/service/src/data-folder.ts';
import { createCompany, logIn } from '../support/back-office.ts';
import { endProcess } from '../support/end-process.ts';
import { SECRETS } from '../support/test-database.ts';

const { adminPassword } = SECRETS;
/** Beyond the highest number that a process can have. */
const DEAD = '2147483647';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dashboard-service-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

it('keeps key, tokens and data over a restart, and no secret in clear', async () => {
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
  const page = await (await fetch(`${url}/Tdb/${token}`)).text();
  await expect(createDashboardService({ database: folder }).listen(0)).rejects.toThrow(
    SettingError,
  );
  await first.close();

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
  const again = await second.fetch(new Request(`http://service.test/Tdb/${token}`));
  expect(await again.text()).toBe(page);
  await second.close();
});

it("keeps the key sealed, and the secret that opens it for its owner's eyes only", async () => {
  const { apiKey } = createDashboardService({ database: folder });
  expect(await readFile(join(folder, 'api-key'), 'utf8')).not.toContain(apiKey);
  for (const name of ['api-key', 'secret']) {
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
  }
  const secret = (await readFile(join(folder, 'secret'), 'utf8')).trim();
  expect(createDashboardService({ database: folder, secret }).apiKey).toBe(apiKey);
  const other = { database: folder, secret: 'quite another secret' };
  expect(() => createDashboardService(other)).toThrow(SettingError);
});

it('takes no secret from an empty file, as a crash may leave one', async () => {
  const own = await mkdtemp(join(tmpdir(), 'dashboard-service-'));
  for (const name of ['secret', 'api-key', 'admin-password']) {
    await writeFile(join(own, name), '');
    expect(() => createDashboardService({ database: own })).toThrow(`The file ${name} in`);
    await rm(join(own, name));
  }
  await rm(own, { recursive: true });
});

/** At a given moment begins to take one folder after the other, says which were free, and keeps them. */
const TAKER = `
  const [source, startAt, ...places] = process.argv.slice(1);
  import(source).then(({ holdDataFolder }) => {
    const ends = places.map((place) => {
      while (Date.now() < Number(startAt));
      try {
        holdDataFolder(place);
        return 'taken';
      } catch (error) {
        return error.name;
      }
    });
    console.log(JSON.stringify(ends));
    process.stdin.resume();
  });
`;

/** What several processes come to that take the same folders at once: by folder. */
async function race(takers: number, places: string[]): Promise<string[][]> {
  const source = import.meta.resolve('../../demo/service/src/data-folder.ts');
  const node = ['--import', import.meta.resolve('tsx'), '--eval', TAKER];
  const startAt = String(Date.now() + 4000);
  const children = Array.from({ length: takers }, () =>
    spawn(process.execPath, [...node, source, startAt, ...places], {
      stdio: ['pipe', 'pipe', 'inherit'],
    }),
  );
  const ends = await Promise.all(
    children.map(async ({ stdout }) => {
      const [line] = (await once(createInterface(stdout), 'line')) as [string];
      return JSON.parse(line) as string[];
    }),
  );
  await Promise.all(children.map((child) => endProcess(child)));
  return places.map((_, place) => ends.map((ofTaker) => ofTaker[place]!).toSorted());
}

it('is taken by one of several processes that start at once', async () => {
  const place = await mkdtemp(join(folder, 'race-'));
  const refusals = Array<string>(5).fill('SettingError');
  expect(await race(6, [place])).toEqual([[...refusals, 'taken']]);
});

it('is taken over by one of several processes that start at once after a crash', async () => {
  const places = Array.from({ length: 1000 }, (_, turn) => join(folder, `dead-${turn}`));
  for (const place of places) {
    mkdirSync(place);
    writeFileSync(join(place, 'lock'), DEAD);
  }
  const ends = await race(3, places);
  expect(ends).toEqual(places.map(() => ['SettingError', 'SettingError', 'taken']));
});

it('is free again at the second start after a crash in the middle of taking it over', async () => {
  const place = await mkdtemp(join(folder, 'left-'));
  const turn = join(place, 'lock-turn');
  writeFileSync(join(place, 'lock'), DEAD);
  writeFileSync(turn, DEAD);
  utimesSync(turn, 0, 0);
  expect(() => holdDataFolder(place)).toThrow(SettingError);
  holdDataFolder(place)();
  expect(readdirSync(place)).toEqual([]);
});

it('is taken over from a process that has died', async () => {
  const place = await mkdtemp(join(folder, 'dead-'));
  await writeFile(join(place, 'lock'), DEAD);
  const service = createDashboardService({ database: place });
  await service.listen(0);
  expect(await readFile(join(place, 'lock'), 'utf8')).toBe(String(process.pid));
  await service.close();
});

it('keeps a key that was made in the back office, until another one is configured', async () => {
  const statuses = async (service: DashboardService, keys: string[]): Promise<number[]> => {
    const answers = keys.map((key) =>
      service.fetch(new Request(`http://service.test/api/logout/${key}/anna`)),
    );
    return (await Promise.all(answers)).map(({ status }) => status);
  };

  const first = createDashboardService({ database: folder, apiKey: 'first-key', adminPassword });
  const office = await logIn((await first.listen(0)).url, adminPassword);
  expect(await statuses(first, ['first-key'])).toEqual([204]);
  await office.post('companies/1/key', new URLSearchParams());
  const revealed = await office.post('companies/1/key/reveal');
  const { apiKey: made } = (await revealed.json()) as { apiKey: string };
  await first.close();

  const second = createDashboardService({ database: folder, apiKey: 'first-key' });
  expect(await statuses(second, [made, 'first-key'])).toEqual([204, 401]);
  expect(second.apiKey).toBe(made);
  await second.close();

  const third = createDashboardService({ database: folder, apiKey: 'second-key' });
  expect(await statuses(third, [made, 'first-key', 'second-key'])).toEqual([401, 401, 204]);
  expect(third.apiKey).toBe('second-key');
  await third.close();
}, 60_000);

it('does not begin with the key of another company', async () => {
  const database = join(folder, 'two-companies');
  const first = createDashboardService({ database, adminPassword });
  const office = await logIn((await first.listen(0)).url, adminPassword);
  const { apiKey } = await createCompany(office, 'Another company');
  await first.close();

  const second = createDashboardService({ database, apiKey });
  await expect(second.listen(0)).rejects.toThrow('SERVICE_API_KEY is the key of another company.');
  await second.close();
});
