import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DEMO_CONNECTION_STRING } from '../../../service/src/database/data-sources.ts';
import type { DataSource, ReadOptions, RowSet } from '../../../service/src/database/database.ts';
import { OWN_DIALECT } from '../../../service/src/database/dialects.ts';
import { FairQueue } from '../../../service/src/database/fair-queue.ts';
import { QueryCache } from '../../../service/src/database/query-cache.ts';
import { SecretBox } from '../../../service/src/secrets/secret-box.ts';
import { turns } from '../../support/scripted-upstream.ts';
import { SECRET } from '../../support/test-database.ts';
import { scaled } from '../../support/tier.mjs';

const SQL = 'SELECT 1 AS n';
const DASHBOARD = { companyId: 1, guid: 'sales', version: 1 };
const ANNA = { companyId: 1, sessionId: 'anna' };
const BEN = { companyId: 1, sessionId: 'ben' };
const MIB = 1024 * 1024;
const box = new SecretBox(SECRET);

/** A query that runs until the test ends it. */
interface Run {
  sql: string;
  cancel: AbortSignal;
  resolve: (rows: RowSet) => void;
  reject: (error: Error) => void;
}

/** A cache over a database with `size` places. */
class Tested {
  readonly closing = new AbortController();
  /** The queries that got a place, in their order. */
  readonly runs: Run[] = [];
  readonly cache: QueryCache;
  now = 1000;

  constructor({ keptMs = 15_000, size = 10 } = {}) {
    const queue = new FairQueue({ size });
    const source: DataSource = {
      dialect: OWN_DIALECT,
      read: (sql, _, options) =>
        queue.run(options, () => {
          const { cancel } = options as { cancel: AbortSignal };
          return new Promise((resolve, reject) => this.runs.push({ sql, cancel, resolve, reject }));
        }),
    };
    this.cache = new QueryCache({
      sources: { find: (connectionString) => (connectionString === 'refused' ? null : source) },
      keptMs,
      fingerprint: (text) => box.fingerprint(text),
      now: () => this.now,
      closing: this.closing.signal,
    });
  }

  /** Begins to read as a page of a reader. */
  async read(options: ReadOptions = {}, sql = SQL): Promise<{ rows: Promise<RowSet> }> {
    const rows = this.cache.openPage(DASHBOARD).find(null, 1)!.read(sql, [], options);
    // The test awaits the rows later.
    rows.catch(() => {});
    await turns(1);
    return { rows };
  }

  /** Reads alone, and returns whether a query ran. */
  async runsFor(sql = SQL, result = toResult()): Promise<boolean> {
    const before = this.runs.length;
    const { rows } = await this.read({}, sql);
    this.runs[before]?.resolve(result);
    await rows;
    return this.runs.length > before;
  }
}

function toResult(text = ''): RowSet {
  return { columns: [{ name: 'n', type: 'text' }], rows: [{ n: text }] };
}

beforeEach(() => {
  // The cache reads the clock again when a timer of a millisecond has ended.
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  // The library takes the time 0 as no time.
  vi.advanceTimersByTime(1);
});

afterEach(() => vi.useRealTimers());

it('runs equal queries once, and gives everybody the rows', async () => {
  const tested = new Tested();
  const readers = await Promise.all([ANNA, BEN, BEN].map((owner) => tested.read({ owner })));
  expect(tested.runs.length).toBe(1);
  tested.runs[0]!.resolve(toResult('all'));
  const rows = await Promise.all(readers.map((reader) => reader.rows));
  expect(rows.map((each) => each.rows)).toEqual(readers.map(() => [{ n: 'all' }]));
});

it('gives rows that no reader can change for the others', async () => {
  const tested = new Tested();
  const { rows: reading } = await tested.read();
  tested.runs[0]!.resolve(toResult('read'));
  const { rows } = await reading;
  expect(() => rows.push({ n: 'added' })).toThrow(TypeError);
  expect(() => Object.assign(rows[0]!, { n: 'changed' })).toThrow(TypeError);
});

it('uses a result again until its time is over', async () => {
  const tested = new Tested({ keptMs: 15_000 });
  expect(await tested.runsFor()).toBe(true);
  vi.advanceTimersByTime(15_000);
  expect(await tested.runsFor()).toBe(false);
  vi.advanceTimersByTime(1);
  expect(await tested.runsFor()).toBe(true);
});

it('uses no result again with 0, but still runs equal queries once', async () => {
  const tested = new Tested({ keptMs: 0 });
  await tested.read();
  await tested.read();
  expect(tested.runs.length).toBe(1);
  tested.runs[0]!.resolve(toResult());
  await turns(1);
  expect(await tested.runsFor()).toBe(true);
});

it('gives an error to everybody who waits, and to nobody later', async () => {
  const tested = new Tested();
  const readers = [await tested.read({ owner: ANNA }), await tested.read({ owner: BEN })];
  tested.runs[0]!.reject(new Error('broken'));
  for (const { rows } of readers) await expect(rows).rejects.toThrow('broken');
  expect(await tested.runsFor()).toBe(true);
});

it('uses no result over 4 MiB again', async () => {
  const tested = new Tested();
  await tested.runsFor('large', toResult('x'.repeat(2.1 * MIB)));
  await tested.runsFor('small', toResult('x'.repeat(1.9 * MIB)));
  expect([await tested.runsFor('large'), await tested.runsFor('small')]).toEqual([true, false]);
});

it('keeps at most 64 MiB, and loses what was used least recently', async () => {
  const tested = new Tested();
  const result = toResult('x'.repeat(1.9 * MIB));
  const names = Array.from({ length: 17 }, (_, index) => `SELECT ${index}`);
  for (const name of names.slice(0, -1)) await tested.runsFor(name, result);
  expect(await tested.runsFor(names[0])).toBe(false);
  await tested.runsFor(names.at(-1), result);
  expect(await tested.runsFor(names[0])).toBe(false);
  expect(await tested.runsFor(names[1], result)).toBe(true);
});

it('goes on while anybody waits, and is canceled when the last reader has left', async () => {
  const tested = new Tested();
  const [first, last] = [new AbortController(), new AbortController()];
  const readers = [
    await tested.read({ owner: ANNA, signal: first.signal }),
    await tested.read({ owner: BEN, signal: last.signal }),
  ];
  const [{ cancel, resolve }] = tested.runs as [Run];
  first.abort();
  await expect(readers[0]!.rows).rejects.toMatchObject({ code: 'aborted' });
  expect(cancel.aborted).toBe(false);
  last.abort();
  await expect(readers[1]!.rows).rejects.toMatchObject({ code: 'aborted' });
  expect(cancel.aborted).toBe(true);
  resolve(toResult('late'));
  await turns(1);
  await tested.read();
  expect(tested.runs.length).toBe(2);
});

it('leaves the queue when the last reader has left, and asks nothing for a reader who left before', async () => {
  const tested = new Tested({ size: 1 });
  const leaving = new AbortController();
  const { signal } = leaving;
  await tested.read({ owner: ANNA }, 'slow');
  const { rows } = await tested.read({ owner: BEN, signal });
  leaving.abort();
  await expect(rows).rejects.toMatchObject({ code: 'aborted' });
  await expect((await tested.read({ signal })).rows).rejects.toMatchObject({ code: 'aborted' });
  tested.runs[0]!.resolve(toResult());
  await turns(1);
  expect(tested.runs.map(({ sql }) => sql)).toEqual(['slow']);
});

it('runs in the place of the reader whose turn comes first', async () => {
  const tested = new Tested({ size: 3 });
  await tested.read({ owner: ANNA }, 'slow');
  const waiting = await tested.read({ owner: ANNA });
  expect(tested.runs.map(({ sql }) => sql)).toEqual(['slow']);
  const joining = await tested.read({ owner: BEN });
  expect(tested.runs.map(({ sql }) => sql)).toEqual(['slow', SQL]);
  tested.runs[1]!.resolve(toResult('shared'));
  for (const { rows } of [waiting, joining]) {
    expect(await rows).toMatchObject({ rows: [{ n: 'shared' }] });
  }
  // The place that was not needed is free.
  await tested.read({ owner: BEN }, 'next');
  expect(tested.runs.map(({ sql }) => sql)).toEqual(['slow', SQL, 'next']);
});

it('runs once if several readers get a place at the same time', async () => {
  const tested = new Tested({ size: 3 });
  for (const sessionId of ['a', 'b']) {
    await tested.read({ owner: { companyId: 2, sessionId } }, `slow ${sessionId}`);
  }
  await tested.read({ owner: ANNA }, 'slow');
  const owners = [ANNA, BEN, { companyId: 1, sessionId: 'carl' }];
  const readers = await Promise.all(owners.map((owner) => tested.read({ owner })));
  for (const run of tested.runs) run.resolve(toResult());
  await turns(1);
  expect(tested.runs.slice(3).map(({ sql }) => sql)).toEqual([SQL]);
  tested.runs[3]!.resolve(toResult('once'));
  for (const { rows } of readers) expect(await rows).toMatchObject({ rows: [{ n: 'once' }] });
});

it.each<[string, boolean, (cache: QueryCache) => void]>([
  ['its dashboard', true, (cache) => cache.dropDashboard('sales')],
  ['another dashboard', false, (cache) => cache.dropDashboard('stock')],
  ['its connection', true, (cache) => cache.dropConnection(1, DEMO_CONNECTION_STRING)],
  ['another connection', false, (cache) => cache.dropConnection(1, 'postgres://other')],
  ['another company', false, (cache) => cache.dropConnection(2, DEMO_CONNECTION_STRING)],
])('drops results with %s: %s', async (_, isDropped, drop) => {
  const tested = new Tested();
  await tested.runsFor('kept');
  const before = await tested.read();
  drop(tested.cache);
  expect(await tested.runsFor('kept')).toBe(isDropped);
  const after = await tested.read();
  const newRun = tested.runs.filter(({ sql }) => sql === SQL)[1];
  expect(newRun !== undefined).toBe(isDropped);
  newRun?.resolve(toResult('new'));
  await turns(1);
  tested.runs[1]!.resolve(toResult('old'));
  expect(await before.rows).toMatchObject({ rows: [{ n: 'old' }] });
  expect(await after.rows).toMatchObject({ rows: [{ n: isDropped ? 'new' : 'old' }] });
  const { rows } = await tested.read();
  expect(await rows).toMatchObject({ rows: [{ n: isDropped ? 'new' : 'old' }] });
});

it('says the time at which the oldest query of a page began', async () => {
  const tested = new Tested({ size: 1 });
  await tested.read({}, 'slow');
  const waiting = await tested.read({}, 'old');
  tested.now = 2000;
  tested.runs[0]!.resolve(toResult());
  await turns(1);
  tested.now = 3000;
  tested.runs[1]!.resolve(toResult());
  await waiting.rows;
  const page = tested.cache.openPage(DASHBOARD);
  const source = page.find(null, 1)!;
  expect(page.asOf).toEqual(new Date(3000));
  await source.read('old', [], {});
  tested.now = 4000;
  const fresh = source.read('fresh', [], {});
  await turns(1);
  tested.runs[2]!.resolve(toResult());
  await fresh;
  expect(page.asOf).toEqual(new Date(2000));
});

it('ends the waiting when the service closes, and lets a running query end', async () => {
  const tested = new Tested({ size: 1 });
  const running = await tested.read({ owner: ANNA }, 'slow');
  const waiting = await tested.read({ owner: BEN });
  tested.closing.abort();
  await expect(waiting.rows).rejects.toMatchObject({ code: 'aborted' });
  expect(tested.runs[0]!.cancel.aborted).toBe(false);
  tested.runs[0]!.resolve(toResult('whole'));
  expect(await running.rows).toMatchObject({ rows: [{ n: 'whole' }] });
});

it('finds no database of a connection string that is not allowed', () => {
  expect(new Tested().cache.openPage(DASHBOARD).find('refused', 1)).toBe(null);
});

const text = fc.oneof(fc.constantFrom('a', 'b', '', '1', 'null', '","', '\ud800'), fc.string());
/** Everything that a result depends on. */
const query = fc.record(
  {
    companyId: fc.nat(3),
    guid: text,
    version: fc.nat(3),
    connectionString: text,
    sql: text,
    values: fc.array(fc.oneof(text, fc.constant(null), fc.array(text)), { maxLength: 3 }),
    maxRows: fc.nat(3),
  },
  { noNullPrototype: true },
);
const PARTS = [
  'companyId',
  'guid',
  'version',
  'connectionString',
  'sql',
  'values',
  'maxRows',
] as const;
/** Two queries. The second has some parts of the first. */
const pair = fc
  .tuple(query, query, fc.subarray([...PARTS]))
  .map(([first, other, changed]) => [
    first,
    { ...first, ...Object.fromEntries(changed.map((name) => [name, other[name]])) },
  ]);

it('shares nothing between random pairs of queries that differ', () => {
  const read = vi.fn<DataSource['read']>((...[, , { onStart }]) => {
    onStart?.();
    return new Promise(() => {});
  });
  const counts = { equal: 0, different: 0 };
  fc.assert(
    fc.property(pair, (queries) => {
      read.mockClear();
      const cache = new QueryCache({
        sources: { find: () => ({ dialect: OWN_DIALECT, read }) },
        keptMs: 0,
        fingerprint: (value) => box.fingerprint(value),
        now: () => 0,
        closing: new AbortController().signal,
      });
      for (const { connectionString, sql, values, maxRows, ...dashboard } of queries) {
        void cache
          .openPage(dashboard)
          .find(connectionString, dashboard.companyId)!
          .read(sql, values, { maxRows });
      }
      const isEqual = isDeepStrictEqual(queries[0], queries[1]);
      counts[isEqual ? 'equal' : 'different'] += 1;
      expect(read).toHaveBeenCalledTimes(isEqual ? 1 : 2);
    }),
    { numRuns: scaled(10_000) },
  );
  expect(counts.different).toBeGreaterThan(counts.equal);
  expect(counts.equal).toBeGreaterThan(0);
});
