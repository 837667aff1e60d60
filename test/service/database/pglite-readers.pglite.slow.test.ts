import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { DatabaseError, QueryOwner, Row } from '../../../service/src/database/database.ts';
import { PgliteReaders } from '../../../service/src/database/postgres/pglite-readers.ts';
import { PgliteThread } from '../../../service/src/database/postgres/pglite-thread.ts';
import {
  EMPTY,
  findPreparedDatabase,
} from '../../../service/src/database/postgres/prepared-database.ts';
import { turns } from '../../support/scripted-upstream.ts';

const ENDLESS = 'SELECT count(*) FROM generate_series(1, 1000000) a, generate_series(1, 1000000) b';
const VALUES = 'SELECT value FROM figures';
const LIMIT_MS = 60_000;
/** The time that a canceled query may still run. */
const CANCEL_MS = 1000;

const [slow, second, third] = [1, 2, 3].map((companyId) => ({ companyId, sessionId: 'anna' }));

/** Records the tasks of the threads. */
const give = vi.spyOn(Worker.prototype, 'postMessage');
const countThreads = (): number => new Set(give.mock.contexts).size;

async function untilGiven(sql: string): Promise<void> {
  const isGiven = (): boolean =>
    give.mock.calls.some(([task]) => (task as { sql?: string }).sql?.includes(sql));
  while (!isGiven()) await turns(1);
}

let folder: string;
let readers: PgliteReaders;

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'dashboard-service-')), 'data');
  const thread = new PgliteThread({ folder, beginning: await findPreparedDatabase(EMPTY) });
  await thread.execute("CREATE TABLE figures AS SELECT 'kept' AS value");
  await thread.close();
  // The readers know only the folder, not its content.
  readers = new PgliteReaders({ folder, readLimitMs: LIMIT_MS });
  readers.freeze();
  give.mockClear();
});

afterEach(async () => {
  vi.useRealTimers();
  await readers.close();
  await rm(dirname(folder), { recursive: true, force: true });
});

const read = async (owner: QueryOwner | undefined): Promise<Row[]> =>
  (await readers.read(VALUES, [], { owner })).rows;

it('reads the folder’s data in every thread', async () => {
  const never = readers.read(ENDLESS, [], { owner: slow });
  const rows = await Promise.all([read(second), read(third)]);
  expect(rows).toEqual([[{ value: 'kept' }], [{ value: 'kept' }]]);
  expect(countThreads()).toBe(3);
  const ended = expect(never).rejects.toMatchObject({ code: 'closed' });
  await readers.close();
  await ended;
});

it('has one thread while only one session reads at a time', async () => {
  await Promise.all(Array.from({ length: 5 }, () => read(slow)));
  await read(second);
  expect(countThreads()).toBe(1);
});

it('starts a thread before it is needed if a query is slow', async () => {
  const listen = vi.spyOn(Worker.prototype, 'on');
  const never = readers.read(ENDLESS, [], { owner: slow });
  await expect.poll(() => new Set(listen.mock.contexts).size).toBe(1);
  const ended = expect(never).rejects.toMatchObject({ code: 'closed' });
  await readers.close();
  await ended;
});

it('ends the thread of a canceled query after a second, and serves the next one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const cancel = new AbortController();
  const canceled = readers.read(ENDLESS, [], { owner: slow, cancel: cancel.signal });
  const ends: string[] = [];
  canceled.catch(() => ends.push('canceled'));
  await untilGiven(ENDLESS);
  await vi.advanceTimersByTimeAsync(LIMIT_MS / 2);
  cancel.abort();
  await vi.advanceTimersByTimeAsync(CANCEL_MS - 1);
  expect(ends).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await expect(canceled).rejects.toMatchObject({ code: 'aborted' });
  expect(await read(slow)).toEqual([{ value: 'kept' }]);
});

it('keeps the thread of a canceled query that ends in time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const cancel = new AbortController();
  const reading = readers.read(VALUES, [], { owner: slow, cancel: cancel.signal });
  await untilGiven(VALUES);
  cancel.abort();
  expect((await reading).rows).toEqual([{ value: 'kept' }]);
  await vi.advanceTimersByTimeAsync(CANCEL_MS);
  await read(slow);
  expect(countThreads()).toBe(1);
});

it('reads the content again if its thread dies while reading it', async () => {
  give.mockImplementationOnce(function die(this: Worker) {
    void this.terminate();
  });
  expect(await read(slow)).toEqual([{ value: 'kept' }]);
  const rows = await Promise.all([read(slow), read(second)]);
  expect(rows).toEqual([[{ value: 'kept' }], [{ value: 'kept' }]]);
});

it('refuses queries that wait for the copy when it closes', async () => {
  const waiting = Promise.allSettled([read(slow), read(second)]);
  await readers.close();
  const ends = await waiting;
  expect(ends.map((end) => 'reason' in end && (end.reason as DatabaseError).code)).toEqual([
    'closed',
    'closed',
  ]);
});
