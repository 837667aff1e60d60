import { afterEach, expect, it, vi } from 'vitest';
import {
  type Database,
  DatabaseError,
  LOCKED,
  type Statements,
} from '../../../service/src/database/database.ts';
import { migrateState } from '../../../service/src/state/state-schema.ts';

afterEach(() => vi.useRealTimers());

it('waits longer for its locks after half a minute, and says after a minute that another program uses the tables', async () => {
  vi.useFakeTimers();
  const limits = new Set<string>();
  const execute = async (sql: string) => {
    const [, limit] = /lock_timeout = (\d+)/.exec(sql) ?? [];
    if (limit) limits.add(`${limit} ms from ${performance.now() < start + 30_000 ? 0 : 30} s`);
  };
  const locked = { execute, query: async () => [{ version: 1 }] } as Statements;
  const exclusively = vi.fn(async (work: (statements: Statements) => Promise<unknown>) => {
    await work(locked);
    throw new DatabaseError(LOCKED, 'a lock timeout');
  });
  const start = performance.now();
  const migrating = migrateState({ exclusively } as unknown as Database);
  const ended = expect(migrating).rejects.toThrow(/another program reads them, such as a backup/);
  await vi.advanceTimersByTimeAsync(40_000);
  expect(exclusively.mock.calls.length).toBeGreaterThan(40);
  await vi.advanceTimersByTimeAsync(20_000);
  await ended;
  expect([...limits]).toEqual(['30 ms from 0 s', '200 ms from 30 s']);
});
