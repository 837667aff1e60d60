import { once } from 'node:events';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { createDashboardService, type DashboardService } from 'embedded-dashboard-service';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { type Databases, openDatabases } from '../../../service/src/start/open-databases.ts';
import { PgliteThread } from '../../../service/src/database/postgres/pglite-thread.ts';
import {
  EMPTY,
  findPreparedDatabase,
} from '../../../service/src/database/postgres/prepared-database.ts';
import { logIn } from '../../support/back-office.ts';
import { turns } from '../../support/scripted-upstream.ts';
import { SETTINGS } from '../../support/test-database.ts';
import { startService } from '../service-process.ts';

const { apiKey, adminPassword } = SETTINGS;
const post = Worker.prototype.postMessage;
/** Records the tasks of the databases' threads. */
const give = vi.spyOn(Worker.prototype, 'postMessage');
vi.spyOn(console, 'error').mockReturnValue();

let folder: string;
let service: DashboardService;
let url: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dashboard-service-'));
  service = createDashboardService({ ...SETTINGS, database: folder });
  ({ url } = await service.listen(0));
});

afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

const logOut = (): Promise<Response> => fetch(`${url}/api/logout/${apiKey}/anna`);

/** Runs `work` with fake timers, so that a slow machine does not matter. */
async function withFakeTimers(work: () => Promise<void>): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    await work();
  } finally {
    vi.useRealTimers();
  }
}

it('answers 503 to the call whose thread dies, and serves the next one', async () => {
  expect((await logOut()).status).toBe(204);
  // The maintenance uses the thread, too.
  give.mockImplementation(function die(this: Worker, task: unknown, ...rest) {
    if (!JSON.stringify(task).includes('anna')) return post.call(this, task, ...rest);
    give.mockReset();
    void this.terminate();
  });
  await withFakeTimers(async () => {
    const answer = await logOut();
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '2']);
    expect((await logOut()).status).toBe(204);
  });
});

it('answers 503 while its folder cannot be opened, and recovers when it can', async () => {
  const office = await logIn(url, adminPassword);
  const ofState = give.mock.contexts.at(-1) as Worker;
  const [place, away] = [join(folder, 'state'), join(folder, 'elsewhere')];
  await rename(place, away);
  await writeFile(place, 'in its way');
  await ofState.terminate();
  for (const ask of [logOut, () => office.get('companies')]) {
    const answer = await ask();
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '2']);
  }
  await rm(place);
  await rename(away, place);
  await expect.poll(async () => (await logOut()).status).toBe(204);
  expect((await office.get('companies')).status).toBe(200);
});

const ENDLESS = 'SELECT count(*) FROM generate_series(1, 1000000) a, generate_series(1, 1000000) b';

it('replaces a thread that does not answer, and keeps all confirmed writes', async () => {
  const own = join(folder, 'own');
  const thread = new PgliteThread({
    folder: own,
    beginning: await findPreparedDatabase(EMPTY),
    waitLimitMs: 5000,
  });
  await thread.execute('CREATE TABLE kept (n int); INSERT INTO kept VALUES (1)');
  const limits = { query: 15_000, execute: 120_000 };
  for (const kind of ['query', 'execute'] as const) {
    await withFakeTimers(async () => {
      const running = thread[kind](ENDLESS);
      const waiting = thread.query('SELECT 1');
      const ends = Promise.allSettled([running, waiting]);
      await vi.advanceTimersByTimeAsync(5000);
      await expect(waiting).rejects.toMatchObject({ code: 'unavailable' });
      await vi.advanceTimersByTimeAsync(limits[kind] - 5000);
      await ends;
      await expect(running).rejects.toMatchObject({ code: 'time-limit' });
      expect(await thread.query('SELECT n FROM kept')).toEqual([{ n: 1 }]);
    });
  }
  await thread.close();
});

it('closes in a few seconds although its thread does not answer', async () => {
  const thread = new PgliteThread({ folder: null, beginning: await findPreparedDatabase(EMPTY) });
  await thread.query('SELECT 1');
  await withFakeTimers(async () => {
    const running = thread.query(ENDLESS);
    const closing = thread.close();
    await Promise.all([
      expect(running).rejects.toMatchObject({ code: 'closed' }),
      vi.advanceTimersByTimeAsync(5000),
    ]);
    await closing;
  });
});

it('answers 503 once its memory is lost, and reports it once', async () => {
  const onLost = vi.fn();
  const forgetful = createDashboardService({ apiKey, onLost });
  const ask = (): Promise<Response> =>
    forgetful.fetch(new Request(`http://service.test/api/logout/${apiKey}/anna`));
  expect((await ask()).status).toBe(204);
  await (give.mock.contexts.at(-1) as Worker).terminate();
  await expect.poll(() => onLost.mock.calls.length).toBe(1);
  expect([(await ask()).status, (await ask()).status]).toEqual([503, 503]);
  expect(onLost).toHaveBeenCalledOnce();
  await forgetful.close();
});

/** Ends the thread that receives a logout. */
const SABOTAGE = `data:text/javascript,${encodeURIComponent(`
  import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
  const give = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (task, ...options) {
    if (String(task.sql).includes('invalidated_at = ')) this.terminate();
    else give.call(this, task, ...options);
  };
`)}`;

it('ends the command with one line and status 1 when its memory is lost', async () => {
  const env = { DATABASE_URL: 'memory:', SERVICE_API_KEY: apiKey };
  const { child, errors, ...lost } = await startService(env, '--import', SABOTAGE);
  onTestFinished(lost.end);
  const ended = once(child, 'exit');
  await fetch(`${lost.url}/api/logout/${apiKey}/anna`).catch(() => null);
  expect(await ended).toEqual([1, null]);
  // A query may fail before the end: then the log also has a line about the database.
  expect(errors.filter((line) => line.startsWith('embedded-dashboard-service: '))).toEqual([
    'embedded-dashboard-service: The in-memory database is lost. Start the service again.',
  ]);
});

it('reports that new databases take longer than a second to fill', async () => {
  const onPreparing = vi.fn();
  const open = (): Promise<Databases> =>
    openDatabases({ kind: 'folder', folder: join(folder, 'reported') }, 1000, { onPreparing });
  await withFakeTimers(async () => {
    const opening = open();
    while (onPreparing.mock.calls.length === 0) {
      vi.advanceTimersByTime(100);
      await turns(1);
    }
    await (await opening).close();
  });
  await (await open()).close();
  expect(onPreparing.mock.calls).toEqual([['Filling the new databases: about 5 seconds.']]);
});

it('reports that a prepared database must be made, and makes it once', async () => {
  const onMaking = vi.fn();
  const cache = pathToFileURL(`${join(folder, 'cache')}/`);
  const made = await findPreparedDatabase(EMPTY, onMaking, cache);
  const kept = await findPreparedDatabase(EMPTY, onMaking, cache);
  expect(onMaking).toHaveBeenCalledOnce();
  expect(kept.size).toBe(made.size);
});

it('makes prepared databases without templates and with one file of the log', async () => {
  const thread = new PgliteThread({ folder: null, beginning: await findPreparedDatabase(EMPTY) });
  const names = await thread.query('SELECT datname AS name FROM pg_database');
  const log = await thread.query('SELECT name FROM pg_ls_waldir()');
  await thread.close();
  expect([names, log.length]).toEqual([[{ name: 'postgres' }], 1]);
});

it('stops opening when it closes', async () => {
  const closing = new AbortController();
  const opening = openDatabases({ kind: 'memory' }, 1000, { closing: closing.signal });
  closing.abort();
  await expect(opening).rejects.toMatchObject({ code: 'closed' });
});
