import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createDashboardService, demoDashboards } from 'embedded-dashboard-service';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { makeSmallDisk } from '../../support/small-disk.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres-server.ts';
import { runSql, SETTINGS } from '../../support/test-database.ts';
import { PATIENCE_MS } from '../../support/patience.mjs';

const { apiKey } = SETTINGS;
const { guid } = demoDashboards.find(({ accessible }) => accessible)!;
const disk = makeSmallDisk(64);
const log = vi.spyOn(console, 'error').mockReturnValue();

/** A separate server, because the other tests' server must not lose a disk. */
let postgres: PostgresServer;

beforeAll(async () => {
  postgres = await startPostgres();
});

afterAll(async () => {
  await postgres.stop();
  disk?.remove();
});

/** Creates a database whose tables are on the small disk. The server's log is elsewhere. */
async function makeDatabase(): Promise<string> {
  const server = postgres.createDatabase();
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const folder = join(disk!.folder, 'tables');
  // The folder must belong to the server's user.
  await runSql(server, `COPY (SELECT 1) TO PROGRAM 'mkdir ${folder}'`);
  await runSql(server, `CREATE TABLESPACE ${name} LOCATION '${folder}'`);
  await runSql(server, `CREATE DATABASE ${name} TABLESPACE ${name}`);
  return new URL(name, server).href;
}

it.skipIf(!disk)(
  'answers 503 while the disk of the server is full, and logs one line (skipped if no disk can be mounted)',
  async () => {
    const database = await makeDatabase();
    const service = createDashboardService({ database, ...SETTINGS });
    const { url } = await service.listen(0);
    const getToken = (): Promise<Response> =>
      fetch(`${url}/Api/GetToken/${apiKey}/${'anna'.repeat(50)}/${guid}`);
    log.mockClear();
    disk!.fill(0);
    const refused = await vi.waitUntil(
      async () => {
        const answers = await Promise.all(Array.from({ length: 20 }, getToken));
        return answers.find(({ ok }) => !ok);
      },
      { timeout: PATIENCE_MS },
    );
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '2']);
    for (let turn = 0; turn < 20; turn += 1) await getToken();
    expect(log.mock.calls).toEqual([[expect.stringMatching(/the disk of the database is full/)]]);

    disk!.clear();
    expect((await getToken()).status).toBe(200);
    await service.close();
  },
);
