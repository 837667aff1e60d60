import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDashboardService, type DashboardService } from 'embedded-dashboard-service';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Ending, spawnService, waitForEnd } from '../service-process.ts';

const NEW = 'the-secret-of-this-year';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dashboard-service-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Starts a service on the folder, and closes it afterwards. */
async function withService<Result>(
  work: (service: DashboardService) => Promise<Result>,
): Promise<Result> {
  const service = createDashboardService({ database: folder });
  try {
    await service.listen(0);
    return await work(service);
  } finally {
    await service.close();
  }
}

const reseal = (): Promise<Ending> =>
  waitForEnd(spawnService({ DATABASE_URL: folder }, [], ['reseal']));

it('changes the secret of a folder while its service is stopped', async () => {
  const file = join(folder, 'secret');
  const apiKey = await withService(async (service) => {
    const former = (await readFile(file, 'utf8')).trim();
    await writeFile(file, `${NEW}\n${former}\n`);
    const refused = await reseal();
    expect([refused.status, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toMatch(
      /^embedded-dashboard-service: .*another process uses the folder/,
    );
    return service.apiKey;
  });
  expect(await reseal()).toEqual({
    status: 0,
    stdout:
      'Encrypted again with the first secret: 1. API keys and connection strings of that secret: 1.\nThe other secrets can go.\n',
    stderr: '',
  });
  await writeFile(file, `${NEW}\n`);
  // The key is in the database, and in a file.
  expect(createDashboardService({ database: folder }).apiKey).toBe(apiKey);
  await withService(async (service) => {
    expect(service.apiKey).toBe(apiKey);
    const { guid } = service.dashboards[0]!;
    const issued = await fetch(`${service.url}/Api/GetToken/${apiKey}/anna/${guid}`);
    expect(issued.status).toBe(200);
  });
});
