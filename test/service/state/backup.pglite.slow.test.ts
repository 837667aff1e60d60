import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDashboardService } from 'embedded-dashboard-service';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readPage } from '../../support/read-page.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dashboard-backup-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** The tiles of a page come in any order. */
const valuesOf = (page: string): Set<string> =>
  new Set(Array.from(page.matchAll(/data-value="([^"]+)"/g), ([, value]) => value!));

// The steps are those of docs/production.md.
it('is restored from a copy of its folder, with its key and its tokens', async () => {
  const before = createDashboardService({ database: join(folder, 'before') });
  const { url } = await before.listen(0);
  const { guid } = before.dashboards[0]!;
  const token = await (await fetch(`${url}/Api/GetToken/${before.apiKey}/anna/${guid}`)).text();
  const page = await readPage(fetch(`${url}/Tdb/${token}?whole`));
  await before.close();
  await cp(join(folder, 'before'), join(folder, 'copy'), { recursive: true });

  const after = createDashboardService({ database: join(folder, 'copy') });
  const response = await after.fetch(new Request(`http://localhost/Tdb/${token}?whole`));
  expect(response.status).toBe(200);
  expect(valuesOf(page).size).toBeGreaterThan(5);
  expect(valuesOf(await readPage(response))).toEqual(valuesOf(page));
  expect(after.apiKey).toBe(before.apiKey);
  await after.close();
});
