import { expect, it, vi } from 'vitest';
import type { SqlValue } from '../../../service/src/database/bound-values.ts';
import { DEMO_CONNECTION_STRING } from '../../../service/src/database/data-sources.ts';
import type { DataSource } from '../../../service/src/database/database.ts';
import { OWN_DIALECT } from '../../../service/src/database/dialects.ts';
import { QueryCache } from '../../../service/src/database/query-cache.ts';
import { turns } from '../../support/scripted-upstream.ts';
import {
  ANNA,
  BEN,
  box,
  DASHBOARD,
  type Run,
  SQL,
  TestedCache,
  toResult,
  useStoppedClock,
} from './tested-cache.ts';

const MIB = 1024 * 1024;

useStoppedClock();

it('runs equal queries once, and gives everybody the rows', async () => {
  const tested = new TestedCache();
  const readers = await Promise.all([ANNA, BEN, BEN].map((owner) => tested.read({ owner })));
  expect(tested.runs.length).toBe(1);
  tested.runs[0]!.resolve(toResult('all'));
  const rows = await Promise.all(readers.map((reader) => reader.rows));
  expect(rows.map((each) => each.rows)).toEqual(readers.map(() => [{ n: 'all' }]));
});

it('gives rows that no reader can change for the others', async () => {
  const tested = new TestedCache();
  const { rows: reading } = await tested.read();
  tested.runs[0]!.resolve(toResult('read'));
  const { rows } = await reading;
  expect(() => rows.push({ n: 'added' })).toThrow(TypeError);
  expect(() => Object.assign(rows[0]!, { n: 'changed' })).toThrow(TypeError);
});

it('uses no result again with 0, but still runs equal queries once', async () => {
  const tested = new TestedCache({ keptMs: 0 });
  await tested.read();
  await tested.read();
  expect(tested.runs.length).toBe(1);
  tested.runs[0]!.resolve(toResult());
  await turns(1);
  expect(await tested.runsFor()).toBe(true);
});

it('gives an error to everybody who waits, and to nobody later', async () => {
  const tested = new TestedCache();
  const readers = [await tested.read({ owner: ANNA }), await tested.read({ owner: BEN })];
  tested.runs[0]!.reject(new Error('broken'));
  for (const { rows } of readers) await expect(rows).rejects.toThrow('broken');
  expect(await tested.runsFor()).toBe(true);
});

it('uses no result over 4 MiB again', async () => {
  const tested = new TestedCache();
  await tested.runsFor('large', toResult('x'.repeat(2.1 * MIB)));
  await tested.runsFor('small', toResult('x'.repeat(1.9 * MIB)));
  expect([await tested.runsFor('large'), await tested.runsFor('small')]).toEqual([true, false]);
});

it('keeps at most 64 MiB, and loses what was used least recently', async () => {
  const tested = new TestedCache();
  const result = toResult('x'.repeat(1.9 * MIB));
  const names = Array.from({ length: 17 }, (_, index) => `SELECT ${index}`);
  for (const name of names.slice(0, -1)) await tested.runsFor(name, result);
  expect(await tested.runsFor(names[0])).toBe(false);
  await tested.runsFor(names.at(-1), result);
  expect(await tested.runsFor(names[0])).toBe(false);
  expect(await tested.runsFor(names[1], result)).toBe(true);
});

it('goes on while anybody waits, and is canceled when the last reader has left', async () => {
  const tested = new TestedCache();
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
  const tested = new TestedCache({ size: 1 });
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
  const tested = new TestedCache({ size: 3 });
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
  const tested = new TestedCache({ size: 3 });
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
  const tested = new TestedCache();
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
  const tested = new TestedCache({ size: 1 });
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
  const tested = new TestedCache({ size: 1 });
  const running = await tested.read({ owner: ANNA }, 'slow');
  const waiting = await tested.read({ owner: BEN });
  tested.closing.abort();
  await expect(waiting.rows).rejects.toMatchObject({ code: 'aborted' });
  expect(tested.runs[0]!.cancel.aborted).toBe(false);
  tested.runs[0]!.resolve(toResult('whole'));
  expect(await running.rows).toMatchObject({ rows: [{ n: 'whole' }] });
});

it('finds no database of a connection string that is not allowed', () => {
  expect(new TestedCache().cache.openPage(DASHBOARD).find('refused', 1)).toBe(null);
});

const QUERY = {
  dashboard: { companyId: 1, guid: 'a', version: 1 },
  connectionString: 'a',
  sql: 'SELECT 1',
  values: ['a', 'b'] as SqlValue[],
  options: { maxRows: 1, locked: { region: 'a' } },
};

it.each<[what: string, isShared: boolean, change: Partial<typeof QUERY>]>([
  ['no difference', true, {}],
  ['another company', false, { dashboard: { ...QUERY.dashboard, companyId: 2 } }],
  ['another dashboard', false, { dashboard: { ...QUERY.dashboard, guid: 'b' } }],
  ['another version', false, { dashboard: { ...QUERY.dashboard, version: 2 } }],
  ['another connection', false, { connectionString: 'b' }],
  ['other SQL', false, { sql: 'SELECT 1 ' }],
  ['one value in place of two', false, { values: ['a","b'] }],
  ['a list of the values', false, { values: [['a', 'b']] }],
  ['the text of a missing value', false, { values: ['a', null] }],
  ['half of a character', false, { values: ['a', '\ud800'] }],
  ['another limit of rows', false, { options: { ...QUERY.options, maxRows: 2 } }],
  ['another value of the token', false, { options: { ...QUERY.options, locked: { region: 'b' } } }],
])('shares a query with %s: %s', (_, isShared, change) => {
  const read = vi.fn<DataSource['read']>((...[, , { onStart }]) => {
    onStart?.();
    return new Promise(() => {});
  });
  const cache = new QueryCache({
    sources: { find: () => ({ dialect: OWN_DIALECT, read }) },
    keptMs: 0,
    fingerprint: (value) => box.fingerprint(value),
    now: () => 0,
    closing: new AbortController().signal,
  });
  for (const query of [QUERY, { ...QUERY, ...change }]) {
    const { dashboard, connectionString, sql, values, options } = query;
    const { companyId } = dashboard;
    void cache.openPage(dashboard).find(connectionString, companyId)!.read(sql, values, options);
  }
  expect(read).toHaveBeenCalledTimes(isShared ? 1 : 2);
});
