import pg from 'pg';

/** The advisory lock 1 of a database, at which the queries of a test wait. */
export interface HeldLock {
  /** Returns the connections whose queries wait for the lock. */
  findWaiting: () => Promise<{ pid: number }[]>;
  countWaiting: () => Promise<number>;
  release: () => Promise<void>;
}

/** Takes the lock of the database at an address. */
export async function holdLock(address: string): Promise<HeldLock> {
  const holder = new pg.Client(address);
  await holder.connect();
  await holder.query('SELECT pg_advisory_lock(1)');
  const waiting = `SELECT pid FROM pg_locks JOIN pg_database ON pg_database.oid = database
    WHERE datname = current_database() AND locktype = 'advisory' AND NOT granted`;
  const findWaiting = async () => (await holder.query<{ pid: number }>(waiting)).rows;
  return {
    findWaiting,
    countWaiting: async () => (await findWaiting()).length,
    release: () => holder.end(),
  };
}
