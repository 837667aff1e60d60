import { afterEach, expect, it, vi } from 'vitest';
import { type Database, DatabaseError, LOCKED } from '../../../service/src/database/database.ts';
import { migrateState } from '../../../service/src/state/state-schema.ts';

afterEach(() => vi.useRealTimers());

it('says that another program uses the tables, after a minute', async () => {
  vi.useFakeTimers();
  const exclusively = vi.fn(() => Promise.reject(new DatabaseError(LOCKED, 'a lock timeout')));
  const migrating = migrateState({ exclusively } as Pick<Database, 'exclusively'> as Database);
  const ended = expect(migrating).rejects.toThrow(/another program reads them, such as a backup/);
  await vi.advanceTimersByTimeAsync(40_000);
  expect(exclusively.mock.calls.length).toBeGreaterThan(40);
  await vi.advanceTimersByTimeAsync(20_000);
  await ended;
});
