import pg from 'pg';
import { ADVISORY_LOCKS } from './advisory-locks.ts';
import type { PostgresHosts } from './postgres-hosts.ts';

/** A new index. */
export interface NewIndex {
  schema: string;
  name: string;
  /** The table and its columns, such as `dashboards (company_id)`. */
  columns: string;
}

/**
 * Adds an index to a table that may be large. Readers and writers of the table continue. Does nothing while another process
 * adds an index. Replaces an index that was left incomplete.
 */
export async function addIndex(
  hosts: PostgresHosts,
  { schema, name, columns }: NewIndex,
  signal: AbortSignal,
): Promise<void> {
  const [holder, builder] = [toClient(hosts), toClient(hosts)];
  const end = (): Promise<unknown> => Promise.all([holder.end(), builder.end()]);
  const onAbort = (): void => void end();
  signal.addEventListener('abort', onAbort);
  try {
    await Promise.all([holder.connect(), builder.connect()]);
    // An open transaction, because a pooler in transaction mode gives the connection away at its end.
    await holder.query('BEGIN');
    const { rows } = await holder.query(
      `SELECT pg_try_advisory_xact_lock(${ADVISORY_LOCKS.index}) AS is_free`,
    );
    if (rows[0].is_free !== true) return;
    await builder.query(`DROP INDEX CONCURRENTLY IF EXISTS ${schema}.${name}`);
    await builder.query(`CREATE INDEX CONCURRENTLY ${name} ON ${schema}.${columns}`);
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    signal.removeEventListener('abort', onAbort);
    await end();
  }
}

function toClient(hosts: PostgresHosts): pg.Client {
  const client = new pg.Client(hosts.toConfig());
  hosts.add(client);
  return client;
}
