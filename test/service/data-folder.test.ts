import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { createDashboardService, SettingError } from 'dashboard-service';
import { afterAll, beforeAll, expect, it } from 'vitest';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dashboard-service-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

it('keeps key, tokens and data over a restart, and secrets only as hashes', async () => {
  const first = createDashboardService({ databaseUrl: folder });
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
  await expect(createDashboardService({ databaseUrl: folder }).listen(0)).rejects.toThrow(
    SettingError,
  );
  await first.close();

  const state = await PGlite.create(join(folder, 'state'));
  const tables = ['companies', 'connections', 'tokens'].map((name) =>
    state.query<{ row: string }>(`SELECT to_json(t)::text AS row FROM ${name} AS t`),
  );
  const kept = (await Promise.all(tables)).flatMap(({ rows }) => rows.map(({ row }) => row)).join();
  await state.close();
  expect(kept).toContain('"user_name":"Anna","organization":"Café","custom_info":"floor 2"');
  expect(kept).not.toContain(token);
  expect(kept).not.toContain(apiKey);

  const second = createDashboardService({ databaseUrl: folder });
  expect(second.apiKey).toBe(apiKey);
  const again = await second.fetch(new Request(`http://service.test/Tdb/${token}`));
  expect(await again.text()).toBe(page);
  await second.close();
}, 60_000);

it("keeps the key in a file for its owner's eyes only", async () => {
  const { apiKey } = createDashboardService({ databaseUrl: folder });
  expect((await readFile(join(folder, 'api-key'), 'utf8')).trim()).toBe(apiKey);
  expect((await stat(join(folder, 'api-key'))).mode & 0o777).toBe(0o600);
});
