import pg from 'pg';

/** The advisory lock 1 of a database, at which the queries of a test wait. */
export interface HeldLock {
  /** Returns the number of queries that wait for a lock. */
  countWaiting: () => Promise<number>;
  release: () => Promise<void>;
}

/** Takes the lock of the database at an address. */
export async function holdLock(address: string): Promise<HeldLock> {
  const holder = new pg.Client(address);
  await holder.connect();
  await holder.query('SELECT pg_advisory_lock(1)');
  const waiting = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`;
  return {
    countWaiting: async () => (await holder.query(waiting)).rows.length,
    release: () => holder.end(),
  };
}
