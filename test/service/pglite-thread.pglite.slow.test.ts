import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { createDashboardService, type DashboardService } from 'embedded-dashboard-service';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { PgliteThread } from '../../demo/service/src/database/pglite-thread.ts';
import { findPreparedDatabase } from '../../demo/service/src/database/prepared-database.ts';
import { logIn } from '../support/back-office.ts';
import { SECRETS } from '../support/test-database.ts';

const { apiKey, adminPassword } = SECRETS;
/** Sees what the threads of the databases are given to do. */
const give = vi.spyOn(Worker.prototype, 'postMessage');
vi.spyOn(console, 'error').mockReturnValue();

let folder: string;
let service: DashboardService;
let url: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dashboard-service-'));
  service = createDashboardService({ database: folder, apiKey, adminPassword });
  ({ url } = await service.listen(0));
});

afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

const logOut = (): Promise<Response> => fetch(`${url}/api/logout/${apiKey}/anna`);

it('answers 503 to the call whose thread dies, and serves the next one', async () => {
  expect((await logOut()).status).toBe(204);
  give.mockImplementationOnce(function die(this: Worker) {
    void this.terminate();
  });
  const answer = await logOut();
  expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '2']);
  expect((await logOut()).status).toBe(204);
});

it('answers 503 while its folder cannot be opened, and goes on when it can', async () => {
  const office = await logIn(url, adminPassword);
  const ofState = give.mock.contexts.at(-1) as Worker;
  const [place, away] = [join(folder, 'state'), join(folder, 'elsewhere')];
  await rename(place, away);
  await writeFile(place, 'in its way');
  await ofState.terminate();
  for (const ask of [logOut, () => office.get('companies')]) {
    // oxlint-disable-next-line no-await-in-loop -- each finds out by itself
    const answer = await ask();
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '2']);
  }
  await rm(place);
  await rename(away, place);
  expect((await logOut()).status).toBe(204);
  expect((await office.get('companies')).status).toBe(200);
}, 120_000);

it('reads as who it is where no role is told', async () => {
  const thread = new PgliteThread({ folder: null, beginning: await findPreparedDatabase('') });
  expect(await thread.read('SELECT current_user AS name', [], {})).toEqual([{ name: 'postgres' }]);
  await thread.close();
});
