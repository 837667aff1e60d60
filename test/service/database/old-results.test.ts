import { expect, it } from 'vitest';
import { DEMO_CONNECTION_STRING } from '../../../service/src/database/data-sources.ts';
import type { QueryCache } from '../../../service/src/database/query-cache.ts';
import { ANNA, BEN, SQL, TestedCache, toResult, useStoppedClock } from './tested-cache.ts';

useStoppedClock();

it('uses a result again until it is old, and an old one until twice that age', async () => {
  const tested = new TestedCache({ keptMs: 15_000 });
  await tested.runsFor(SQL, toResult('old'));
  tested.pass(15_000);
  expect([await tested.see(), tested.runs.length]).toEqual(['old', 1]);
  tested.pass(1);
  expect([await tested.see(), tested.runs.length]).toEqual(['old', 2]);
  tested.pass(14_999);
  expect([await tested.see(), tested.runs.length]).toEqual(['old', 2]);
  tested.pass(1);
  const { rows } = await tested.read();
  expect(tested.runs.length).toBe(2);
  await tested.end(toResult('new'));
  expect(await rows).toMatchObject({ rows: [{ n: 'new' }] });
});

it('runs a new query for a result of twice the age that nobody has refreshed', async () => {
  const tested = new TestedCache({ keptMs: 15_000 });
  await tested.runsFor();
  tested.pass(30_001);
  expect([await tested.see(), tested.runs.length]).toEqual(['waits', 2]);
});

it('counts the age from the time that readers see, also if a clock is set back', async () => {
  const tested = new TestedCache({ keptMs: 15_000 });
  const late = await tested.read();
  tested.pass(10_000);
  await tested.end(toResult());
  await late.rows;
  tested.pass(5000);
  expect(await tested.runsFor()).toBe(false);
  tested.pass(1);
  expect(await tested.runsFor()).toBe(true);

  const early = await tested.read({}, 'early');
  tested.now -= 3_600_000;
  await tested.end(toResult());
  await early.rows;
  tested.pass(15_001);
  expect(await tested.runsFor('early')).toBe(true);
});

it('shows everybody an old result and its time while one query refreshes it', async () => {
  const tested = new TestedCache();
  await tested.keepOld();
  for (const owner of [ANNA, BEN, BEN]) {
    const { rows, page } = await tested.read({ owner });
    expect(await rows).toMatchObject({ rows: [{ n: 'old' }] });
    expect(page.asOf).toEqual(new Date(1000));
  }
  expect(tested.runs.length).toBe(2);
  await tested.end(toResult('new'));
  const { rows, page } = await tested.read({ owner: BEN });
  expect(await rows).toMatchObject({ rows: [{ n: 'new' }] });
  expect(page.asOf).toEqual(new Date(16_001));
  expect(tested.runs.length).toBe(2);
});

it('refreshes in the place of the first reader of an old result, also after this reader has left', async () => {
  const tested = new TestedCache({ size: 3 });
  await tested.keepOld();
  await tested.read({ owner: ANNA }, 'slow');
  const leaving = new AbortController();
  await tested.read({ owner: ANNA, signal: leaving.signal });
  await tested.read({ owner: BEN });
  leaving.abort();
  // The session of the first reader has no second place.
  expect(tested.runs.map(({ sql }) => sql)).toEqual([SQL, 'slow']);
  await tested.end(toResult());
  expect(tested.runs.map(({ sql }) => sql)).toEqual([SQL, 'slow', SQL]);
  await tested.end(toResult('new'));
  expect(await tested.see()).toBe('new');
});

it('refreshes nothing for a reader who has left', async () => {
  const tested = new TestedCache();
  await tested.keepOld();
  await tested.read({ signal: AbortSignal.abort() });
  expect(tested.runs.length).toBe(1);
});

it('keeps the old result when its refresh fails, and gives errors only to those who wait', async () => {
  const tested = new TestedCache();
  await tested.keepOld();
  expect(await tested.see()).toBe('old');
  await tested.end(new Error('broken'));
  tested.pass(14_999);
  expect([await tested.see(), tested.runs.length]).toEqual(['old', 3]);
  tested.pass(1);
  const { rows } = await tested.read();
  await tested.end(new Error('broken again'));
  await expect(rows).rejects.toThrow('broken again');
  expect([await tested.see(), tested.runs.length]).toEqual(['waits', 4]);
});

it.each<[string, 'old' | 'new' | 'waits', (cache: QueryCache) => void]>([
  ['the end of its session', 'old', (cache) => cache.dropRefreshes(1, 'anna')],
  ['the end of another session', 'new', (cache) => cache.dropRefreshes(1, 'ben')],
  ['the end of another company’s session', 'new', (cache) => cache.dropRefreshes(2, 'anna')],
  ['publishing', 'waits', (cache) => cache.dropDashboard('sales')],
  ['a changed connection', 'waits', (cache) => cache.dropConnection(1, DEMO_CONNECTION_STRING)],
])('refreshes an old result over %s: %s', async (_, seen, drop) => {
  const tested = new TestedCache();
  await tested.keepOld();
  await tested.read({ owner: ANNA });
  await tested.read({ owner: BEN });
  drop(tested.cache);
  expect(tested.runs[1]!.cancel.aborted).toBe(seen !== 'new');
  await tested.end(toResult('new'));
  expect(await tested.see({ owner: BEN })).toBe(seen);
  expect(tested.runs.length).toBe(seen === 'new' ? 2 : 3);
});

it('gives the rows of a refresh whose session ends to those who wait, and to nobody later', async () => {
  const tested = new TestedCache();
  await tested.keepOld();
  await tested.read({ owner: ANNA });
  tested.pass(15_000);
  const { rows } = await tested.read({ owner: BEN });
  tested.cache.dropRefreshes(1, 'anna');
  await tested.end(toResult('new'));
  expect(await rows).toMatchObject({ rows: [{ n: 'new' }] });
  expect(await tested.see()).toBe('waits');
});

it('cancels a refresh when the service closes, and begins no other', async () => {
  const tested = new TestedCache();
  await tested.keepOld();
  await tested.read();
  tested.closing.abort();
  expect(tested.runs[1]!.cancel.aborted).toBe(true);
  expect([await tested.see(), tested.runs.length]).toEqual(['old', 2]);
});
